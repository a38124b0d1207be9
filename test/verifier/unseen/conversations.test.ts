/**
 * Replies that others wrote down, from memory of real systems, without having seen the rules. Each is read as
 * the end of a conversation in which a made-up address got the very same words.
 */
import { readFileSync } from "node:fs"

import { unanswered } from "@rcpt/domain/Fact"
import { SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"
import { interpretProbe } from "@rcpt/verifier/smtp/interpretProbe"
import { readReply } from "@rcpt/verifier/smtp/readReply"
import { probePolicyOf } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

import { parseReply } from "../smtp/smtpReply.ts"

const Unseen = Schema.Struct({
  group: Schema.Literals(["aboutUs", "limits", "languages", "mailbox"]),
  input: Schema.String,
  /** `a|b`: either is right. */
  expected: Schema.String,
  sub: Schema.optional(SmtpSubReason),
  phase: Schema.optional(SmtpPhase),
  mx: Schema.optional(Schema.String),
  recipient: Schema.optional(Schema.String),
  source: Schema.String
})
type Unseen = typeof Unseen.Type

const unseen = readFileSync(new URL("conversations.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Unseen))(line))

const ours = { helo: "probe.rcpt.test", mailFrom: "bounce@probe.rcpt.test" }
const madeUp = "bakodi.femuro@x.test"

const read = ({ input, phase = "rcpt", mx = "mx.x.test", recipient = "ann@x.test" }: Unseen) => {
  const resultFor = (to: string) => {
    const reply = parseReply(input.replaceAll(recipient, to))
    const context = { mxHost: mx, recipient: to, ours, hasAcceptedOthers: false }
    return { reading: readReply({ phase, reply, ...context }), reply, phase, ...context } as const
  }
  const known = unanswered("not probed")
  return interpretProbe(resultFor(recipient), resultFor(madeUp), probePolicyOf(mx), known)
}

const isRight = (one: Unseen): boolean => {
  const { status, subReason } = read(one)
  return one.expected.split("|").includes(status) && (one.sub ?? subReason) === subReason
}

const say = (one: Unseen): string => `${one.input}: ${read(one).status}, not ${one.expected}`

const rightMin = 0.97

describe("Replies of conversations that no rule was written for", () => {
  it("never condemn an address by words about something else", () => {
    const condemned = unseen.filter(
      (one) => read(one).status === "undeliverable" && !one.expected.includes("undeliverable")
    )
    assert.deepStrictEqual(condemned.map(say), [])
  })

  for (const [group, cases] of Map.groupBy(unseen, (one) => one.group))
    it(`are read right nearly always: ${group}`, () => {
      const wrong = cases.filter((one) => !isRight(one))
      assert.isAtLeast(1 - wrong.length / cases.length, rightMin, wrong.map(say).join("\n"))
    })
})
