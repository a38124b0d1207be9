/** One node behind the committed Caddyfile. */
import { Effect } from "effect"

import * as caddy from "../support/caddy.ts"
import { caddy as need, describeWith } from "../support/needs.ts"
import { host, send } from "../support/tlsClient.ts"
import { assert, it } from "../support/vitest.ts"
import { locksOutNobodyElse, oneNode, progressThrough, takesListsOf32MB } from "./proxyWorld.ts"

const minutes = 3 * 60_000

describeWith(need, "Behind Caddy", () => {
  it.live(
    "pages and lists of 32 MB come by TLS, also from a proxy that was killed",
    () =>
      Effect.gen(function* () {
        const { node, proxy } = yield* oneNode(caddy.create)
        const first = yield* proxy.start
        const docs = yield* send(proxy, "/docs")
        assert.strictEqual(docs.status, 200)
        assert.include(docs.text, "<!doctype html>")
        // Each once: Node joins the values of a header that is given twice.
        assert.strictEqual(docs.headers["strict-transport-security"], "max-age=31536000")
        assert.strictEqual(docs.headers["x-content-type-options"], "nosniff")
        assert.notProperty(docs.headers, "server")

        const plain = yield* Effect.promise(() =>
          fetch(`http://${host}:${proxy.httpPort}/docs`, { redirect: "manual" })
        )
        assert.strictEqual(plain.status, 308)
        assert.match(plain.headers.get("location")!, /^https:\/\/localhost(?::\d+)?\/docs$/)

        yield* takesListsOf32MB(proxy, node.apiKey)

        process.kill(first.pid, "SIGKILL")
        yield* proxy.start
        assert.strictEqual((yield* send(proxy, "/docs")).status, 200)
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "a session is of TLS alone, and who guesses passwords locks out nobody else",
    () =>
      Effect.gen(function* () {
        const { proxy } = yield* oneNode(caddy.create)
        yield* proxy.start
        yield* locksOutNobodyElse(proxy)
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "the progress of a job arrives while it runs",
    () =>
      Effect.gen(function* () {
        assert.include(yield* progressThrough(caddy.create), '"status":"complete"')
      }).pipe(Effect.scoped),
    minutes
  )
})
