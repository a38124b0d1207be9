import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"

import { chromium, describeWith } from "../support/needs.ts"
import {
  assertAccessible,
  assertFits,
  BrowserWorld,
  browserWorld,
  live,
  open,
  phone,
  themes
} from "./world.ts"

const shown = [
  "/docs",
  "/docs/quick-start",
  "/docs/verdict-and-score",
  "/docs/verdicts/catch_all",
  "/docs/reference/jobs",
  "/docs/settings",
  "/docs/architecture"
]

describeWith(chromium, "The documentation in a browser", () => {
  layer(
    browserWorld(),
    live
  )((it) => {
    for (const colorScheme of themes)
      it.effect(`is accessible and fits, also on a phone (${colorScheme})`, () =>
        Effect.gen(function* () {
          const { visit } = yield* BrowserWorld
          for (const size of [{}, phone]) {
            const { page, complaints } = yield* visit({ colorScheme, ...size })
            yield* Effect.promise(async () => {
              for (const path of shown) {
                await open(page, path)
                await assertAccessible(page)
                await assertFits(page)
              }
            })
            assert.deepStrictEqual(complaints, [])
          }
        })
      )

    it.effect("finds a section by its words, with the keyboard alone", () =>
      Effect.gen(function* () {
        const { visit } = yield* BrowserWorld
        const { page, complaints } = yield* visit()
        yield* Effect.promise(async () => {
          await open(page, "/docs")
          await page.keyboard.press("/")
          await page.keyboard.type("greylisted")
          await page
            .getByRole("status")
            .getByText(/places found/)
            .waitFor()
          await page.keyboard.press("ArrowDown")
          await page.keyboard.press("Enter")
          await page.getByRole("heading", { level: 1, name: "greylisted" }).waitFor()
          assert.match(page.url(), /\/docs\/smtp\/greylisted/)
          await page.keyboard.press("/")
          await page.keyboard.type("qqqq")
          await page.getByText("0 places found").waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      })
    )

    it.effect("puts a key of the reader's own and this server into the examples", () =>
      Effect.gen(function* () {
        const { running, visit, visitAsOwner } = yield* BrowserWorld
        const stranger = yield* visit()
        yield* Effect.promise(async () => {
          await open(stranger.page, "/docs/quick-start")
          await stranger.page.getByRole("button", { name: "Put a key of mine" }).click()
          await stranger.page.getByRole("link", { name: "Sign in" }).waitFor()
        })
        const { page } = yield* visitAsOwner()
        const example = yield* Effect.promise(async () => {
          await open(page, "/docs/quick-start")
          await page.getByRole("button", { name: "Put a key of mine" }).click()
          await page.getByText("have a key of yours").waitFor()
          await open(page, "/docs/verdicts/relay")
          return page.locator("pre code").first().innerText()
        })
        assert.include(example, running.base)
        const key = /rcpt_live_\w+/.exec(example)![0]
        const answer = yield* running.get("/api/v1/account", { apiKey: key })
        assert.strictEqual(answer.status, 200)
      })
    )
  })
})
