/**
 * Asks a guard, which may be here, on another node or moving to one, and returns by the deadline. A
 * failure on the way is one of the service and says nothing about the mailbox.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { byDeadline, Deadline } from "@rcpt/verifier/cache/Deadline"
import { Cause, Clock, Duration, Effect } from "effect"
import type { ClusterError } from "effect/cluster"

import type { GuardedProbe } from "./GuardedProbe.ts"
import type { GuardsHere } from "./LocalGuards.ts"

/** The guard keeps the deadline itself; this much more is for the network. */
const grace = Duration.millis(500)

export type GuardError =
  | ClusterError.MailboxFull
  | ClusterError.AlreadyProcessingMessage
  | ClusterError.PersistenceError
  | ClusterError.EntityNotAssignedToRunner

/** A node that comes back from a freeze gives its guards up; the next node takes them a moment later. */
const movesFor = Duration.millis(100)

/**
 * A node that loses a guard interrupts its answers. That interruption is not the caller's own (it once ended
 * an HTTP request with an empty 503), so the guard is asked again, on the node that has it next.
 */
const askedAgain = <E>(ask: Effect.Effect<SmtpEvidence, E>): Effect.Effect<SmtpEvidence, E> =>
  Effect.catchCause(ask, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.andThen(Effect.sleep(movesFor), askedAgain(ask))
      : Effect.failCause(cause)
  )

/** The time in epoch milliseconds by which a guard has answered, or never will. */
export const endsBy = ({ deadline }: { readonly deadline: number }): number =>
  deadline + Duration.toMillis(grace)

/** The answer to a question that no guard took: throttled where too many wait, else unavailable. */
export const refused = ({ _tag }: GuardError): Effect.Effect<SmtpEvidence> =>
  Effect.succeed(notChecked(_tag === "MailboxFull" ? "smtp_throttled" : "smtp_unavailable"))

/** The answer after a defect on the way, or in the guard. The defect is in the log. */
export const broken = (defect: unknown): Effect.Effect<SmtpEvidence> =>
  Effect.as(Effect.logError("A guard failed", defect), notChecked("smtp_unavailable"))

/** Asks the guard with this id. `send` asks one that is not in this process. */
export const askGuard = Effect.fnUntraced(function* (
  local: GuardsHere,
  id: string,
  request: GuardedProbe,
  send: (request: GuardedProbe) => Effect.Effect<SmtpEvidence, GuardError>
) {
  const now = yield* Clock.currentTimeMillis
  const until = endsBy({ deadline: Math.max(now, request.deadline) })
  const ask = Effect.suspend(() => (local.find(id, until) ?? send)(request))
  return yield* askedAgain(ask).pipe(Effect.catch(refused), Effect.catchDefect(broken), (asking) =>
    byDeadline(asking, new Deadline(until), () => notChecked("smtp_unavailable"))
  )
})
