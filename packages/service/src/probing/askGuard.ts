/**
 * Sends a probe to a guard, which may be on another node or moving to one, and returns by the deadline.
 * A failure on the way is one of the service and says nothing about the mailbox.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Duration, Effect } from "effect"
import type { ClusterError } from "effect/cluster"

/** A guard itself keeps the deadline; this is for the network. */
const grace = Duration.millis(500)

type GuardError =
  | ClusterError.MailboxFull
  | ClusterError.AlreadyProcessingMessage
  | ClusterError.PersistenceError
  | ClusterError.EntityNotAssignedToRunner

export const askGuard = Effect.fnUntraced(function* (
  ask: Effect.Effect<SmtpEvidence, GuardError>,
  deadline: number
) {
  const now = yield* Clock.currentTimeMillis
  return yield* ask.pipe(
    Effect.catch(({ _tag }) =>
      Effect.succeed(notChecked(_tag === "MailboxFull" ? "smtp_throttled" : "smtp_unavailable"))
    ),
    Effect.catchDefect((defect) =>
      Effect.as(Effect.logError("A guard failed", defect), notChecked("smtp_unavailable"))
    ),
    Effect.timeoutOrElse({
      duration: Duration.sum(Duration.millis(Math.max(0, deadline - now)), grace),
      orElse: () => Effect.succeed(notChecked("smtp_unavailable"))
    })
  )
})
