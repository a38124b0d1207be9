/** A refusal in words that no rule knows: what is said of it, shown of it, and learnt from it. */
import { explain } from "@rcpt/api/explain"
import { judge } from "@rcpt/verifier/judge/judge"
import { noControlResult } from "@rcpt/verifier/pacing/ControlProbe"
import { evidenceOf } from "@rcpt/verifier/pacing/Probe"
import { paceSignalOf } from "@rcpt/verifier/pacing/sessionRules"
import { Transcript } from "@rcpt/verifier/smtp/askRecipients"
import { assert, describe, it } from "vitest"

import { sentencesOf } from "../judge/everySentence.ts"
import { evidence } from "../judge/evidence.ts"
import { requestTo } from "../pacing/mxWorld.ts"
import { parseReply } from "./smtpReply.ts"

const ours = { helo: "probe.rcpt.test", mailFrom: "check@rcpt.test" }
const recipient = "ann@acme.test"
const mxHost = "mx.acme.test"

const probed = (text: string) => {
  const reply = parseReply(text)
  const transcript = new Transcript(ours)
  transcript.listenerFor(mxHost, recipient, false)({ phase: "rcpt", reply })
  const reading = transcript.read("rcpt", reply, mxHost, recipient)
  const target = {
    reading,
    reply,
    phase: "rcpt",
    mxHost,
    recipient,
    ours,
    hasAcceptedOthers: false
  } as const
  const probe = { request: requestTo(mxHost), transcript, startedAt: 0, deadline: 1_000 }
  const heard = { _tag: "Heard", probe, target, tls: false, controlProbe: undefined } as const
  const smtp = evidenceOf(heard, noControlResult, 1)
  const given = evidence({}, {}, { smtp })
  const { subStatus } = judge(given)
  const [row] = explain(given, "2026-01-02T00:00:00.000Z").filter(({ code }) => code !== undefined)
  return {
    smtp,
    reasons: sentencesOf(given),
    subStatus,
    text: row?.text,
    signal: paceSignalOf(target)
  }
}

const unread = "The mail server refused, in words that rcpt does not know."
const blocked = "The mail server blocks us by policy, which says nothing about the mailbox."

describe("A refusal that no rule can read", () => {
  for (const reply of ["550 zork <ann@acme.test> frobnicated", "554 5.7.1 zork frobnicated"])
    it(`is unknown, with its words and without a signal: ${reply}`, () => {
      const { smtp, reasons, subStatus, text, signal } = probed(reply)
      assert.strictEqual(smtp.status, "unknown")
      assert.strictEqual(smtp.subReason, "protocol_error")
      assert.strictEqual(subStatus, "mailbox_unverified")
      assert.include(reasons, unread)
      assert.notInclude(reasons, blocked)
      assert.isUndefined(signal)
      assert.include(text, "zork")
      assert.notInclude(text, "ann@acme.test")
    })

  it("is told from one that is read, of which no text is kept", () => {
    const { smtp, reasons, text, signal } = probed("554 5.7.1 Client host refused by policy")
    assert.strictEqual(smtp.status, "policy_blocked")
    assert.include(reasons, blocked)
    assert.strictEqual(signal, "refused")
    assert.isUndefined(text)
  })
})
