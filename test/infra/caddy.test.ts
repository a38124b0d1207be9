/** One node behind the committed Caddyfile. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

import * as caddy from "../support/caddy.ts"
import { caddy as need, describeWith } from "../support/needs.ts"
import { host, send } from "../support/tlsClient.ts"
import { oneNode, progressThrough, signIn, takesListsOf32MB } from "./proxyWorld.ts"

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
        const signedIn = yield* signIn(proxy, { from: "127.0.0.3" })
        assert.strictEqual(signedIn.status, 200, signedIn.text)
        assert.match(signedIn.headers["set-cookie"]!.join(), /; Secure/)

        // An address may be wrong 30 times. Another account each time, and another claim of who it is.
        const guess = (index: number) =>
          signIn(proxy, {
            from: "127.0.0.2",
            email: `n${index}@nobody.test`,
            forged: `192.0.2.${index}`
          })
        const guesses = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, index) => index + 1),
          guess
        )
        assert.strictEqual(guesses.at(-1)!.status, 429)
        const other = yield* signIn(proxy, { from: "127.0.0.3", email: "new@nobody.test" })
        assert.strictEqual(other.status, 401, other.text)
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
