/**
 * Answers for addresses of the sandbox, on any server and without asking anybody: the local part says
 * which answer. What follows `+` is a tag, so that a list can have one answer many times.
 */
import type { Address } from "@rcpt/domain/Address"
import type { Evidence } from "@rcpt/domain/Evidence"
import { notChecked } from "@rcpt/domain/Smtp"
import { Result } from "effect"

import { parseAddress } from "../parseAddress.ts"
import { whyNotProbed } from "../smtp/whyNotProbed.ts"
import { accepted } from "./answers.ts"
import { sandboxDomain, sound } from "./changes.ts"
import { sandboxRows } from "./sandboxRows.ts"
import type { SandboxRow } from "./sandboxRows.ts"

const rowOf: ReadonlyMap<string, SandboxRow> = new Map(
  sandboxRows.map((row) => [row.localPart, row])
)

const valid = rowOf.get("valid")!

/** Of a malformed address, whatever stands behind its last @. */
const domainOf = (input: string, address: Address | undefined): string =>
  address?.domain ?? input.slice(input.lastIndexOf("@") + 1).toLowerCase()

export const isSandbox = (email: string): boolean => {
  const input = email.trim()
  return domainOf(input, Result.getOrUndefined(parseAddress(input))) === sandboxDomain
}

/**
 * What is learnt of an address, by its spelling alone; `undefined`: it is not in the sandbox. `now`:
 * epoch milliseconds.
 */
export const playSandbox = (evidence: Evidence, now: number): Evidence | undefined => {
  const { input, syntax } = evidence
  const address = syntax._tag === "wellFormed" ? syntax.address : undefined
  if (domainOf(input, address) !== sandboxDomain) return undefined
  if (address === undefined) return withSandbox(evidence, undefined)
  const [localPart = ""] = address.localPart.toLowerCase().split("+", 1)
  const { change, smtp } = rowOf.get(localPart) ?? valid
  return withSandbox(change(sound(input, address, now)), smtp)
}

const withSandbox = (evidence: Evidence, smtp: SandboxRow["smtp"]): Evidence => {
  const reason = whyNotProbed(evidence)
  return {
    ...evidence,
    sandbox: { smtp: smtp ?? (reason === undefined ? accepted : notChecked(reason)) }
  }
}
