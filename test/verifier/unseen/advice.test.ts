/** What a careful sender would do, written down before the table. */
import { readFileSync } from "node:fs"

import { adviceFor } from "@rcpt/domain/recommendation"
import { SmtpReason, SmtpStatus } from "@rcpt/domain/Smtp"
import { Status, SubStatus } from "@rcpt/domain/Verdict"
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
