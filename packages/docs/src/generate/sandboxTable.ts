/** The sandbox table in Markdown, with each row's result computed by the verifier. */
import type { Evidence } from "@rcpt/domain/Evidence"
import { costOf } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import { judge } from "@rcpt/verifier/judge/judge"
import { withSmtpEvidence } from "@rcpt/verifier/Prober"
import { sandboxDomain, soundEvidence } from "@rcpt/verifier/sandbox/changes"
import { playSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { sandboxRows } from "@rcpt/verifier/sandbox/sandboxRows"
import type { SandboxRow } from "@rcpt/verifier/sandbox/sandboxRows"

const code = (words: ReadonlyArray<string | undefined>): string =>
  words.flatMap((word) => (word === undefined ? [] : `\`${word}\``)).join(" ")

const verdict = (evidence: Evidence): string => {
  const { status, subStatus, score } = judge(evidence)
  return `${code([status, subStatus])} ${score}`
}

const usualPrice = (mode: Mode, evidence: Evidence): string =>
  String(costOf(mode, judge(evidence), evidence.smtp))

/** Any time will do: only `explain` shows it. */
const now = 0

const cells = ({ localPart, says }: SandboxRow): ReadonlyArray<string> => {
  const address = { localPart, domain: sandboxDomain, smtputf8: false }
  const fast = playSandbox(soundEvidence(`${localPart}@${sandboxDomain}`, address, now), now)!
  const smtp = fast.sandbox!.smtp
  const deep = withSmtpEvidence(fast, smtp)
  return [
    code([localPart]),
    says,
    verdict(fast),
    smtp.checked ? code([smtp.status, smtp.subReason]) : code([smtp.status, smtp.reason]),
    verdict(deep),
    `${usualPrice("fast", fast)} / ${usualPrice("deep", deep)}`
  ]
}

const heads = [
  "local part",
  "simulates",
  "`fast`: verdict, score",
  "`deep`: `smtp.status`, `reason` or `sub_reason`",
  "`deep`: verdict, score",
  "price in credits, `fast` / `deep`"
]

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

export const sandboxTable = (): string =>
  [line(heads), line(heads.map(() => "---")), ...sandboxRows.map((row) => line(cells(row)))].join(
    "\n"
  )
