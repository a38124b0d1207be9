import { payReserve } from "@rcpt/service/ledger/Ledger"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser, freshDatabase } from "../../support/freshDatabase.ts"
import * as service from "../../support/service.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { books, creditsOf, inDatabase } from "../ledger/idempotency/keyed.ts"

const verify = (email: string) => `/api/v1/verify?email=${email}`

/** The types of the events of each commit of the newest commits, oldest first. */
const lastCommits = (count: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly types: string }>`
      select types from (
        select commit_id, string_agg(type, ' ' order by idx) as types from es.event
        where stream_id like 'ledger-%' group by commit_id order by commit_id desc limit ${count}
      ) newest order by commit_id`
  ).pipe(Effect.map((rows) => rows.map(({ types }) => types)))

const credits = payReserve + 100

describe("The hold of a check in fast mode", () => {
  it.live("is appended with its charge when the account has more than enough", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, credits })
      const commitsOf = inDatabase(running)
      const ask = (email: string) => Effect.map(running.get(verify(email)), ({ status }) => status)

      // The node does not know the account yet, so the hold comes first.
      assert.strictEqual(yield* ask("ann@acme.test"), 200)
      assert.deepStrictEqual(yield* commitsOf(lastCommits(2)), ["CreditsHeld", "CreditsCharged"])

      assert.strictEqual(yield* ask("bob@acme.test"), 200)
      assert.deepStrictEqual(yield* commitsOf(lastCommits(1)), ["CreditsHeld CreditsCharged"])

      // A result that costs nothing is in the ledger too.
      assert.strictEqual(yield* ask("ann@refused.test"), 200)
      assert.include((yield* commitsOf(lastCommits(1)))[0], "CreditsRefunded")

      assert.strictEqual(yield* creditsOf(running), credits - 2)
      const { charges, open, broken } = yield* commitsOf(books)
      assert.deepStrictEqual([charges, open, broken], [2, 0, []])
    }).pipe(Effect.scoped)
  )

  it.live("is appended before the charge when the check takes long", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, credits })
      yield* running.get(verify("ann@acme.test"))
      const { status } = yield* running.get(verify("ann@slow.test"))
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* inDatabase(running)(lastCommits(2)), [
        "CreditsHeld",
        "CreditsCharged"
      ])
      const { charges, open, broken } = yield* inDatabase(running)(books)
      assert.deepStrictEqual([charges, open, broken], [2, 0, []])
    }).pipe(Effect.scoped)
  )

  it.live("is refused with 402 when another node has spent the credits meanwhile", () =>
    Effect.gen(function* () {
      const env = { RCPT_RATE_LIMIT: "off" }
      const one = yield* service.start({ lab: true, credits, env })
      yield* one.get(verify("ann@acme.test"))
      const spent = SqlClient.SqlClient.use((sql) => sql`update es.account set available = 0`)
      // As if another node had charged them: the row is what every decision goes by.
      yield* inDatabase(one)(spent)
      yield* inDatabase(one)(
        SqlClient.SqlClient.use(
          (sql) => sql`
          update es.stream set version = version + 1 where stream_id like 'ledger-%'`
        )
      )
      const before = yield* inDatabase(one)(lastCommits(10))
      for (const email of ["bob@acme.test", "ann@slow.test"]) {
        const answer = yield* one.get(verify(email))
        assert.deepStrictEqual(
          [answer.status, answer.json],
          [402, { error: "insufficient credits" }]
        )
      }
      assert.deepStrictEqual(yield* inDatabase(one)(lastCommits(10)), before)
    }).pipe(Effect.scoped)
  )

  it.live("is undone with its charge when nobody knows whether it was committed", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const url = new URL(databaseUrl)
      const wire = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
      url.port = String(wire.port)
      const running = yield* service.start({ lab: true, credits, databaseUrl: url.href })
      let paid = 0
      // On a machine under load the key may be looked up again, in vain, before anything is held.
      const reachesLedger = Effect.gen(function* () {
        yield* running.get(verify("ann@acme.test"))
        paid += 1
        yield* wire.silence
        const asked = yield* Effect.forkChild(running.get(verify("bob@acme.test")))
        assert.strictEqual((yield* Fiber.join(asked)).status, 503)
        yield* wire.mend
        return running.output().includes("LedgerUnavailable")
      })
      yield* Effect.repeat(reachesLedger, { until: (does) => does })
      const isUndone = Effect.map(inDatabase({ databaseUrl })(lastCommits(1)), ([types]) =>
        types!.endsWith("CreditsRefunded")
      )
      yield* Effect.repeat(isUndone, { until: (is) => is })
      const { open, broken } = yield* inDatabase({ databaseUrl })(books)
      assert.deepStrictEqual([open, broken], [0, []])
      yield* Effect.repeat(creditsOf(running), { until: (left) => left === credits - paid })
    }).pipe(Effect.scoped)
  )

  it.live("that a fail-over has lost lets the request be repeated, and costs nothing", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const running = yield* service.start({ lab: true, databaseUrl })
      const asked = yield* Effect.forkChild(running.get(`${verify("ann@slow.test")}&mode=deep`))
      // As a standby that was promoted has it: the newest commits are not there.
      const lost = SqlClient.SqlClient.use(
        (sql) => sql`delete from es.hold where charged + refunded = 0 returning true`
      )
      yield* Effect.repeat(inDatabase({ databaseUrl: asSuperuser(databaseUrl) })(lost), {
        until: (holds) => holds.length > 0
      })
      const { status, headers } = yield* Fiber.join(asked)
      assert.deepStrictEqual([status, headers.get("x-error-code")], [503, "unavailable"])
      assert.isAtLeast(Number(headers.get("retry-after")), 1)
      const { charges } = yield* inDatabase(running)(books)
      assert.strictEqual(charges, 0)
    }).pipe(Effect.scoped)
  )
})
