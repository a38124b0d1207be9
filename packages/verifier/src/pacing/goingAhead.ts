/**
 * Rows of a list at one domain come at once, and each would be asked about before it is known whether the
 * domain takes every address. So one goes ahead, and the others wait for what it shows.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Deferred, Duration, Effect } from "effect"

import type { DomainKnowledge } from "../DomainKnowledge.ts"
import { answerFromKnowledge, needsNoQuestion } from "./knownCatchAlls.ts"
import type { ProbeRequest } from "./PendingProbe.ts"

/** A session and its control probe seldom take longer. Who has waited for so long is asked about. */
const waitMax = Duration.seconds(30)

/** What becomes known of its domain answers this row. */
const mayBeSpared = (request: ProbeRequest): boolean =>
  request.urgency === "bulk" && request.catchAll._tag === "Unanswered" && needsNoQuestion(request)

/** Runs the probe of a request, unless its answer is known before. */
export const makeGoingAhead = (knowledge: DomainKnowledge["Service"]) => {
  /** By domain: ends with the probe that goes ahead. */
  const ahead = new Map<string, Deferred.Deferred<void>>()

  const goAhead = (domain: string, probe: Effect.Effect<SmtpEvidence>) => {
    const end = Deferred.makeUnsafe<void>()
    ahead.set(domain, end)
    return Effect.ensuring(
      probe,
      Effect.sync(() => {
        ahead.delete(domain)
        Deferred.doneUnsafe(end, Effect.void)
      })
    )
  }

  const awaitFirst = Effect.fnUntraced(function* (
    first: Deferred.Deferred<void>,
    { waitUntil }: ProbeRequest
  ) {
    const left = Duration.millis(Math.max(0, waitUntil - (yield* Clock.currentTimeMillis)))
    yield* Effect.timeoutOption(Deferred.await(first), Duration.min(waitMax, left))
  })

  return Effect.fnUntraced(function* (
    request: ProbeRequest,
    probe: Effect.Effect<SmtpEvidence>
  ): Effect.fn.Return<SmtpEvidence> {
    const known = yield* answerFromKnowledge({ knowledge }, request)
    if (known !== undefined) return known
    if (!mayBeSpared(request)) return yield* probe
    const { domain } = request.address
    const { catchAll } = yield* knowledge.recall(domain)
    if (catchAll._tag === "Absent") return yield* probe
    const first = ahead.get(domain)
    if (first === undefined) return yield* goAhead(domain, probe)
    yield* awaitFirst(first, request)
    return (yield* answerFromKnowledge({ knowledge }, request)) ?? (yield* probe)
  })
}
