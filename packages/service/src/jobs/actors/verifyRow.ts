/**
 * Verifies rows of a job like single checks, except for facts that have no result column, and that a row
 * waits for facts that are late. A deep row that needs an SMTP conversation goes to the probe queue with
 * its evidence.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { chargeFor } from "@rcpt/domain/price"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"
import { isIncomplete } from "@rcpt/verifier/catchUp"
import { judge } from "@rcpt/verifier/judge/judge"
import { probeRequestFor, withSmtpEvidence } from "@rcpt/verifier/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import { egressOf } from "../../probing/egress/chooseEgress.ts"
import { EgressHealth } from "../../probing/egress/EgressHealth.ts"
import { hostGroups } from "../../probing/hostGroups.ts"
import type { ProbeRow } from "../../probing/queue/ProbeRow.ts"
import { verifyWithReports } from "../../reports/ownReports.ts"
import { rulesNamed } from "../../rules/ruleRows.ts"
import type { ClaimedChunk } from "../Chunks.ts"
import { toJobRow } from "../csv/ResultRow.ts"
import type { SettledRow } from "../results/keepResults.ts"
import { encodeEvidence } from "./evidenceCodec.ts"

/** A verified row: its result, or its entry for the probe queue. */
export type VerifiedRow = SettledRow | ProbeRow

/** A row whose domain is asked about still. */
export interface LateRow {
  readonly row: number
  readonly verification: Verification
}

export const isLate = (row: VerifiedRow | LateRow): row is LateRow => "verification" in row

export const isSettled = (row: VerifiedRow): row is SettledRow => "result" in row

export const judged = (evidence: Evidence): Verification => ({
  evidence,
  judgement: judge(evidence)
})

/** The result of a row. In deep mode, the evidence must include `smtp`. */
export const settledRow = (
  { row, mode }: { readonly row: number; readonly mode: Mode },
  verification: Verification,
  now: number
): SettledRow => {
  const creditsUsed = chargeFor(mode, verification)
  const checkedAt = new Date(now).toISOString()
  return {
    row,
    result: toJobRow(verification, { mode, creditsUsed, checkedAt }),
    email: verification.evidence.input,
    ...(verification.evidence.sandbox && { isSandbox: true })
  }
}

/** The probe queue sets its own deadline. */
const noDeadline = Duration.zero

/** The probe for the row's mail server, or the SMTP evidence if no probe is needed. */
const probeOrEvidence = (evidence: Evidence, isSmtpOff: boolean, now: number) => {
  if (evidence.sandbox !== undefined) return evidence.sandbox.smtp
  const probe = probeRequestFor(evidence, { isOfList: true }, noDeadline, now)
  if (isSmtpEvidence(probe)) return probe
  return isSmtpOff ? notChecked("smtp_unavailable") : probe
}

const isSmtpEvidence = (probe: object): probe is SmtpEvidence => "status" in probe

interface RowVerifier {
  readonly verifyRow: (row: number, email: string) => Effect.Effect<VerifiedRow | LateRow>
  /** A late row, once its facts are as complete as they get. */
  readonly judgeRow: (row: LateRow) => Effect.Effect<VerifiedRow>
}

/** Verifies the rows of one chunk: what they share is looked up once, since a list has a million rows. */
export const verifyRowOf = Effect.fnUntraced(function* (chunk: ClaimedChunk) {
  const { job, account, mode, rulesId } = chunk
  const rules = yield* rulesNamed(account, rulesId)
  const verify = yield* verifyWithReports(chunk, yield* Verifier)
  const clock = yield* Clock.Clock
  const { smtp, egresses } = yield* Config
  const groups = yield* hostGroups
  const health = yield* EgressHealth

  const toDeep = Effect.fnUntraced(function* (
    row: number,
    { evidence }: Verification
  ): Effect.fn.Return<VerifiedRow> {
    const now = clock.currentTimeMillisUnsafe()
    const probe = probeOrEvidence(evidence, smtp === "off", now)
    if (isSmtpEvidence(probe))
      return settledRow({ row, mode }, judged(withSmtpEvidence(evidence, probe)), now)
    const { address, hosts, catchAll } = probe
    const group = yield* groups.of(hosts[0]?.host ?? address.domain)
    return {
      job,
      row,
      account,
      group,
      egress: egressOf(address.domain, group, egresses, health.of(group)).id,
      question: { address, hosts, catchAll, queuedAt: now },
      memo: encodeEvidence(evidence)
    }
  })

  const judgeRow: RowVerifier["judgeRow"] = ({ row, verification }) =>
    mode === "deep"
      ? toDeep(row, verification)
      : Effect.sync(() => settledRow({ row, mode }, verification, clock.currentTimeMillisUnsafe()))

  // The check is without SMTP, in deep mode too: the probe queue does it later.
  const options = { account, urgency: "bulk", context: false, rules } as const
  const verifyRow: RowVerifier["verifyRow"] = (row, email) =>
    Effect.flatMap(verify(email, options), (verification): Effect.Effect<VerifiedRow | LateRow> =>
      isIncomplete(verification)
        ? Effect.succeed({ row, verification })
        : judgeRow({ row, verification })
    )
  return { verifyRow, judgeRow }
})
