/**
 * Answers for sandbox addresses, on any node and without network: the local part selects the answer.
 * Text after `+` is a tag, so that a list can contain one answer many times.
 */
import type { Address } from "@rcpt/domain/Address"
import type { Evidence } from "@rcpt/domain/Evidence"
import { notChecked } from "@rcpt/domain/Smtp"
import { Result } from "effect"

import { isAscii } from "../address/codePoints.ts"
import { parseAddress } from "../address/parseAddress.ts"
import { notProbedReason } from "../smtp/notProbedReason.ts"
import { sandboxDomain, soundEvidence } from "./changes.ts"
import { accepted, sandboxRows } from "./sandboxRows.ts"
import type { SandboxRow } from "./sandboxRows.ts"

const rowByLocalPart: ReadonlyMap<string, SandboxRow> = new Map(
  sandboxRows.map((row) => [row.localPart, row])
)

const valid = rowByLocalPart.get("valid")!

/** The domain of the input; for a malformed address, the text after its last @. */
const domainOf = (input: string, address: Address | undefined): string =>
  address?.domain ?? input.slice(input.lastIndexOf("@") + 1).toLowerCase()

export const isSandbox = (email: string): boolean => {
  // Only characters beyond ASCII can become letters of the name, so most addresses are not parsed twice.
  if (isAscii(email) && !email.toLowerCase().includes(sandboxDomain)) return false
  const input = email.trim()
  return domainOf(input, Result.getOrUndefined(parseAddress(input))) === sandboxDomain
}

/**
 * The evidence of a sandbox address; `undefined` if the address is not in the sandbox. `now` is in epoch
 * milliseconds.
 */
export const playSandbox = (evidence: Evidence, now: number): Evidence | undefined => {
  const { input, syntax } = evidence
  const address = syntax._tag === "wellFormed" ? syntax.address : undefined
  if (domainOf(input, address) !== sandboxDomain) return undefined
  if (address === undefined) return withSandbox(evidence, undefined)
  const [localPart = ""] = address.localPart.toLowerCase().split("+", 1)
  const { change, smtp } = rowByLocalPart.get(localPart) ?? valid
  return withSandbox(change(soundEvidence(input, address, now)), smtp)
}

const withSandbox = (evidence: Evidence, smtp: SandboxRow["smtp"]): Evidence => {
  const reason = notProbedReason(evidence)
  return {
    ...evidence,
    sandbox: { smtp: smtp ?? (reason === undefined ? accepted : notChecked(reason)) }
  }
}
