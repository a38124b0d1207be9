/**
 * Addresses of a list at a domain that takes every address: once that is known, each further recipient would
 * tell nothing, and take the pace from those who can tell something. A few are asked all the same, to see
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

/** One of so many addresses is asked. The same one always is, so that a list has the same result twice. */
const sampleOneOf = 16

const isInSample = (address: Address): boolean =>
  Number.parseInt(hash("sha256", print(address)).slice(0, 8), 16) % sampleOneOf === 0

/** Behind a gateway or at a provider that conceals, acceptance of all means something else. */
export const needsNoQuestion = ({
  address,
  hosts: [first]
}: Pick<ProbeRequest, "address" | "hosts">) =>
  probePolicyOf(first?.host ?? "").acceptance === "open" && !isInSample(address)

/** What is said of an address of a list whose domain was known before; `undefined`: it is to be asked. */
export const answerFromEvidence = ({
  syntax,
  domain,
  catchAll,
  catchAllLearntAt
}: Evidence): SmtpNotChecked | undefined => {
  // What follows from the operator of the hosts was not seen in a session.
  if (catchAll._tag !== "Present" || catchAllLearntAt === undefined) return undefined
  if (syntax._tag === "malformed" || domain?.route._tag !== "hosts") return undefined
  const isAnswered = needsNoQuestion({ address: syntax.address, hosts: domain.route.hosts })
  return isAnswered ? notChecked("smtp_not_required") : undefined
}

/** The same for a row whose domain may have become known while it waited. */
export const answerFromKnowledge = Effect.fnUntraced(function* (
  { knowledge }: { readonly knowledge: DomainKnowledge["Service"] },
  request: ProbeRequest
): Effect.fn.Return<SmtpNotChecked | undefined> {
  if (request.urgency !== "bulk" || !needsNoQuestion(request)) return undefined
  const { catchAll } = yield* knowledge.recall(request.address.domain)
  return catchAll._tag === "Present"
    ? { ...notChecked("smtp_not_required"), catchAllBecause: catchAll.value.because }
    : undefined
})

/** A domain that refuses a mailbox may take every address no longer: the control address tells. */
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
