/**
 * Finishes jobs without waiting for retries: the rows that a mail server has put off are settled as greylisted. The
 * job's table row says that it is finishing, so the rows that are put off later follow in the next round, and if the
 * node dies, another one goes on. Rows that were not asked about yet, or are being asked about, are left to the guards.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Duration, Effect } from "effect"

import { NodeLease } from "../../platform/NodeLease.ts"
import { settleAsTheyAre } from "../../probing/drainQueue.ts"
import { ProbeQueue } from "../../probing/queue/ProbeQueue.ts"
import type { LeasedRow } from "../../probing/queue/ProbeRow.ts"
import { Jobs } from "../Jobs.ts"

/** A person has pressed a button, and looks at the page. */
const roundEvery = Duration.seconds(1)

/** Rows per transaction, as for the results of probes. */
const rowsPerPull = 1_000

/** Far longer than they take to be judged and stored. Then they are waiting rows again. */
const lease = Duration.minutes(2)

const jobsAtOnce = 4

/** What a server that put the row off has said about its mailbox: nothing. */
const putOff = ({ question: { address, hosts } }: LeasedRow): SmtpEvidence => ({
  checked: true,
  status: "greylisted",
  tls: false,
  mxHost: hosts[0]?.host ?? address.domain,
  latencyMillis: 0,
  control: "notAsked",
  transcript: []
})

/** Answers how many rows it has settled. */
const settlePutOff = Effect.fnUntraced(function* (job: string) {
  const { pullPutOff, letGo } = yield* ProbeQueue
  const { holder, isHeld } = yield* NodeLease
  if (!isHeld()) return 0
  const rows = yield* pullPutOff({ job, limit: rowsPerPull, holder: holder(), lease })
  if (rows.length > 0)
    yield* Effect.ensuring(
      settleAsTheyAre(rows.map((row) => ({ row, smtp: putOff(row) }))),
      Effect.sync(() => letGo(rows))
    )
  return rows.length
})

const finishAll = Effect.gen(function* () {
  const jobs = yield* Jobs.use(({ finishing }) => finishing)
  yield* Effect.forEach(
    jobs,
    (job) => Effect.repeat(settlePutOff(job), { until: (rows) => rows < rowsPerPull }),
    { concurrency: jobsAtOnce, discard: true }
  )
})

export const keepFinishing = finishAll.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Jobs could not be finished", cause)),
  Effect.repeat(alignedSchedule(roundEvery))
)
