/**
 * Results of SMTP probes for rows of jobs: judged together with the stored evidence of the row, settled,
 * and taken out of the probe queue in one transaction. Each guard brings a few rows. Those of one job are
 * batched while an earlier batch commits, so that a thousand guards do not wait for the job's lock in
 * turn.
 */
import { print } from "@rcpt/domain/Address"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { withSmtpEvidence } from "@rcpt/verifier/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { ProbeResults } from "../../probing/ProbeResults.ts"
import type { SettledProbe } from "../../probing/ProbeResults.ts"
import type { Lease, LeasedRow } from "../../probing/queue/ProbeRow.ts"
import { rulesOf } from "../../rules/ruleRows.ts"
import type { SettledRow } from "../results/keepResults.ts"
import { Settlements } from "../Settlements.ts"
import { decodeEvidence } from "./evidenceCodec.ts"
import { givenUpRow } from "./giveUp.ts"
import { judged, settledRow } from "./verifyRow.ts"

/** Rows per transaction: this many take far less than the 2 s that a statement has. */
const batchMax = 1_000

/** Commits at once on this node: the pool's other connections are for the ledger and for chunks. */
const commitsAtOnce = 2

/** Rows judged without yielding, which takes some milliseconds. */
const rowsPerTick = 50

interface JudgedRow {
  readonly settled: SettledRow
  readonly lease: Lease
}

const settleBatch =
  (settle: Settlements["Service"]["settle"]) => (job: string, judged: ReadonlyArray<JudgedRow>) =>
    settle({
      job,
      rows: judged.map(({ settled }) => settled),
      leases: judged.map(({ lease }) => lease)
    }).pipe(Effect.as(judged.map(() => Exit.void)))

const giveUpProbe = ({ row: { job, row, lease } }: SettledProbe, judge: Effect.Effect<JudgedRow>) =>
  Effect.gen(function* () {
    yield* Effect.logError("A row was given up: the work on it broke off each time", { job, row })
    const now = yield* Clock.currentTimeMillis
    const settled = givenUpRow(row, "deep", now)
    return yield* Effect.catchDefect(judge, () =>
      Effect.succeed<JudgedRow>({ settled, lease: { job, row, lease } })
    )
  })

type Requirements = Settlements | Verifier | SqlClient.SqlClient

export const layer: Layer.Layer<ProbeResults, never, Requirements> = Layer.effect(
  ProbeResults,
  Effect.gen(function* () {
    const { settle } = yield* Settlements
    const verifier = yield* Verifier
    const sql = yield* SqlClient.SqlClient
    const submit = yield* GroupCommit.make<JudgedRow, void, never>({
      commit: settleBatch(settle),
      concurrency: commitsAtOnce,
      batchMax
    })

    /** The evidence stored with the row; if it is unreadable, the row is verified again. */
    const evidenceOf = ({ memo = "", question, account }: LeasedRow) => {
      const stored = decodeEvidence(memo)
      if (stored !== undefined) return Effect.succeed(stored)
      const options = { account, urgency: "bulk", context: false } as const
      return rulesOf(account).pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.flatMap((rules) => verifier.verify(print(question.address), { ...options, rules })),
        Effect.map(({ evidence }) => evidence)
      )
    }

    const judgeOne = Effect.fnUntraced(function* ({ row, smtp }: SettledProbe) {
      const evidence = withSmtpEvidence(yield* evidenceOf(row), smtp)
      const now = yield* Clock.currentTimeMillis
      const { job, lease } = row
      return {
        settled: settledRow({ row: row.row, mode: "deep" }, judged(evidence), now),
        lease: { job, row: row.row, lease }
      }
    })

    /** A row that was given up gets a result in any case. */
    const settledOf = (outcome: SettledProbe) =>
      outcome.fault === "givenUp" ? giveUpProbe(outcome, judgeOne(outcome)) : judgeOne(outcome)

    return ProbeResults.of({
      settle: Effect.fnUntraced(function* (outcomes) {
        const judged: Array<JudgedRow> = []
        for (const [at, outcome] of outcomes.entries()) {
          judged.push(yield* settledOf(outcome))
          if (at % rowsPerTick === rowsPerTick - 1) yield* Effect.yieldNow
        }
        yield* Effect.forEach(judged, (row) => submit(row.lease.job, row), {
          concurrency: "unbounded",
          discard: true
        })
      })
    })
  })
)
