/**
 * Rows of a list at a domain that takes every address: once that is known, each further recipient would tell
 * nothing, and take the pace from those who can tell something. A few are asked all the same, to see whether
 * it still holds.
 */
import { createHash } from "node:crypto"

import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import { notChecked } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import type { PendingProbe } from "./PendingProbe.ts"
import type { SessionContext } from "./SessionContext.ts"

/** One of so many rows is asked. The same address always is, so that a list has the same result twice. */
const sampleOneOf = 16

const isInSample = (address: Address): boolean =>
  createHash("sha256").update(print(address)).digest().readUInt32BE() % sampleOneOf === 0

/** Behind a gateway or at a provider that conceals, acceptance of all means something else. */
const isPlain = ({ hosts }: PendingProbe): boolean =>
  probePolicyOf(hosts[0] ?? "").acceptance === "open"

/** Completes the row of a list without a question. False: it is to be asked. */
export const answerFromKnowledge = Effect.fnUntraced(function* (
  { knowledge }: SessionContext,
  probe: PendingProbe
) {
  const { address, urgency } = probe.request
  if (urgency !== "bulk" || !isPlain(probe) || isInSample(address)) return false
  const { catchAll } = yield* knowledge.recall(address.domain)
  if (catchAll._tag !== "Present") return false
  probe.complete({
    ...notChecked("smtp_not_required"),
    catchAllBecause: catchAll.value.because
  })
  return true
})

/** A domain that refuses a mailbox takes not every address, whatever it did before. */
export const forgetCatchAll = Effect.fnUntraced(function* (
  { knowledge }: SessionContext,
  { address: { domain } }: PendingProbe["request"],
  { reading, mxHost }: RcptResult
) {
  const { status, subReason, isUnclear } = reading
  if (status !== "undeliverable" || subReason !== "mailbox_not_found" || isUnclear) return
  const { catchAll } = yield* knowledge.recall(domain)
  if (catchAll._tag === "Present")
    yield* knowledge.learn(domain, { about: "catchAll", takesAll: false, source: mxHost })
})
