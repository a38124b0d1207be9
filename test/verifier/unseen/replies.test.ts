/**
 * Replies that no rule was written for: they were kept apart while the rules were made. What counts most is
 * that no address is condemned for words about us.
 */
import { readFileSync } from "node:fs"

import { SmtpChecked, SmtpSubReason } from "@rcpt/domain/Smtp"
import { readReply } from "@rcpt/verifier/smtp/readReply"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

import { parseReply } from "../smtp/smtpReply.ts"

const Unseen = Schema.Struct({
  /** 2: written after the rules had been changed for the first set. */
  set: Schema.Number,
  group: Schema.String,
  reply: Schema.String,
  /** Any of these is right. */
  status: Schema.Array(SmtpChecked.fields.status),
  sub_reason: Schema.optionalKey(SmtpSubReason)
})
type Unseen = typeof Unseen.Type

const unseen = readFileSync(new URL("replies.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Unseen))(line))

const ours = { helo: "probe.rcpt.test", mailFrom: "check@rcpt.test" }

/** As it counts where the reply to a control address says no more. */
const read = ({ reply }: Unseen) => {
  const reading = readReply({
    phase: "rcpt",
    reply: parseReply(reply),
    mxHost: "mx.acme.test",
    recipient: "ann@acme.test",
    ours
  })
  return reading.isUnclear ? { ...reading, status: "unknown" as const } : reading
}

const isRight = (one: Unseen): boolean => {
  const { status, subReason } = read(one)
  return (
    one.status.includes(status) && (one.sub_reason === undefined || one.sub_reason === subReason)
  )
}

const groups = [...new Set(unseen.map(({ group }) => group))]

/** The share that has to be read right, of each group. */
const rightMin = 0.95

describe("Replies that no rule was written for", () => {
  it("never condemn an address by words about something else", () => {
    const condemned = unseen.filter(
      (one) => read(one).status === "undeliverable" && !one.status.includes("undeliverable")
    )
    assert.deepStrictEqual(
      condemned.map((one) => `${one.reply}: ${read(one).ruleId}`),
      []
    )
  })

  for (const group of groups)
    it(`are read right nearly always: ${group}`, () => {
      const all = unseen.filter((one) => one.group === group)
      const wrong = all.filter((one) => !isRight(one))
      assert.isAtLeast(
        1 - wrong.length / all.length,
        rightMin,
        wrong.map((one) => `${one.reply}: ${read(one).ruleId} ${read(one).status}`).join("\n")
      )
    })
})
