/**
 * Settles probed rows: most have a result, a greylisted one is queued for a retry, and one that was
 * not probed in time is released.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Duration, Effect, Schedule } from "effect"

import { ProbeResults } from "./ProbeResults.ts"
import type { SettledProbe } from "./ProbeResults.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"

/** How long a row that was not probed makes room for others. */
const unprobedDelay = Duration.seconds(30)

/** As long as the database is away nobody else can have the rows either. */
const retries = Schedule.spaced("1 second")

/** The reason is in the service and says nothing about the mailbox. */
const isUnprobed = ({ smtp, fault }: SettledProbe): boolean =>
  fault !== "givenUp" &&
  fault !== "blocked" &&
  !smtp.checked &&
  (smtp.reason === "smtp_throttled" || smtp.reason === "smtp_unavailable")

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

/** A bug that one result meets shall not keep the others from being stored. */
const settleFinal = (
  final: ReadonlyArray<SettledProbe>
): Effect.Effect<void, StoreUnavailable, ProbeQueue | ProbeResults> =>
  ProbeResults.use(({ settle }) => settle(final)).pipe(
    unavailable,
    Effect.catchDefect((defect) =>
      final.length > 1
        ? Effect.forEach(final, (one) => settleFinal([one]), { discard: true })
        : Effect.andThen(
            Effect.logError("The result of a probe could not be stored", defect),
            ProbeQueue.use(({ releaseFailed }) =>
              releaseFailed(
                final.map(({ row }) => row),
                unprobedDelay
              )
            )
          )
    )
  )

export const settleResults = (
  probes: ReadonlyArray<SettledProbe>
): Effect.Effect<void, never, ProbeQueue | ProbeResults> =>
  Effect.gen(function* () {
    const queue = yield* ProbeQueue
    for (const [fault, of] of Map.groupBy(probes.filter(isUnprobed), (probe) => probe.fault)) {
      const rows = of.map(({ row }) => row)
      yield* fault === "brokeOff"
        ? queue.releaseFailed(rows, unprobedDelay)
        : queue.release(rows, fault === "unsent" ? Duration.zero : unprobedDelay)
    }
    const final = yield* deferGreylisted(probes.filter((probe) => !isUnprobed(probe)))
    if (final.length > 0) yield* settleFinal(final)
  }).pipe(
    unavailable,
    Effect.retry({ schedule: retries }),
    Effect.catchCause((cause) => Effect.logWarning("Results of probes could not be stored", cause))
  )
