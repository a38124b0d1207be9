/** A page on another origin, in a real browser, which checks addresses with a browser key. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect } from "effect"

import { make, patch, revoke } from "../service/accounts/keysWorld.ts"
import { assert } from "../support/vitest.ts"
import { BrowserWorld, inBrowser } from "./world.ts"

/** An empty page at an origin of its own. */
const website = Effect.acquireRelease(
  Effect.callback<{ readonly origin: string; readonly close: () => void }>((resume) => {
    const server = createServer((_request, response) => {
      response.setHeader("content-type", "text/html").end("<!doctype html><title>shop</title>")
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      const close = () => void server.close()
      resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

inBrowser("A page of another website", (it) => {
  it.effect("reads the answer to its browser key, and every refusal", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const [shop, evil] = [yield* website, yield* website]
    const { page } = yield* visitAsOwner()
    const limits = { origins: [shop.origin], visitor_limit: { per_minute: 100, per_day: 3 } }
    const { id, key } = yield* make(running, limits)
    const check = (apiKey: string, path = "/api/v1/verify?email=ann@gmial.com") =>
      Effect.promise(() =>
        page.evaluate(
          async ([url, sent]) => {
            try {
              const response = await fetch(url, { headers: { "X-API-Key": sent } })
              const code = response.headers.get("X-Error-Code")
              return { status: response.status, code, body: await response.json() }
            } catch {
              return "not readable"
            }
          },
          [running.base + path, apiKey] as const
        )
      )
    yield* Effect.promise(() => page.goto(shop.origin))
    const read = yield* check(key)
    assert.deepInclude(Object(read).body, { did_you_mean: "ann@gmail.com" })
    assert.strictEqual(yield* check(running.apiKey), "not readable")
    assert.strictEqual(yield* check(key, "/api/v1/account"), "not readable")
    yield* check(key)
    yield* check(key)
    assert.deepInclude(Object(yield* check(key)), {
      status: 429,
      code: "visitor_limit_reached"
    })

    yield* Effect.promise(() => page.goto(evil.origin))
    assert.deepInclude(Object(yield* check(key)), { status: 403, code: "origin_refused" })
    yield* patch(running, id, { origins: [shop.origin, evil.origin] })
    assert.deepInclude(Object(yield* check(key)), { code: "visitor_limit_reached" })
    yield* revoke(running, id)
    assert.deepInclude(Object(yield* check(key)), { status: 401, code: "unauthorized" })
  })
})
