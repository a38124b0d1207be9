import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import * as ProbeQueue from "@rcpt/service/probing/queue/ProbeQueue"
import { EventStore } from "@rcpt/store/EventStore"
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { rows as probeRows } from "../probing/queue/probeWorld.ts"
import {
  balanceOf,
  customer,
  emailsTo,
  resultOf,
  rowsFrom,
  stored,
  submitted,
  workAll,
  world
} from "./jobsWorld.ts"

const minute = Duration.minutes(1)
const pullRequest = { group: "google", egress: "direct", holder: "a", lease: minute }

const eventsOf = (job: string) =>
  EventStore.use(({ read }) => read(`job-${job}`)).pipe(
    Effect.map((events) =>
      events.map(({ type, data }): Record<string, unknown> => ({ type, ...JSON.parse(data) }))
    )
  )

describe("A settlement", () => {
  it.live("changes nothing when it is repeated", () =>
    world(
      Effect.gen(function* () {
        const { get } = yield* Jobs.Jobs
        const { settle } = yield* Settlements.Settlements
        const account = yield* customer(10)
        const { id } = yield* submitted({ account, emails: emailsTo(10) })
        const command = { job: id, rows: rowsFrom([0, 1, 2, 3]) }
        assert.deepStrictEqual(yield* settle(command), { status: "pending", rows: 4 })
        const once = yield* get(id)
        assert.deepStrictEqual(yield* settle(command), { status: "pending", rows: 0 })
        assert.deepStrictEqual(yield* get(id), once)
        // The first result stands.
        const other = [{ row: 0, result: resultOf(1) }]
        assert.strictEqual((yield* settle({ job: id, rows: other })).rows, 0)
        assert.deepStrictEqual(yield* get(id), once)
        yield* settle({ job: id, rows: rowsFrom([3, 4, 5, 6, 7, 5, 8, 9, 9]) })
        assert.deepStrictEqual((yield* settle(command)).status, "complete")
        assert.strictEqual(yield* balanceOf(account), 10 - 8)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("of an address settles all rows that repeat it, in any chunk, for one charge", () =>
    world(
      Effect.gen(function* () {
        const { get } = yield* Jobs.Jobs
        const { settle } = yield* Settlements.Settlements
        const account = yield* customer(5_000)
        // The address of row 0 is repeated in rows 1,000 (in upper case) and 2,000; the others are blank.
        const emails = Array.from({ length: 2_200 }, (_, row) =>
          row % 1_000 === 0 ? (row === 1_000 ? "ANN@acme.test" : "ann@acme.test") : '""'
        )
        const job = yield* submitted({ account, emails: [...emails, "bob@acme.test"] })
        assert.deepStrictEqual([job.rows, job.distinct, job.records], [4, 2, 2_201])
        const { rows } = yield* settle({ job: job.id, rows: rowsFrom([0]) })
        assert.strictEqual(rows, 3)
        const halfway = yield* get(job.id)
        assert.deepStrictEqual([halfway.settled, halfway.charged, halfway.tally.valid], [3, 1, 3])
        yield* workAll(job.id)
        const done = yield* get(job.id)
        assert.deepStrictEqual([done.status, done.settled, done.charged], ["complete", 4, 2])
        assert.strictEqual(yield* balanceOf(account), 4_998)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("of rows of several chunks is one event per chunk, with its counts", () =>
    world(
      Effect.gen(function* () {
        const { settle } = yield* Settlements.Settlements
        const account = yield* customer(3_000)
        const { id, holdId } = yield* submitted({ account, emails: emailsTo(2_001) })
        yield* settle({ job: id, rows: rowsFrom([5, 1_001, 2_000, 2_000, 6]) })
        const [, ...settled] = yield* eventsOf(id)
        const of = { type: "ChunkSettled", accountId: account, holdId }
        const none = { valid: 0, risky: 0, invalid: 0, unknown: 0 }
        assert.deepEqual(settled, [
          { ...of, chunk: 0, rows: 2, credits: 2, tally: { ...none, risky: 1, invalid: 1 } },
          { ...of, chunk: 1, rows: 1, credits: 1, tally: { ...none, risky: 1 } },
          { ...of, chunk: 2, rows: 1, credits: 1, tally: { ...none, valid: 1 } }
        ])
      })
    )
  )

  it.live("of rows from the probe queue counts only those with a valid lease", () =>
    world(
      Effect.gen(function* () {
        const { get } = yield* Jobs.Jobs
        const { settle, defer } = yield* Settlements.Settlements
        const queue = yield* ProbeQueue.ProbeQueue
        const account = yield* customer(100)
        const { id } = yield* submitted({ account, emails: emailsTo(10), mode: "deep" })
        yield* settle({ job: id, rows: rowsFrom([0], "deep") })
        const waiting = probeRows({ account, job: id, count: 9 })
        assert.strictEqual((yield* defer(id, waiting)).rows, 9)
        assert.strictEqual((yield* get(id)).settled, 1)
        const leases = yield* queue.pull({ ...pullRequest, limit: 9 })
        yield* queue.release(leases.slice(0, 2))
        const rows = rowsFrom(
          leases.map(({ row }) => row),
          "deep"
        )
        assert.deepStrictEqual(yield* settle({ job: id, rows, leases }), {
          status: "pending",
          rows: 7
        })
        assert.strictEqual((yield* stored(id)).waiting, 2)
        const rest = yield* queue.pull({ ...pullRequest, limit: 9 })
        yield* settle({ job: id, rows, leases: rest })
        const done = yield* get(id)
        assert.deepStrictEqual([done.status, done.settled], ["complete", 10])
        assert.strictEqual(yield* balanceOf(account), 100 - done.charged)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )
})

describe("Deferred rows", () => {
  it.live("are queued once, and not at all if they were settled before", () =>
    world(
      Effect.gen(function* () {
        const { settle, defer } = yield* Settlements.Settlements
        const account = yield* customer(100)
        const { id } = yield* submitted({ account, emails: emailsTo(10), mode: "deep" })
        yield* settle({ job: id, rows: rowsFrom([1, 2], "deep") })
        const rows = probeRows({ account, job: id, count: 5 })
        assert.strictEqual((yield* defer(id, rows)).rows, 3)
        const before = yield* eventsOf(id)
        assert.strictEqual((yield* defer(id, rows)).rows, 0)
        assert.deepStrictEqual(yield* eventsOf(id), before)
        assert.deepEqual(before.at(-1), { type: "RowsDeferred", chunk: 0, rows: 3 })
        assert.strictEqual((yield* stored(id)).waiting, 3)
      })
    )
  )
})
