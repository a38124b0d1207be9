/**
 * Runs a probe unless its account guesses names at the domain. That is asked again when a session takes the
 * probe: by then, the names before it in the queue have been answered.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { ProbeRequest } from "@rcpt/verifier/pacing/PendingProbe"
import { Clock, Effect } from "effect"

import type { GuessLimit } from "./guessLimit.ts"

const isUnasked = (smtp: SmtpEvidence): boolean => !smtp.checked && smtp.reason === "smtp_throttled"

export const unlessGuessing = (
  limit: GuessLimit,
  request: ProbeRequest,
  probe: (request: ProbeRequest) => Effect.Effect<SmtpEvidence>
): Effect.Effect<SmtpEvidence> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const { account, address, isWanted = () => true } = request
    const { localPart } = address
    const isAllowed = () => limit.allows(account, localPart, clock.currentTimeMillisUnsafe())
    if (!isAllowed()) return Effect.succeed(notChecked("smtp_abuse_throttled"))
    const limited = { ...request, isWanted: () => isWanted() && isAllowed() }
    return Effect.map(probe(limited), (smtp) => {
      limit.learn(account, localPart, smtp, clock.currentTimeMillisUnsafe())
      return isUnasked(smtp) && !isAllowed() ? notChecked("smtp_abuse_throttled") : smtp
    })
  })
