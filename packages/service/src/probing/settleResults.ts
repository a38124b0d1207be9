/**
 * Settles probed rows: most have a result, a greylisted one is queued for a retry, and one that was
 * not probed in time is released.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { unavailable } from "@rcpt/store/unavailable"
import { Clock, Duration, Effect, Schedule } from "effect"

import { ProbeResults } from "./ProbeResults.ts"
import type { SettledProbe } from "./ProbeResults.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"

/** How long a row that was not probed makes room for others. */
const unprobedDelay = Duration.seconds(30)

/** For short outages of the database. After a longer one the leases have ended: rows are due again. */
const retries = Schedule.spaced("1 second").pipe(Schedule.upTo({ duration: "1 minute" }))

/** The reason is in the service and says nothing about the mailbox. */
const isUnprobed = ({ smtp }: SettledProbe): boolean =>
  !smtp.checked && (smtp.reason === "smtp_throttled" || smtp.reason === "smtp_unavailable")

const isGreylisted = (smtp: SmtpEvidence): boolean => smtp.status === "greylisted"

/** Queues greylisted rows for their next retry, and returns those that have a final result. */
const deferGreylisted = Effect.fnUntraced(function* (probes: ReadonlyArray<SettledProbe>) {
  const greylisted = probes.filter(({ smtp }) => isGreylisted(smtp))
  if (greylisted.length === 0) return probes
  const queue = yield* ProbeQueue
  const { exhausted } = yield* queue.defer(greylisted.map(({ row }) => row))
  const final = new Set(exhausted.map(({ job, row }) => `${job} ${row}`))
  return probes.filter(({ smtp, row }) => !isGreylisted(smtp) || final.has(`${row.job} ${row.row}`))
})

export const settleResults = (
  probes: ReadonlyArray<SettledProbe>
): Effect.Effect<void, never, ProbeQueue | ProbeResults> =>
  Effect.gen(function* () {
    const queue = yield* ProbeQueue
    const results = yield* ProbeResults
    const unprobed = probes.filter(isUnprobed).map(({ row }) => row)
    if (unprobed.length > 0) {
      const now = yield* Clock.currentTimeMillis
      yield* queue.release(unprobed, now + Duration.toMillis(unprobedDelay))
    }
    const final = yield* deferGreylisted(probes.filter((probe) => !isUnprobed(probe)))
    if (final.length > 0) yield* results.settle(final)
  }).pipe(
    unavailable,
    Effect.retry({ schedule: retries }),
    Effect.catchCause((cause) => Effect.logWarning("Results of probes could not be stored", cause))
  )
