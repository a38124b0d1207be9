/**
 * Refusals of real servers from public sources, labelled by people who had not seen the rules. A third, told by a
 * hash of the reply, was held apart while the rules were made.
 */
import { hash } from "node:crypto"
import { readFileSync } from "node:fs"

import { readReply } from "@rcpt/verifier/smtp/readReply"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

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
type Refusal = typeof Refusal.Type

const refusals = readFileSync(new URL("refusals.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Refusal))(line))

const isHeld = ({ reply }: Refusal): boolean => hash("sha256", reply, "buffer")[0]! % 3 === 0

/** As it counts where the reply to a control address says no more. */
const read = ({ reply, host }: Refusal) => {
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

const aboutMailbox: ReadonlySet<Refusal["kind"]> = new Set([
  "missing",
  "disabled",
  "full",
  "domain"
])

/** A temporary reply proves nothing against a mailbox, but it is not about us either. */
const isFound = (refusal: Refusal): boolean => {
  const { status, subReason, code } = read(refusal)
  if (refusal.kind === "full") return subReason === "mailbox_full"
  return status === "undeliverable" || (code < 500 && code > 0 && status !== "policy_blocked")
}

const say = (refusal: Refusal): string => {
  const { status, ruleId } = read(refusal)
  return `${refusal.kind}, read as ${status} (${ruleId}): ${refusal.reply}`
}

/** The least share of dead mailboxes that are found. */
const foundMin = 0.9

describe("Refusals from public sources", () => {
  it("never condemn a mailbox by words about something else", () => {
    const condemned = refusals.filter(
      (one) =>
        !aboutMailbox.has(one.kind) &&
        one.kind !== "unclear" &&
        read(one).status === "undeliverable"
    )
    assert.deepStrictEqual(condemned.map(say), [])
  })

  for (const [part, isPart] of [
    ["that the rules were made with", (one: Refusal) => !isHeld(one)],
    ["held apart", isHeld]
  ] as const)
    it(`show nine of ten dead mailboxes, of the part ${part}`, () => {
      const dead = refusals.filter((one) => aboutMailbox.has(one.kind) && isPart(one))
      const missed = dead.filter((one) => !isFound(one))
      assert.isAtLeast(1 - missed.length / dead.length, foundMin, missed.map(say).join("\n"))
    })
})
