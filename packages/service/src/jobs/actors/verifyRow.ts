/**
 * Verifies one row of a job like a single check, except for facts that have no result column. A deep row
 * that needs an SMTP conversation goes to the probe queue with its evidence.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { chargeFor } from "@rcpt/domain/price"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { Mode } from "@rcpt/domain/Verdict"
import { withSmtpEvidence } from "@rcpt/verifier/askMailServer"
import { judge } from "@rcpt/verifier/judge/judge"
import { mailHostGroup, probeRequestFor } from "@rcpt/verifier/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import { egressOf } from "../../platform/config/Egress.ts"
import type { ProbeRow } from "../../probing/queue/ProbeRow.ts"
import { toJobRow } from "../csv/JobRow.ts"
import type { SettledRow } from "../results/keepResults.ts"
import { encodeEvidence } from "./evidenceCodec.ts"

/** A verified row: its result, or its entry for the probe queue. */
export type VerifiedRow = SettledRow | ProbeRow

export const isSettled = (row: VerifiedRow): row is SettledRow => "result" in row

export interface RowToVerify {
  readonly job: string
  readonly account: string
  readonly mode: Mode
  readonly row: number
  readonly email: string
}

/** The result of a row. In deep mode, `evidence` must include `smtp`. */
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

/** The probe queue sets its own deadline. */
const noDeadline = Duration.zero

/** The probe for the row's mail server, or the SMTP evidence if no probe is needed. */
const probeOrEvidence = (evidence: Evidence, isSmtpOff: boolean, now: number) => {
  if (evidence.sandbox !== undefined) return evidence.sandbox.smtp
  const probe = probeRequestFor(evidence, {}, noDeadline, now)
  if (isSmtpEvidence(probe)) return probe
  return isSmtpOff ? notChecked("smtp_unavailable") : probe
}

const isSmtpEvidence = (probe: object): probe is SmtpEvidence => "status" in probe

export const verifyRow = Effect.fnUntraced(function* (input: RowToVerify) {
  const { job, account, mode, row, email } = input
  const verifier = yield* Verifier
  // Without SMTP, in deep mode too: the probe queue does it later.
  const { evidence } = yield* verifier.verify(email, { account, urgency: "bulk", context: false })
  const now = yield* Clock.currentTimeMillis
  if (mode === "fast") return settledRow(input, evidence, now)

  const { smtp, egresses } = yield* Config
  const probe = probeOrEvidence(evidence, smtp === "off", now)
  if (isSmtpEvidence(probe)) return settledRow(input, withSmtpEvidence(evidence, probe), now)
  const { address, hosts, catchAll } = probe
  return {
    job,
    row,
    account,
    group: mailHostGroup(hosts[0]?.host ?? address.domain),
    egress: egressOf(address.domain, egresses).id,
    question: { address, hosts, catchAll },
    memo: encodeEvidence(evidence)
  } satisfies ProbeRow
})
