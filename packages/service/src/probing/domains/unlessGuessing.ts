/**
 * Runs a probe unless its account guesses names at the domain. Many probes may start at once: those that
 * could be past the limit wait for the answers to the first.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { ProbeRequest } from "@rcpt/verifier/pacing/PendingProbe"
import { Clock, Duration, Effect, Exit } from "effect"

import type { GuessLimit } from "./guessLimit.ts"

/** Probes end one after the other; this is for a wait that begins while the last one ends. */
const decideAgainEvery = Duration.seconds(1)

export const unlessGuessing = (
  limit: GuessLimit,
  request: ProbeRequest,
  probe: Effect.Effect<SmtpEvidence>
): Effect.Effect<SmtpEvidence> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const { account, address, waitUntil } = request
    const { localPart } = address
    const now = () => clock.currentTimeMillisUnsafe()
    const end = (exit: Exit.Exit<SmtpEvidence>) =>
      Effect.sync(() =>
        limit.end(account, localPart, now(), Exit.isSuccess(exit) ? exit.value : undefined)
      )
    const begin: Effect.Effect<SmtpEvidence> = Effect.suspend(() => {
      const decision = limit.begin(account, localPart, now())
      if (decision === "go") return Effect.onExit(probe, end)
      if (decision === "stop") return Effect.succeed(notChecked("smtp_abuse_throttled"))
      if (now() >= waitUntil) return Effect.succeed(notChecked("smtp_throttled"))
      const wait = Duration.min(decideAgainEvery, Duration.millis(waitUntil - now()))
      return Effect.andThen(Effect.timeoutOption(limit.anyEnd(account), wait), begin)
    })
    return begin
  })
