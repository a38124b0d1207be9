import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { fill, paths, signedOutPaths } from "./everyPage.ts"
import { assertAccessible, BrowserWorld, inBrowser, open } from "./world.ts"

/** Milliseconds: two dozen pages, each searched by axe, on a machine under load. */
const waitMax = 180_000

const visitEach = async (page: Page, each: ReadonlyArray<string>): Promise<void> => {
  for (const path of each) {
    assert.notStrictEqual(await open(page, path), "", path)
    await assertAccessible(page)
  }
}

inBrowser("Each page of the dashboard", { env: { RCPT_SIGNUP: "open" } }, (it) => {
  it.effect(
    "shows what there is, is accessible, and logs no error",
    function* () {
      const { visit, visitAsOwner } = yield* BrowserWorld
      const stranger = yield* visit()
      yield* Effect.promise(() => visitEach(stranger.page, signedOutPaths))
      const { page, complaints } = yield* visitAsOwner()
      const made = yield* Effect.promise(() => fill(page))
      yield* Effect.promise(() => visitEach(page, [...paths, ...made]))
      assert.deepStrictEqual([...stranger.complaints, ...complaints], [])
    },
    waitMax
  )
})
