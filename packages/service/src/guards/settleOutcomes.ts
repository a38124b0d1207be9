/**
 * What becomes of rows that came back from their mail servers: most have their answer, a greylisted
 * one is asked again later, and one that found no turn was as good as never asked.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Duration, Effect, Schedule } from "effect"

import { ProbeQueue } from "../probes/ProbeQueue.ts"
import { ProbeOutcomes } from "./ProbeOutcomes.ts"
import type { Outcome } from "./ProbeOutcomes.ts"

/** A row without a turn makes room for others this long. */
const restAfterWait = Duration.seconds(30)

/** Short trouble of the database. After longer trouble the leases have ended, and rows are asked again. */
const retries = Schedule.spaced("1 second").pipe(Schedule.upTo({ duration: "1 minute" }))

/** Our own trouble, and nobody's fault. */
const isUnasked = ({ smtp }: Outcome): boolean =>
  !smtp.checked && (smtp.reason === "smtp_throttled" || smtp.reason === "smtp_unavailable")

const isGreylisted = (smtp: SmtpEvidence): boolean => smtp.status === "greylisted"

/** Those that are still to be asked again leave our hands; the others have their answer. */
const deferGreylisted = Effect.fnUntraced(function* (all: ReadonlyArray<Outcome>) {
  const greylisted = all.filter(({ smtp }) => isGreylisted(smtp))
  if (greylisted.length === 0) return all
  const queue = yield* ProbeQueue
  const { exhausted } = yield* queue.defer(greylisted.map(({ row }) => row))
  const last = new Set(exhausted.map(({ job, row }) => `${job} ${row}`))
  return all.filter(({ smtp, row }) => !isGreylisted(smtp) || last.has(`${row.job} ${row.row}`))
})

export const settleOutcomes = (
  all: ReadonlyArray<Outcome>
): Effect.Effect<void, never, ProbeQueue | ProbeOutcomes> =>
  Effect.gen(function* () {
    const queue = yield* ProbeQueue
    const outcomes = yield* ProbeOutcomes
    const unasked = all.filter(isUnasked).map(({ row }) => row)
    if (unasked.length > 0) {
      const now = yield* Clock.currentTimeMillis
      yield* queue.giveBackRows(unasked, now + Duration.toMillis(restAfterWait))
    }
    const heard = yield* deferGreylisted(all.filter((one) => !isUnasked(one)))
    if (heard.length > 0) yield* outcomes.settle(heard)
  }).pipe(
    Effect.retry({ schedule: retries }),
    Effect.catchCause((cause) => Effect.logWarning("Answers of mail servers were lost", cause))
  )
