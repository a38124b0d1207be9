/** Pages that are written by hand but for their tables. A test fails if a page is out of date. */
import { posix } from "node:path"

import type { ErrorCode } from "@rcpt/api/errors/ErrorCode"
import { errorCodes } from "@rcpt/api/errors/errorCodes"
import type { Evidence } from "@rcpt/domain/Evidence"
import { costOf } from "@rcpt/domain/price"
import type { Mode, SubStatus } from "@rcpt/domain/Verdict"
import { judge, verdictRules } from "@rcpt/verifier/judge/judge"
import { scoreRules } from "@rcpt/verifier/judge/scoreRules"
import { withSmtpEvidence } from "@rcpt/verifier/Prober"
import { sandboxDomain, soundEvidence } from "@rcpt/verifier/sandbox/changes"
import { playSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { sandboxRows } from "@rcpt/verifier/sandbox/sandboxRows"
import type { SandboxRow } from "@rcpt/verifier/sandbox/sandboxRows"

import { pageAt } from "../site/sitePages.ts"
import { smtpLead, tryIt, verdictLead } from "./findingPages.ts"
import { code, paragraphs, table } from "./markdown.ts"
import { smtpTexts } from "./smtpTexts.ts"
import { verdictTexts } from "./verdictTexts.ts"
import type { FindingText } from "./verdictTexts.ts"
import type { Tables } from "./withTables.ts"

/** Of an error that has always the same sentence. */
const bodyOf = ({ texts: [text = "{}", ...others] = [] }: ErrorCode): string =>
  others.length > 0 || text.includes("{") ? "" : ` \`{"error": "${text}"}\``

const section = (row: ErrorCode): string =>
  `### ${row.code}\n\n**${row.status}**${bodyOf(row)}\n\n${row.meaning}\n\n${row.remedy}`

/** The errors in Markdown, a section for each code: its heading is the anchor that `Link` names. */
const errorTable = (): string => errorCodes.map(section).join("\n\n")

const codes = (words: ReadonlyArray<string | undefined>): string =>
  words.flatMap((word) => (word === undefined ? [] : `\`${word}\``)).join(" ")

const verdict = (evidence: Evidence): string => {
  const { status, subStatus, score } = judge(evidence)
  return `${codes([status, subStatus])} ${score}`
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
    codes([localPart]),
    says,
    verdict(fast),
    smtp.checked ? codes([smtp.status, smtp.subReason]) : codes([smtp.status, smtp.reason]),
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

/** The sandbox table in Markdown, with each row's result computed by the verifier. */
const sandboxTable = (): string => table(heads, sandboxRows.map(cells))

const folder = "packages/docs"

const link = (subStatus: SubStatus): string =>
  `[${code(subStatus)}](${posix.relative(folder, pageAt(`verdicts/${subStatus}`).file)})`

/** Each once: two findings may lead to the same verdict. */
const verdictTable = (): string => {
  const decided = new Map(verdictRules.map(({ subStatus, status }) => [subStatus, status]))
  const rows = [...decided].map(([subStatus, status]) => [
    link(subStatus),
    code(status),
    verdictTexts[subStatus].means
  ])
  const rest = [link("low_score"), code("risky"), verdictTexts.low_score.means]
  const valid = ["none", code("valid"), "No problems found."]
  return table(["`sub_status`", "`status`", "meaning"], [...rows, rest, valid])
}

/** `mailHostMissing` → `mail server missing`. */
const words = (name: string): string =>
  name.replace(/[A-Z]/g, (char) => ` ${char.toLowerCase()}`).replace("mail host", "mail server")

const scoreTable = (): string =>
  table(
    ["finding", "points", "why"],
    scoreRules.map(({ finding, points, why }) => [
      words(finding),
      typeof points === "number" ? String(points) : "5, 15 or 25",
      why
    ])
  )

/** Beneath its title on a page with others. */
const part = (title: string, lead: string, { means, how, todo }: FindingText): string =>
  paragraphs(`### ${title}`, lead, `${means} ${how} ${todo}`)

/** The values that say "catch-all", and an answer that has the two of deep mode. */
const catchAllValues = (): string =>
  paragraphs(
    part("`catch_all` as `sub_status`", verdictLead("catch_all"), verdictTexts.catch_all),
    part(
      "`role_based_catch_all`",
      verdictLead("role_based_catch_all"),
      verdictTexts.role_based_catch_all
    ),
    part("`catch_all` as `smtp.status`", smtpLead("catch_all"), smtpTexts.catch_all),
    tryIt("catch_all", "deep")
  )

export interface Page {
  /** Relative to this package's folder. */
  readonly path: string
  readonly tables: Tables
}

export const pagesWithTables: ReadonlyArray<Page> = [
  { path: "sandbox.md", tables: { sandboxTable } },
  { path: "catch-all.md", tables: { catchAllValues } },
  { path: "errors.md", tables: { errorTable } },
  { path: "verdict-and-score.md", tables: { verdictTable, scoreTable } }
]
