/**
 * The findings of an audit as text of 80 columns: a line for each check, and under a failed one the
 * first wrong record, where it is, and what was expected there.
 */
import type { Finding } from "@rcpt/service/operations/audit/audit"

import { painter, wrapped } from "./report.ts"
import type { Paint } from "./report.ts"

type Broken = NonNullable<Finding["broken"]>

const verdictWidth = "BROKEN  ".length
const idWidth = "commands  ".length
const textIndent = " ".repeat(verdictWidth + idWidth)
/** Indented less, because a hash has 64 characters and must stay in one piece. */
const factIndent = " ".repeat(verdictWidth)

const placeOf = ({ stream, version, commitId, seq, field, table, block }: Broken): string =>
  Object.entries({ stream, version, commit: commitId, number: seq, field, table, block })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(", ")

/** For an invariant, `expected` repeats the line above and is left out. */
export const brokenLines = (broken: Broken, says: string): ReadonlyArray<string> =>
  [
    placeOf(broken),
    broken.expected === says ? "" : `expected ${broken.expected}`,
    `found ${broken.found}`
  ].filter((line) => line !== "")

const checkLines = (
  paint: Paint,
  { id, says, broken, skipped }: Finding
): ReadonlyArray<string> => {
  const passed = skipped === undefined ? "ok" : "skipped"
  const word = (broken === undefined ? passed : "BROKEN").padEnd(verdictWidth)
  const first = `${word}${id.padEnd(idWidth)}`
  const line = wrapped(skipped ?? says, first, textIndent)
  const painted = paint(broken === undefined ? "green" : ["bold", "red"], word)
  return [
    painted + line.slice(verdictWidth),
    ...(broken === undefined
      ? []
      : brokenLines(broken, says).map((line) => wrapped(line, factIndent, `${factIndent}  `)))
  ]
}

const countOf = (findings: ReadonlyArray<Finding>, id: string): string =>
  (findings.find((finding) => finding.id === id)?.examined ?? 0).toLocaleString("en")

const summary = (findings: ReadonlyArray<Finding>): string => {
  const broken = findings.filter(({ broken }) => broken !== undefined).length
  const sizes = `${countOf(findings, "chain")} events in ${countOf(findings, "commits")} commits`
  const skipped = findings.filter((finding) => finding.skipped !== undefined).length
  const checked = `${findings.length - skipped} checks passed${skipped === 0 ? "" : `, ${skipped} were skipped`}`
  return broken === 0
    ? `All ${checked}: ${sizes}.`
    : `${broken} of ${findings.length} checks failed: ${sizes}.`
}

interface Shown {
  readonly canColor: boolean
  /** Commits that the newest checkpoint is of; 0: there is none. */
  readonly signed: number
}

export const ledgerReport = (
  findings: ReadonlyArray<Finding>,
  { canColor, signed }: Shown
): string => {
  const paint = painter(canColor)
  const isWhole = findings.every(({ broken }) => broken === undefined)
  return [
    ...findings.flatMap((finding) => checkLines(paint, finding)),
    "",
    summary(findings),
    ...(isWhole && signed > 0
      ? [`What comes from now on: rcpt ledger verify --since ${signed}`]
      : [])
  ].join("\n")
}
