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
import type { SmtpNotChecked } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import type { DomainKnowledge } from "../DomainKnowledge.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import type { ProbeRequest } from "./PendingProbe.ts"

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
