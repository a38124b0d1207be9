import { randomUUID } from "node:crypto"

import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { WriteSql } from "@rcpt/service/platform/Database"
import { ledgerView, sweep } from "@rcpt/service/views/ledger/ledgerView"
import { usage } from "@rcpt/service/views/usage"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"

import type { Opened } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { list as listPart, mode as modePart, upload } from "../../jobs/jobsHttpWorld.ts"
import {
  creditsOf,
  customer,
  entriesOf,
  finished,
  isBalanced,
  posted,
  rebuilt,
  sqlIn
} from "./ledgerWorld.ts"

const json = { "content-type": "application/json" }
type Deed = (running: Running, who: Opened) => Effect.Effect<unknown, unknown>

const verify =
  (query: string): Deed =>
  ({ get }, { apiKey }) =>
    get(`/api/v1/verify?${query}`, { apiKey })

const batch =
  (body: object): Deed =>
  ({ get }, { apiKey }) =>
    get("/api/v1/verify/batch", {
      method: "POST",
      apiKey,
      headers: { ...json, "idempotency-key": randomUUID() },
      body: JSON.stringify(body)
    })

const job =
  (mode: "fast" | "deep", emails: ReadonlyArray<string>): Deed =>
  (running, { apiKey }) =>
    Effect.gen(function* () {
      const file = listPart(["email", ...emails, ""].join("\n"))
      const answer = yield* upload(running, [modePart(mode), file], { apiKey })
      if (answer.status === 201)
        yield* finished(running, { apiKey }, String(Object(answer.json).id))
    })

const correction =
  (credits: number): Deed =>
  (running, { account }) =>
    posted(running, account, "adjustments", { credits, reason: "a correction" })

/** What an account can do, with every way in which it is charged, refunded and refused. */
const deeds: Readonly<Record<string, Deed>> = {
  "a check": verify("email=ann@acme.test"),
  "a check that comes to nothing": verify("email=ann@servfail.test"),
  "a deep check": verify("email=gone@office.test&mode=deep"),
  "a deep check that needs no conversation": verify("email=ann@nowhere.test&mode=deep"),
  "a batch": batch({ emails: ["bob@acme.test", "BOB@acme.test", "", "cy@servfail.test"] }),
  "a deep batch": batch({ emails: ["dan@acme.test", "ann@nullmx.test"], mode: "deep" }),
  "a job": job("fast", ["ann@acme.test", "bob@acme.test", "ann@acme.test", "x@servfail.test"]),
  "a deep job": job("deep", ["gone@office.test", "ann@nullmx.test"]),
  "a correction down": correction(-3),
  "a correction up": correction(2),
  "a correction that is refused": correction(-1_000_000)
}

/** Several at once, for what is one after the other in the ledger need not be so outside. */
const concurrency = 4

const doing = (running: Running, who: Opened, names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => deeds[name]!(running, who), { concurrency, discard: true })

const lives = fc.array(fc.constantFrom(...Object.keys(deeds)), { minLength: 4, maxLength: 12 })
const livesTried = 4
const seed = 20_261_121

layer(
  service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off", RCPT_ENUMERATION_LIMIT: "off" } }),
  service.live
)("The ledger that an account reads", (it) => {
  it.effect(
    "adds up to the balance at every entry, whatever was done, and after a rebuild too",
    function* () {
      const running = yield* service.Service
      const all = [Object.keys(deeds), ...fc.sample(lives, { numRuns: livesTried, seed })]
      const read = yield* Effect.forEach(all, (names) =>
        Effect.gen(function* () {
          const who = yield* customer(running, 60)
          yield* doing(running, who, names)
          const entries = yield* entriesOf(running, who)
          isBalanced(entries, yield* creditsOf(running, who))
          return { who, entries }
        })
      )
      assert.deepStrictEqual(yield* sqlIn(running, contradictions), [])
      yield* rebuilt(running, ledgerView)
      for (const { who, entries } of read)
        assert.deepStrictEqual(yield* entriesOf(running, who, "limit=100"), entries)
    },
    120_000
  )

  it.effect("has no rows of a view that was replaced, once they are swept", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 9)
    yield* doing(running, who, ["a check", "a job"])
    yield* rebuilt(running, ledgerView)
    const generations = SqlClient.SqlClient.use(
      (sql) => sql`
            select generation from ledger_commit union select generation from ledger_settlement
            union select generation from ledger_job union select generation from ledger_month`
    )
    const asWriter = Effect.provideServiceEffect(sweep, WriteSql, SqlClient.SqlClient)
    while ((yield* sqlIn(running, asWriter)) > 0);
    assert.strictEqual((yield* sqlIn(running, generations)).length, 1)
    isBalanced(yield* entriesOf(running, who), yield* creditsOf(running, who))
  })

  it.effect("has no address in it, nor what could be taken for one", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 60)
    yield* doing(running, who, Object.keys(deeds))
    const entries = yield* entriesOf(running, who)
    const receipts = yield* Effect.forEach(entries, ({ id }) =>
      running.get(`/api/v1/ledger/${id}`, who)
    )
    const told = JSON.stringify([entries, receipts.map(({ text }) => text)])
    assert.notMatch(told, /@|acme|office|servfail|digest|ann|bob/i)
  })
})

layer(
  service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off", RCPT_ENUMERATION_LIMIT: "off" } }),
  service.live
)("Usage by month", (it) => {
  it.effect("counts what was done, and after a rebuild the same", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 60)
    yield* doing(running, who, Object.keys(deeds))
    const months = Effect.map(
      running.get("/api/v1/usage?months=3", who),
      ({ json: body }) => body as ReadonlyArray<Record<string, number>>
    )
    const before = yield* months
    assert.strictEqual(before.length, 3)
    // Four single checks, of a batch the different addresses, of a job each row.
    assert.include(before[0], { api_checks: 4 + 2 + 2, bulk_checks: 4 + 2, single_checks: 0 })
    assert.include(before[0], { total_checks: 14, public_checks: 0 })
    assert.include(before[1], { total_checks: 0 })
    const { json: account } = yield* running.get("/api/v1/account", who)
    assert.deepStrictEqual(Object(account).usage, before[0])
    yield* rebuilt(running, usage)
    assert.deepStrictEqual(yield* months, before)
  })
})
