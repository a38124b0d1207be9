/**
 * What mail servers say of rows of jobs: judged with what was learnt of each row before, settled, and
 * out of the line, in one transaction. Guards answer a few rows each; those of one job gather here
 * while an earlier batch is being kept, so that a thousand guards do not wait for its lock in turn.
 */
import { print } from "@rcpt/domain/Address"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { withAnswer } from "@rcpt/verifier/smtp/askMailServer"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect, Exit, Layer } from "effect"

import { ProbeOutcomes } from "../../guards/ProbeOutcomes.ts"
import type { Outcome } from "../../guards/ProbeOutcomes.ts"
import type { Lease, LeasedRow } from "../../probes/ProbeRow.ts"
import type { SettledRow } from "../keepResults.ts"
import { Settlements } from "../Settlements.ts"
import { readEvidence } from "./StoredEvidence.ts"
import { settledRow } from "./verifyRow.ts"

/** Rows of one transaction: far less than the 2 s that a statement may take. */
const rowsAtOnce = 1_000

/** Of this node: the others of the pool are for the ledger, and for chunks. */
const commitsAtOnce = 2

/** Rows that are judged without a pause: some milliseconds of them. */
const judgedAtOnce = 50

interface Judged {
  readonly settled: SettledRow
  readonly lease: Lease
}

const settleAll =
  (settle: Settlements["Service"]["settle"]) => (job: string, judged: ReadonlyArray<Judged>) =>
    settle({
      job,
      rows: judged.map(({ settled }) => settled),
      leases: judged.map(({ lease }) => lease)
    }).pipe(Effect.as(judged.map(() => Exit.void)))

export const layer: Layer.Layer<ProbeOutcomes, never, Settlements | Verifier> = Layer.effect(
  ProbeOutcomes,
  Effect.gen(function* () {
    const { settle } = yield* Settlements
    const verifier = yield* Verifier
    const keep = yield* GroupCommit.make<Judged, void, StoreUnavailable>({
      commit: settleAll(settle),
      concurrency: commitsAtOnce,
      batchMax: rowsAtOnce
    })

    /** Learnt before it was put in line; or, where that cannot be read any more, now. */
    const evidenceOf = ({ memo = "", question, account }: LeasedRow) => {
      const learnt = readEvidence(memo)
      if (learnt !== undefined) return Effect.succeed(learnt)
      const wishes = { account, urgency: "bulk", context: false } as const
      return Effect.map(
        verifier.verify(print(question.address), wishes),
        ({ evidence }) => evidence
      )
    }

    const judgeOne = Effect.fnUntraced(function* ({ row, smtp }: Outcome) {
      const evidence = withAnswer(yield* evidenceOf(row), smtp)
      const now = yield* Clock.currentTimeMillis
      const { job, lease } = row
      return {
        settled: settledRow({ row: row.row, mode: "deep" }, evidence, now),
        lease: { job, row: row.row, lease }
      }
    })

    return ProbeOutcomes.of({
      settle: Effect.fnUntraced(function* (outcomes) {
        const judged: Array<Judged> = []
        for (const [at, outcome] of outcomes.entries()) {
          judged.push(yield* judgeOne(outcome))
          if (at % judgedAtOnce === judgedAtOnce - 1) yield* Effect.yieldNow
        }
        yield* Effect.forEach(judged, (one) => keep(one.lease.job, one), {
          concurrency: "unbounded",
          discard: true
        })
      })
    })
  })
)
