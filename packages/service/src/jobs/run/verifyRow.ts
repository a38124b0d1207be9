/**
 * One row of a job: verified as a single check is, but for what the file has no column for; a deep
 * one that needs a conversation is put in line for it, with all that was learnt.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { chargeFor } from "@rcpt/domain/price"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { Mode } from "@rcpt/domain/Verdict"
import { judge } from "@rcpt/verifier/judge"
import { withAnswer } from "@rcpt/verifier/smtp/askMailServer"
import { mailHostGroup, questionAbout } from "@rcpt/verifier/smtp/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect } from "effect"

import { Config } from "../../Config.ts"
import { egressOf } from "../../guards/Egress.ts"
import type { ProbeRow } from "../../probes/ProbeRow.ts"
import { toJobRow } from "../csv/JobRow.ts"
import type { SettledRow } from "../keepResults.ts"
import { writeEvidence } from "./StoredEvidence.ts"

/** What became of a row: its result, or its place in line. */
export type Verified = SettledRow | ProbeRow

export const isSettled = (verified: Verified): verified is SettledRow => "result" in verified

export interface RowToVerify {
  readonly job: string
  readonly account: string
  readonly mode: Mode
  readonly row: number
  readonly email: string
}

/** The line of a job's result. `smtp` is part of the evidence of every deep row. */
export const settledRow = (
  { row, mode }: Pick<RowToVerify, "row" | "mode">,
  evidence: Evidence,
  now: number
): SettledRow => {
  const judgement = judge(evidence)
  const creditsUsed = chargeFor(mode, { evidence, judgement })
  const checkedAt = new Date(now).toISOString()
  return {
    row,
    result: toJobRow({ evidence, judgement }, { mode, creditsUsed, checkedAt }),
    ...(evidence.sandbox && { isSandbox: true })
  }
}

/** The line keeps its own time. */
const noDeadline = Duration.zero

/** The question for the row's mail server, or why there is none. */
const questionOf = (evidence: Evidence, isOff: boolean, now: number) => {
  if (evidence.sandbox !== undefined) return evidence.sandbox.smtp
  const asked = questionAbout(evidence, {}, noDeadline, now)
  if ("status" in asked) return asked
  return isOff ? notChecked("smtp_unavailable") : asked
}

const isAnswer = (asked: object): asked is SmtpEvidence => "status" in asked

export const verifyRow = Effect.fnUntraced(function* (what: RowToVerify) {
  const { job, account, mode, row, email } = what
  const verifier = yield* Verifier
  // The conversation of a deep row comes later.
  const { evidence } = yield* verifier.verify(email, { account, urgency: "bulk", context: false })
  const now = yield* Clock.currentTimeMillis
  if (mode === "fast") return settledRow(what, evidence, now)

  const { smtp, egresses } = yield* Config
  const asked = questionOf(evidence, smtp === "off", now)
  if (isAnswer(asked)) return settledRow(what, withAnswer(evidence, asked), now)
  const { address, hosts, catchAll } = asked
  return {
    job,
    row,
    account,
    group: mailHostGroup(hosts[0]?.host ?? address.domain),
    egress: egressOf(address.domain, egresses).id,
    question: { address, hosts, catchAll },
    memo: writeEvidence(evidence)
  } satisfies ProbeRow
})
