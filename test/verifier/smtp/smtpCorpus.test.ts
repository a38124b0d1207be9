/** Real replies, labelled by hand. The corpus is beside the checkout, not in it. */
import { existsSync, readFileSync } from "node:fs"

import { SmtpPhase } from "@rcpt/domain/Smtp"
import { readReply } from "@rcpt/verifier/smtp/readReply"
import { Schema } from "effect"
import { assert, it } from "vitest"

import { describeWith } from "../../support/needs.ts"
import { parseReply } from "./smtpReply.ts"

const phases = SmtpPhase.literals

/** The corpus is anonymized, so the recipients are not known. */
const read = (text: string, phase: SmtpPhase, mxHost: string) =>
  readReply({ phase, reply: parseReply(text), mxHost, recipient: "" })

const corpus = new URL("../../../../shared/data/smtp-replies.jsonl", import.meta.url)
const Labelled = Schema.Struct({
  stage: Schema.String,
  reply: Schema.String,
  mx_host: Schema.String,
  smtp_status: Schema.String,
  sub_reason: Schema.NullOr(Schema.String)
})

/** Replies that we read differently, and why. */
const disagreements: Readonly<Record<string, string>> = {
  "554 5.7.1 <kijitora@exmaple.ch>: Recipient address rejected: Access denied":
    "Postfix says this for every REJECT without words, also of policy services that judge our " +
    "address; 5.7.1 is about the sender (RFC 3463 §3.8), and nothing here says otherwise"
}

describeWith(
  { name: "shared/data/smtp-replies.jsonl", found: existsSync(corpus), installable: false },
  "The labelled replies",
  () => {
    const cases = () =>
      readFileSync(corpus, "utf8")
        .trim()
        .split("\n")
        .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Labelled))(line))
    const phaseOf = (stage: string): SmtpPhase => phases.find((phase) => phase === stage) ?? "mail"

    it("are read as labelled, apart from those that we explain", () => {
      const others = cases().filter(({ stage, reply, mx_host, smtp_status, sub_reason }) => {
        const found = read(reply, phaseOf(stage), mx_host)
        return (
          !smtp_status.split("|").includes(found.status) || (found.subReason ?? null) !== sub_reason
        )
      })
      assert.deepStrictEqual(
        others.map(({ reply }) => reply),
        Object.keys(disagreements)
      )
      assert.isAtMost(others.length, 0.05 * cases().length)
    })

    it("about us are never read as about a mailbox, in any phase", () => {
      const aboutUs = cases().filter(({ smtp_status }) => /blocked|rate/.test(smtp_status))
      assert.isAbove(aboutUs.length, 30)
      for (const { reply, mx_host } of aboutUs) {
        for (const phase of phases.filter((phase) => phase !== "rcpt")) {
          assert.notStrictEqual(read(reply, phase, mx_host).status, "undeliverable", reply)
        }
      }
      const atRcpt = aboutUs.filter(({ stage }) => stage === "rcpt" || stage === "connect_or_mail")
      for (const { reply, mx_host } of atRcpt) {
        assert.notStrictEqual(read(reply, "rcpt", mx_host).status, "undeliverable", reply)
      }
    })
  }
)
