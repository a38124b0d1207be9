/**
 * The findings of an audit as a person reads them, in 80 columns: a line for each check, and under
 * one that failed the first fact that is broken, where it is, and what was expected there.
 */
import type { audit } from "@rcpt/service/ledger/audit"
import type { Effect } from "effect"

import { painter, wrapped } from "./report.ts"
import type { Paint } from "./report.ts"

type Finding = Effect.Success<typeof audit>[number]
type Broken = NonNullable<Finding["broken"]>

const verdictWidth = "BROKEN  ".length
const idWidth = "commands  ".length
const textIndent = " ".repeat(verdictWidth + idWidth)
/** Further left: a hash has 64 characters, and is of no use in two pieces. */
const factIndent = " ".repeat(verdictWidth)

const placeOf = ({ stream, version, commitId, seq }: Broken): string =>
  Object.entries({ stream, version, commit: commitId, number: seq })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(", ")

/** An invariant is itself what was expected, and stands in the line above. */
const lines = (broken: Broken, says: string): ReadonlyArray<string> =>
  [
    placeOf(broken),
    broken.expected === says ? "" : `expected ${broken.expected}`,
    `found ${broken.found}`
  ].filter((line) => line !== "")

const check = (paint: Paint, { id, says, broken }: Finding): ReadonlyArray<string> => {
  const word = (broken === undefined ? "ok" : "BROKEN").padEnd(verdictWidth)
  const first = `${word}${id.padEnd(idWidth)}`
  const line = wrapped(says, first, textIndent)
  const painted = paint(broken === undefined ? "green" : ["bold", "red"], word)
  return [
    painted + line.slice(verdictWidth),
    ...(broken === undefined
      ? []
      : lines(broken, says).map((one) => wrapped(one, factIndent, `${factIndent}  `)))
  ]
}

const countOf = (findings: ReadonlyArray<Finding>, id: string): string =>
  (findings.find((finding) => finding.id === id)?.examined ?? 0).toLocaleString("en")

const summary = (findings: ReadonlyArray<Finding>): string => {
  const broken = findings.filter(({ broken }) => broken !== undefined).length
  const sizes = `${countOf(findings, "chain")} events in ${countOf(findings, "commits")} commits`
  return broken === 0
    ? `All ${findings.length} checks hold: ${sizes}.`
    : `${broken} of ${findings.length} checks failed: ${sizes}.`
}

export const ledgerReport = (findings: ReadonlyArray<Finding>, canColor: boolean): string => {
  const paint = painter(canColor)
  return [...findings.flatMap((finding) => check(paint, finding)), "", summary(findings)].join("\n")
}
