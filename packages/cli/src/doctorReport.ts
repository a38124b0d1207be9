/**
 * The findings of the doctor as text of 80 columns: each finding, and what to do about it. A line of
 * configuration is printed on its own, so that it can be copied.
 */
import type { Finding, Severity } from "@rcpt/service/operations/doctor/Finding"

import { painter, wrapped } from "./report.ts"
import type { Paint } from "./report.ts"

const severityWidth = "warning  ".length
const idWidth = "port25.greeting  ".length
const textIndent = " ".repeat(severityWidth + idWidth)

const styles: Readonly<Record<Severity, Parameters<Paint>[0]>> = {
  ok: "green",
  note: "dim",
  warning: ["bold", "yellow"],
  problem: ["bold", "red"]
}

const lines = (paint: Paint, finding: Finding): ReadonlyArray<string> => {
  const { id, severity, says, advice, setting } = finding
  const word = severity.padEnd(severityWidth)
  const line = wrapped(says, `${word}${id.padEnd(idWidth)}`, textIndent)
  return [
    paint(styles[severity], word) + line.slice(severityWidth),
    ...(advice === undefined ? [] : [wrapped(advice, `${textIndent}→ `, `${textIndent}  `)]),
    ...(setting === undefined ? [] : ["", `  ${setting}`, ""])
  ]
}

const count = (findings: ReadonlyArray<Finding>, severity: Severity): string => {
  const many = findings.filter((finding) => finding.severity === severity).length
  return `${many === 0 ? "no" : many} ${severity}${many === 1 ? "" : "s"}`
}

export const doctorReport = (findings: ReadonlyArray<Finding>, canColor: boolean): string => {
  const paint = painter(canColor)
  const summary = `${count(findings, "problem")}, ${count(findings, "warning")}.`
  return [
    ...findings.flatMap((finding) => lines(paint, finding)),
    "",
    summary.charAt(0).toUpperCase() + summary.slice(1)
  ].join("\n")
}
