/** One page for each `sub_status` and `smtp.status`, with the answer that its sandbox address gets. */
import { render, spoken } from "@rcpt/api/render"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Evidence } from "@rcpt/domain/Evidence"
import { chargeFor, costOf } from "@rcpt/domain/price"
import { creditsOf } from "@rcpt/domain/prices"
import { adviceFor } from "@rcpt/domain/recommendation"
import type { SmtpStatus } from "@rcpt/domain/Smtp"
import type { Mode, SubStatus } from "@rcpt/domain/Verdict"
import { judge, verdictRules } from "@rcpt/verifier/judge/judge"
import { withSmtpEvidence } from "@rcpt/verifier/Prober"
import { sandboxDomain, soundEvidence } from "@rcpt/verifier/sandbox/changes"
import { playSandbox } from "@rcpt/verifier/sandbox/playSandbox"

import { code, json, paragraphs, table } from "./markdown.ts"
import { reasonTexts, smtpTexts, subReasonTexts } from "./smtpTexts.ts"
import { verdictTexts } from "./verdictTexts.ts"
import type { FindingText } from "./verdictTexts.ts"

const made = "<!-- made from tables in packages/docs/src: node packages/cli/bin/run.mjs docs -->"

/** Any time will do: a sandbox answer shows it, but does not depend on it. */
const checkedAt = "2026-01-31T12:00:00.000Z"

const evidenceFor = (localPart: string, mode: Mode): Evidence => {
  const now = Date.parse(checkedAt)
  const address = { localPart, domain: sandboxDomain, smtputf8: false }
  const fast = playSandbox(soundEvidence(`${localPart}@${sandboxDomain}`, address, now), now)!
  return mode === "fast" ? fast : withSmtpEvidence(fast, fast.sandbox!.smtp)
}

const answerOf = (evidence: Evidence, mode: Mode): VerifyResult => {
  const judgement = judge(evidence)
  const verification = { evidence, judgement }
  const creditsUsed = chargeFor(mode, verification)
  return spoken(render(verification, { mode, creditsUsed, elapsedMillis: 1, checkedAt }))
}

/** The fields that a reader compares: the whole answer is in the reference. */
const gist = (answer: VerifyResult) => ({
  email: answer.email,
  status: answer.status,
  ...(answer.sub_status && { sub_status: answer.sub_status }),
  score: answer.score,
  recommendation: answer.recommendation,
  ...(answer.retry_after !== undefined && { retry_after: answer.retry_after }),
  reasons: answer.reasons,
  ...(answer.smtp && { smtp: answer.smtp })
})

const curl = (localPart: string, mode: Mode): string =>
  [
    "```sh",
    'curl -H "X-API-Key: rcpt_live_…" \\',
    `  "http://127.0.0.1:8080/api/v1/verify?email=${localPart}@${sandboxDomain}${mode === "deep" ? "&mode=deep" : ""}"`,
    "```"
  ].join("\n")

/** A command with an address of the sandbox, and the parts of its answer that a reader compares. */
export const tryIt = (localPart: string, mode: Mode): string =>
  paragraphs(
    "## Try it",
    "On any server, without a network and free:",
    curl(localPart, mode),
    json(gist(answerOf(evidenceFor(localPart, mode), mode)))
  )

const explained = ({ means, how, todo }: FindingText): string =>
  paragraphs("## What it means", means, `**How it is found.** ${how}`, "## What to do", todo)

/** Those that only a mail server can tell. `deep` for all others would show the same. */
const modeOf = (subStatus: SubStatus): Mode =>
  judge(evidenceFor(subStatus, "fast")).subStatus === subStatus ? "fast" : "deep"

const statusOf = (subStatus: SubStatus): string =>
  verdictRules.find((rule) => rule.subStatus === subStatus)?.status ?? "risky"

const costIn = (mode: Mode, evidence: Evidence): string =>
  creditsOf(costOf(mode, judge(evidence), evidence.smtp))

const costs = (subStatus: SubStatus, mode: Mode): string => {
  const deep = costIn("deep", evidenceFor(subStatus, "deep"))
  if (mode === "deep") return `${deep} in deep mode`
  const fast = costIn("fast", evidenceFor(subStatus, "fast"))
  return fast === deep ? `${fast} in both modes` : `${fast} in fast mode, ${deep} in deep mode`
}

/** What a `sub_status` says of an address, what to do with it, and what it costs. */
export const verdictLead = (subStatus: SubStatus): string => {
  const mode = modeOf(subStatus)
  const status = statusOf(subStatus)
  const evidence = evidenceFor(subStatus, mode)
  const { recommendation } = adviceFor({ ...judge(evidence), smtp: evidence.smtp })
  return `A ${code("sub_status")} of ${code(status)} addresses. Usual advice: ${code(recommendation)}. Usual cost: ${costs(subStatus, mode)}.`
}

export const verdictPageText = (subStatus: SubStatus): string =>
  `${paragraphs(
    made,
    `# ${subStatus}`,
    verdictLead(subStatus),
    explained(verdictTexts[subStatus]),
    tryIt(subStatus, modeOf(subStatus))
  )}\n`

const wordTable = (head: string, texts: Readonly<Record<string, string>>): string =>
  table(
    [head, "meaning"],
    Object.entries(texts).map(([word, text]) => [code(word), text])
  )

/** The pages that explain the words beside the status. */
const details: Readonly<Partial<Record<SmtpStatus, string>>> = {
  not_checked: paragraphs("## Reasons", wordTable("`smtp.reason`", reasonTexts)),
  unknown: paragraphs("## Details", wordTable("`smtp.sub_reason`", subReasonTexts)),
  undeliverable: paragraphs("## Details", wordTable("`smtp.sub_reason`", subReasonTexts)),
  policy_blocked: paragraphs("## Details", wordTable("`smtp.sub_reason`", subReasonTexts))
}

/** The sandbox address of each status: its own word, unless that is the word of a verdict. */
const sampleOf = (status: SmtpStatus): string =>
  status === "unknown" ? "provider_unverifiable" : status

/** What an `smtp.status` is, and what it costs. */
export const smtpLead = (status: SmtpStatus): string =>
  `An ${code("smtp.status")}: the mail server's answer, in deep mode. The verdict is the top-level ${code("status")}. Usual cost: ${costIn("deep", evidenceFor(sampleOf(status), "deep"))}.`

export const smtpPageText = (status: SmtpStatus): string =>
  `${paragraphs(
    made,
    `# ${status}`,
    smtpLead(status),
    explained(smtpTexts[status]),
    details[status] ?? "",
    tryIt(sampleOf(status), "deep")
  )}\n`
