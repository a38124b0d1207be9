import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import * as ProbeQueue from "@rcpt/service/probing/queue/ProbeQueue"
import { Duration, Effect, Exit } from "effect"
import fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"
import { rows as probeRows } from "../probing/queue/probeWorld.ts"
import { balanceOf, customer, database, rowsFrom, startNode, submitted } from "./jobsWorld.ts"
import type { Node } from "./jobsWorld.ts"

/** Rows with an address, in three chunks; `repeating` rows repeat the address of row 0. */
const addressed = [0, 1, 2, 3, 1_000, 1_001, 1_002, 2_000, 2_001, 2_002]
const repeating = [4, 1_003, 2_003]
const emails = Array.from({ length: 2_004 }, (_, row) =>
  repeating.includes(row)
    ? "user0@acme.test"
    : addressed.includes(row)
      ? `user${row}@acme.test`
      : '""'
)

const some = fc.subarray(addressed, { minLength: 1 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant("settle" as const), rows: some }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("defer" as const), rows: some }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("settleQueued" as const), rows: some }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom("start" as const, "cancel" as const, "fail" as const),
      rows: fc.constant<Array<number>>([])
    })
  }
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const settleQueued = (job: string, group: string) =>
  Effect.gen(function* () {
    const queue = yield* ProbeQueue.ProbeQueue
    const { settle } = yield* Settlements.Settlements
    const lease = Duration.minutes(1)
    const leases = yield* queue.pull({ group, egress: "direct", limit: 4, holder: "a", lease })
    const rows = rowsFrom(
      leases.map(({ row }) => row),
      "deep"
    )
    // Twice, as after a lost reply.
    yield* settle({ job, rows, leases })
    yield* settle({ job, rows, leases })
    return rows.length
  })

/** Each job has a probe queue group of its own, so that it pulls only its own rows. */
const takeStep = ({ account, job }: Jobs.OwnJob, { what, rows }: Step) =>
  Effect.gen(function* () {
    const { start, cancel, fail } = yield* Jobs.Jobs
    const { settle, defer } = yield* Settlements.Settlements
    switch (what) {
      case "settle":
        return yield* settle({ job, rows: rowsFrom(rows, "deep") })
      case "defer": {
        const [probe] = probeRows({ account, job, group: job, count: 1 })
        return yield* defer(
          job,
          rows.map((row) => ({ ...probe!, row }))
        )
      }
      case "settleQueued":
        return yield* settleQueued(job, job)
      case "start":
        return yield* start(job)
      case "cancel":
        return yield* cancel({ account, job })
      case "fail":
        return yield* fail(job, "account_gone")
    }
  })

/** A step succeeds, or fails because the job has ended. */
const isExpected = (exit: Exit.Exit<unknown, { readonly _tag: string }>): boolean =>
  Exit.isSuccess(exit) ||
  exit.cause.reasons.every(
    (reason) => reason._tag === "Fail" && reason.error._tag === "JobFinished"
  )

const runSteps = (nodes: ReadonlyArray<Node>, steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const { get } = yield* Jobs.Jobs
    const { settle } = yield* Settlements.Settlements
    const account = yield* customer(1_000)
    const { id } = yield* submitted({ account, emails, mode: "deep" })
    const own = { account, job: id }
    const exits = yield* Effect.forEach(
      steps,
      (one, n) => Effect.exit(Effect.provide(takeStep(own, one), nodes[n % nodes.length]!)),
      { concurrency: "unbounded" }
    )
    for (const exit of exits) assert.isTrue(isExpected(exit), String(exit))
    assert.deepStrictEqual(yield* contradictions, [])

    yield* settle({ job: id, rows: rowsFrom(addressed, "deep") })
    while ((yield* settleQueued(id, id)) > 0) continue
    const job = yield* get(id)
    assert.isNotNull(job.completedAt)
    if (job.status === "complete") assert.strictEqual(job.settled, job.rows)
    assert.strictEqual(yield* balanceOf(account), 1_000 - job.charged)
    assert.deepStrictEqual(yield* contradictions, [])
    return job.status
  })

describe("A job that two nodes work on", () => {
  it.live(
    "keeps every invariant of the ledger, whatever they do at once and however often",
    () =>
      Effect.gen(function* () {
        const url = yield* database
        const nodes = [yield* startNode(url), yield* startNode(url)] as const
        const ends = new Set<string>()
        const property = fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          ends.add(await Effect.runPromise(Effect.provide(runSteps(nodes, steps), nodes[0])))
        })
        yield* Effect.promise(() => fc.assert(property, { numRuns: 40, seed: 8 }))
        assert.deepStrictEqual([...ends].toSorted(), ["cancelled", "complete", "failed"])
      }).pipe(Effect.scoped),
    30_000
  )
})
