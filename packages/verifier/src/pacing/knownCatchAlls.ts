/**
 * Answers for addresses of a list at a domain that accepts every address. Once that is known, another recipient
 * would show nothing, and would use up the pace of others. A few addresses are asked about all the same, to see
 * whether it still holds.
 */
import { hash } from "node:crypto"

import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import type { Evidence } from "@rcpt/domain/Evidence"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence, SmtpNotChecked } from "@rcpt/domain/Smtp"
import { Clock, Deferred, Duration, Effect } from "effect"

import type { DomainKnowledge } from "../DomainKnowledge.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import type { ProbeRequest } from "./Probe.ts"

/** One of so many addresses is asked about. It is always the same one, so that a list has the same result twice. */
const sampleOneOf = 16

const isInSample = (address: Address): boolean =>
  Number.parseInt(hash("sha256", print(address)).slice(0, 8), 16) % sampleOneOf === 0

/**
 * Whether an address needs no question. Behind a gateway or at a provider that conceals, acceptance of all
 * means something else.
 */
export const needsNoQuestion = ({
  address,
  hosts: [first]
}: Pick<ProbeRequest, "address" | "hosts">) =>
  probePolicyOf(first?.host ?? "").acceptance === "open" && !isInSample(address)

/** The answer for an address of a list whose domain was known before; `undefined` if the server has to be asked. */
export const answerFromEvidence = ({
  syntax,
  domain,
  catchAll,
  catchAllLearntAt
}: Evidence): SmtpNotChecked | undefined => {
  // A conclusion from the operator of the hosts was not seen in a session.
  if (catchAll._tag !== "Present" || catchAllLearntAt === undefined) return undefined
  if (syntax._tag === "malformed" || domain?.route._tag !== "hosts") return undefined
  const isAnswered = needsNoQuestion({ address: syntax.address, hosts: domain.route.hosts })
  return isAnswered ? notChecked("smtp_not_required") : undefined
}

/** The same answer for a row whose domain may have become known while it waited. */
export const answerFromKnowledge = Effect.fnUntraced(function* (
  { knowledge }: { readonly knowledge: DomainKnowledge["Service"] },
  request: ProbeRequest
): Effect.fn.Return<SmtpNotChecked | undefined> {
  if (request.urgency !== "bulk" || !needsNoQuestion(request)) return undefined
  const { catchAll, learntAt } = yield* knowledge.recall(request.address.domain)
  if (catchAll._tag !== "Present") return undefined
  return {
    ...notChecked("smtp_not_required"),
    catchAllBecause: catchAll.value.because,
    ...(learntAt !== undefined && { catchAllLearntAt: learntAt })
  }
})

/**
 * Whether a known catch-all is in doubt: it has refused a mailbox, so the control address has to be asked about
 * again.
 */
export const isInDoubt = Effect.fnUntraced(function* (
  { knowledge }: { readonly knowledge: DomainKnowledge["Service"] },
  { address: { domain } }: ProbeRequest,
  { reading, mxHost }: RcptResult
) {
  const { status, subReason, isUnclear } = reading
  if (status !== "undeliverable" || subReason !== "mailbox_not_found" || isUnclear) return false
  if (probePolicyOf(mxHost).control === "never") return false
  return (yield* knowledge.recall(domain)).catchAll._tag === "Present"
})

/** How long a row waits for the first one of its domain: a session and its control probe seldom take longer. */
const firstRowWaitMax = Duration.seconds(30)

/** Whether new knowledge about its domain may answer this row without a question. */
const mayBeSpared = (request: ProbeRequest): boolean =>
  request.urgency === "bulk" && request.catchAll._tag === "Unanswered" && needsNoQuestion(request)

/**
 * Makes a function that runs the probe of a request unless its answer is known before. Rows of a list at one
 * domain come at the same time, and each would be asked about before it is known whether the domain accepts every
 * address. So one row goes ahead, and the others wait for its result.
 */
export const makeGoingAhead = (knowledge: DomainKnowledge["Service"]) => {
  /** By domain, the end of the probe that goes ahead. */
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
    yield* Effect.timeoutOption(Deferred.await(first), Duration.min(firstRowWaitMax, left))
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
