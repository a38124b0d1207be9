/** One node behind the committed Caddyfile. */
import { assert, it } from "@effect/vitest"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { Effect } from "effect"

import * as jobs from "../service/jobs/jobsHttpWorld.ts"
import { until } from "../service/jobs/jobsStreamWorld.ts"
import { emailsTo, rowsFrom, submitted } from "../service/jobs/jobsWorld.ts"
import * as caddy from "../support/caddy.ts"
import { caddy as need, describeWith } from "../support/needs.ts"
import { open, send } from "../support/tlsClient.ts"
import { oneNode, price, signIn, upstream } from "./caddyWorld.ts"

const fileOctetsMax = 33_554_432
const minutes = 3 * 60_000

describeWith(need, "Behind Caddy", () => {
  it.live(
    "pages and lists of 32 MB come by TLS, also from a proxy that was killed",
    () =>
      Effect.gen(function* () {
        const { node, proxy } = yield* oneNode
        const first = yield* proxy.start
        const docs = yield* send(proxy, "/docs")
        assert.strictEqual(docs.status, 200)
        assert.include(docs.text, "<!doctype html>")
        // Each once: Node joins the values of a header that is given twice.
        assert.strictEqual(docs.headers["strict-transport-security"], "max-age=31536000")
        assert.strictEqual(docs.headers["x-content-type-options"], "nosniff")
        assert.notProperty(docs.headers, "server")

        const plain = yield* Effect.promise(() =>
          fetch(`http://${caddy.host}:${proxy.httpPort}/docs`, { redirect: "manual" })
        )
        assert.strictEqual(plain.status, 308)
        assert.match(plain.headers.get("location")!, /^https:\/\/localhost(?::\d+)?\/docs$/)

        const accepted = yield* price(proxy, node.apiKey, fileOctetsMax)
        assert.strictEqual(accepted.status, 200, accepted.text)
        const refused = yield* price(proxy, node.apiKey, fileOctetsMax + 1)
        assert.deepStrictEqual(JSON.parse(refused.text), {
          error: "file must be at most 32 MB (33,554,432 bytes)"
        })

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
        const { proxy } = yield* oneNode
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
        const { running, node, customer } = yield* jobs.start()
        const proxy = yield* caddy.create([upstream(running.base)])
        yield* proxy.start
        const rows = 20
        const { account, apiKey } = yield* customer(rows)
        const { id } = yield* Effect.provide(submitted({ account, emails: emailsTo(rows) }), node)
        const stream = yield* open(proxy, `/api/v1/jobs/${id}/stream`, {
          headers: { "x-api-key": apiKey }
        })
        yield* until(() => stream.text().includes('"status":"pending"'), "no first event")
        // The job waits for these.
        yield* Settlements.Settlements.use(({ settle }) =>
          settle({ job: id, rows: rowsFrom(Array.from({ length: rows }, (_, row) => row)) })
        ).pipe(Effect.provide(node))
        assert.include(yield* stream.whole, '"status":"complete"')
      }).pipe(Effect.scoped),
    minutes
  )
})
