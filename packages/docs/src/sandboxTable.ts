/** The table of the sandbox in Markdown, each row as the verifier judges it. */
import type { Evidence } from "@rcpt/domain/Evidence"
import { costOf } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import { judge } from "@rcpt/verifier/judge"
import { sandboxDomain, sound } from "@rcpt/verifier/sandbox/changes"
import { playSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { sandboxRows } from "@rcpt/verifier/sandbox/sandboxRows"
import type { SandboxRow } from "@rcpt/verifier/sandbox/sandboxRows"
import { withAnswer } from "@rcpt/verifier/smtp/askMailServer"

const code = (words: ReadonlyArray<string | undefined>): string =>
  words.flatMap((word) => (word === undefined ? [] : `\`${word}\``)).join(" ")

const verdict = (evidence: Evidence): string => {
  const { status, subStatus, score } = judge(evidence)
  return `${code([status, subStatus])} ${score}`
}

const costElsewhere = (mode: Mode, evidence: Evidence): string =>
  String(costOf(mode, judge(evidence), evidence.smtp))

/** When does not matter: only `explain` shows it. */
const now = 0

const cells = ({ localPart, says }: SandboxRow): ReadonlyArray<string> => {
  const address = { localPart, domain: sandboxDomain, smtputf8: false }
  const fast = playSandbox(sound(`${localPart}@${sandboxDomain}`, address, now), now)!
  const smtp = fast.sandbox!.smtp
  const deep = withAnswer(fast, smtp)
  return [
    code([localPart]),
    says,
    verdict(fast),
    smtp.checked ? code([smtp.status, smtp.subReason]) : code([smtp.status, smtp.reason]),
    verdict(deep),
    `${costElsewhere("fast", fast)} / ${costElsewhere("deep", deep)}`
  ]
}

const heads = [
  "local part",
  "what it plays",
  "`fast`: verdict, score",
  "`deep`: `smtp.status`, `reason` or `sub_reason`",
  "`deep`: verdict, score",
  "would cost, `fast` / `deep`"
]

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

export const sandboxTable = (): string =>
  [line(heads), line(heads.map(() => "---")), ...sandboxRows.map((row) => line(cells(row)))].join(
    "\n"
  )
