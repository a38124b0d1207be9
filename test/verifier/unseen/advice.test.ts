/** What a careful sender would do, written down before the table. */
import { readFileSync } from "node:fs"

import { adviceFor } from "@rcpt/domain/recommendation"
import { SmtpReason, SmtpStatus } from "@rcpt/domain/Smtp"
import { Status, SubStatus } from "@rcpt/domain/Verdict"
import { verdictRules } from "@rcpt/verifier/judge/judge"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Situation = Schema.Struct({
  status: Status,
  sub_status: Schema.optionalKey(SubStatus),
  smtp: Schema.optionalKey(SmtpStatus),
  reason: Schema.optionalKey(SmtpReason),
  want: Schema.String
})

const situations = readFileSync(new URL("advice.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Situation))(line))

describe("What to do with an address", () => {
  for (const { status, sub_status: subStatus, smtp, reason, want } of situations)
    it(`that is ${[status, subStatus, smtp, reason].filter(Boolean).join(", ")}: ${want}`, () => {
      const asked = smtp && { smtp: { status: smtp, ...(reason && { reason }) } }
      const advice = adviceFor({ status, subStatus, ...asked })
      assert.strictEqual(advice.recommendation, want)
      assert.strictEqual(advice.retryAfter !== undefined, want === "ask_again")
    })

  const all = Status.literals.flatMap((status) =>
    SubStatus.literals.flatMap((subStatus) =>
      SmtpStatus.literals.map((smtp) => ({
        status,
        subStatus,
        ...adviceFor({ status, subStatus, smtp: { status: smtp } })
      }))
    )
  )

  it("says when to ask again wherever it says so, and nowhere else", () => {
    for (const { recommendation, retryAfter = 0 } of all)
      assert.strictEqual(retryAfter > 0, recommendation === "ask_again")
  })

  it("is never to send, with or without care, what is known to bounce", () => {
    const bounces = [
      ...verdictRules
        .filter(({ status }) => status === "invalid")
        .map(({ subStatus }) => subStatus),
      "reported_bounce",
      "reported_complaint"
    ]
    for (const { status, subStatus, recommendation } of all)
      if (status !== "valid" && bounces.includes(subStatus))
        assert.strictEqual(recommendation, "do_not_send")
  })

  it("is never to send where the verdict is not valid", () => {
    for (const status of Status.literals.filter((one) => one !== "valid"))
      for (const subStatus of SubStatus.literals)
        for (const smtp of SmtpStatus.literals)
          assert.notStrictEqual(
            adviceFor({ status, subStatus, smtp: { status: smtp } }).recommendation,
            "send"
          )
  })
})
