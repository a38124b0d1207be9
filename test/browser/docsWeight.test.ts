import { Effect } from "effect"

import { assert } from "../support/vitest.ts"
import { weigh } from "./pageWeight.ts"
import { BrowserWorld, inBrowser } from "./world.ts"

/** Octets: a tenth of what a page may weigh uncompressed (200 kB), and room for a longer one. */
const octetsMax = 40_000

/** The page, its style, its script; a picture. */
const requestsMax = 4

/** The longest among them. Figures in test/bench/README.md are of these. */
const weighed = [
  "/docs",
  "/docs/quick-start",
  "/docs/verdicts/catch_all",
  "/docs/reference/jobs",
  "/docs/reference/objects",
  "/docs/settings",
  "/docs/architecture"
]

inBrowser("A page of the documentation, on slow 4G and a slow processor,", (it) => {
  for (const path of weighed)
    it.effect(`${path} is a few kilobytes in a few requests`, function* () {
      const { running, visit } = yield* BrowserWorld
      const { page } = yield* visit()
      const { octets, requests, ready } = yield* Effect.promise(() =>
        weigh(page, running.base + path)
      )
      yield* Effect.logInfo(`${path}: ${octets} octets, ${requests} requests, ${ready} ms`)
      assert.isBelow(octets, octetsMax)
      assert.isAtMost(requests, requestsMax)
      assert.isAbove(ready, 0)
    })
})
