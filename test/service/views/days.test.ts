import { randomUUID } from "node:crypto"

import { days, daysOf } from "@rcpt/service/views/days"
import type { SealedCommit } from "@rcpt/store/EventStore"
import * as generations from "@rcpt/store/generations"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"
import { world } from "../jobs/jobsWorld.ts"

const account = randomUUID()
const ledger = `ledger-${account}`

type Said = readonly [at: string, stream: string, type: string, data: object]

const commitOf = ([at, stream, type, data]: Said, place: number): SealedCommit => ({
  seq: place + 1,
  commitId: place + 1,
  events: [
    {
      type,
      v: 1,
      data: JSON.stringify(data),
      stream,
      version: 1,
      commitId: place + 1,
      atMicros: Date.parse(at) * 1_000,
      hash: new Uint8Array()
    }
  ]
})

const receipt = (status: string) => ({ holdId: "h", receipt: { status, score: 50 } })
const purpose = { kind: "verification", mode: "deep" }
const held = { holdId: "h", credits: 5, expiresAt: 1, purpose }
const granted = { grantId: "g", credits: 100, reason: "top-up" }
const settled = { accountId: account, holdId: "h", chunk: 0 }
const tally = { valid: 4, risky: 3, invalid: 2, unknown: 1 }
const sandboxTally = { valid: 1, risky: 1, invalid: 0, unknown: 0 }

const commits: ReadonlyArray<SealedCommit> = (
  [
    ["2026-10-31T23:59:59.999Z", ledger, "CreditsCharged", { credits: 1, ...receipt("valid") }],
    ["2026-11-01T00:00:00.000Z", ledger, "CreditsCharged", { credits: 5, ...receipt("invalid") }],
    // Charged, but it could not be answered, and the credits come back on another day.
    [
      "2026-11-02T09:00:00.000Z",
      ledger,
      "CreditsRefunded",
      { holdId: "h", credits: 5, reason: "unanswered" }
    ],
    [
      "2026-11-03T09:00:00.000Z",
      ledger,
      "CreditsRefunded",
      { credits: 1, reason: "unknown", ...receipt("unknown") }
    ],
    [
      "2026-11-03T09:00:00.000Z",
      ledger,
      "CreditsRefunded",
      { holdId: "h", credits: 4, reason: "remainder" }
    ],
    ["2026-11-03T09:00:00.000Z", ledger, "CreditsHeld", held],
    ["2026-11-03T09:00:00.000Z", ledger, "CreditsGranted", granted],
    [
      "2026-11-04T09:00:00.000Z",
      "job-1",
      "ChunkSettled",
      { ...settled, rows: 10, credits: 7, tally, sandbox: 2, sandboxTally }
    ],
    [
      "2026-11-04T10:00:00.000Z",
      "job-1",
      "ChunkSettled",
      { ...settled, rows: 10, credits: 9, tally }
    ],
    ["2026-11-04T10:00:00.000Z", "account-1", "AccountSuspended", {}]
  ] satisfies ReadonlyArray<Said>
).map(commitOf)

const expected = [
  ["2026-10-31", 1, 0, 0, 0, 1],
  ["2026-11-01", 0, 0, 1, 0, 5],
  ["2026-11-02", 0, 0, 0, 0, -5],
  ["2026-11-03", 0, 0, 0, 1, 0],
  ["2026-11-04", 7, 5, 4, 2, 16]
]

interface Row {
  readonly values: ReadonlyArray<unknown>
}

const rowsOf = (generation: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Row>`
      select json_build_array(day, valid, risky, invalid, unknown, spent) as values
      from account_day where generation = ${generation} order by day`
  ).pipe(Effect.map((rows) => rows.map(({ values }) => values)))

describe("The days of an account", () => {
  it.live("are those of the events, in UTC, whatever is taken first and however many at once", () =>
    world(
      Effect.gen(function* () {
        const orders = fc.sample(
          fc.record({
            order: fc.shuffledSubarray([...commits], { minLength: commits.length }),
            cut: fc.nat(commits.length)
          }),
          { numRuns: 8, seed: 20_261_121 }
        )
        for (const [at, { order, cut }] of orders.entries()) {
          yield* days.apply(at + 1, order.slice(0, cut))
          yield* days.apply(at + 1, order.slice(cut))
          assert.deepStrictEqual(yield* rowsOf(at + 1), expected)
        }
        yield* days.drop(1)
        assert.deepStrictEqual(yield* rowsOf(1), [])
        assert.deepStrictEqual(yield* rowsOf(2), expected)
      })
    )
  )

  it.live("show the last thirty, the sum of the thirty before, and that of this month", () =>
    world(
      Effect.gen(function* () {
        yield* generations.generationsOf(days)
        const day = 86_400_000
        const now = Date.now()
        const checked = Array.from({ length: 70 }, (_, back) => {
          const at = new Date(now - back * day).toISOString()
          return commitOf([at, ledger, "CreditsCharged", { credits: 2, ...receipt("valid") }], back)
        })
        yield* days.apply(1, checked)
        const { days: shown, before, spentThisMonth } = yield* daysOf(account)
        assert.lengthOf(shown, 30)
        assert.isTrue(shown.every(({ valid, credits_spent }) => valid === 1 && credits_spent === 2))
        const sums = { valid: 30, risky: 0, invalid: 0, unknown: 0, credits_spent: 60 }
        assert.deepStrictEqual(before, sums)
        assert.strictEqual(spentThisMonth, 2 * new Date(now).getUTCDate())
      })
    )
  )
})
