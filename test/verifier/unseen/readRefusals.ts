/** Refusals of public sources, and how they are read where the reply to a control address says no more. */
import { hash } from "node:crypto"
import { readFileSync } from "node:fs"

import { readReply } from "@rcpt/verifier/smtp/readReply"
import { Schema } from "effect"

import { parseReply } from "../smtp/smtpReply.ts"

const Refusal = Schema.Struct({
  /** As it was sent, with the names of our kind of client in place of the real ones. */
  reply: Schema.String,
  host: Schema.String,
  language: Schema.String,
  /** What a careful reader takes from the words. */
  kind: Schema.Literals([
    "missing",
    "disabled",
    "full",
    "domain",
    "us",
    "limit",
    "wait",
    "sender",
    "busy",
    "trouble",
    "unclear"
  ]),
  source: Schema.String
})
export type Refusal = typeof Refusal.Type

export const refusalsIn = (name: string): ReadonlyArray<Refusal> =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Refusal))(line))

/** A third, told by a hash of the reply, was held apart while the rules were made. */
export const isHeld = ({ reply }: Refusal): boolean => hash("sha256", reply, "buffer")[0]! % 3 === 0

/** As it counts where the reply to a control address says no more. */
export const read = ({ reply, host }: Refusal) => {
  const { status, subReason, isUnclear, ruleId } = readReply({
    phase: "rcpt",
    reply: parseReply(reply),
    mxHost: host || "mx.acme.test",
    recipient: "ann@acme.test",
    ours: { helo: "probe.rcpt.test", mailFrom: "check@rcpt.test" }
  })
  return isUnclear
    ? { status: "unknown", subReason: undefined, ruleId, code: 0 }
    : { status, subReason, ruleId, code: parseReply(reply).code }
}

export const aboutMailbox: ReadonlySet<Refusal["kind"]> = new Set([
  "missing",
  "disabled",
  "full",
  "domain"
])

/** A temporary reply proves nothing against a mailbox, but it is not about us either. */
export const isFound = (refusal: Refusal): boolean => {
  const { status, subReason, code } = read(refusal)
  if (refusal.kind === "full") return subReason === "mailbox_full"
  return status === "undeliverable" || (code < 500 && code > 0 && status !== "policy_blocked")
}

export const say = (refusal: Refusal): string => {
  const { status, ruleId } = read(refusal)
  return `${refusal.kind}, read as ${status} (${ruleId}): ${refusal.reply}`
}
