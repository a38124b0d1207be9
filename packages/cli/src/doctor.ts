/**
 * `rcpt doctor`: checks whether this machine is ready to verify, without a service. Exit code: 0 no
 * problem (warnings do not count), 1 a problem, 64 a wrong setting.
 */
import { Doctor } from "@rcpt/service/operations/doctor/Doctor"
import type { Examination } from "@rcpt/service/operations/doctor/Doctor"
import type { Finding, Severity } from "@rcpt/service/operations/doctor/Finding"
import { Config, load } from "@rcpt/service/platform/Config"
import { verifierLayer } from "@rcpt/service/probing/verifierLayer"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Console, Effect, Layer, References } from "effect"
import { Command, TerminalCapabilities } from "effect/cli"

import { interruptedCode, misused } from "./exitCodes.ts"
import { painter, wrapped } from "./report.ts"
import type { Paint } from "./report.ts"
import { booleanFlag } from "./serverFlags.ts"

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

/**
 * Findings as text of 80 columns: each finding, and what to do about it. A line of
 * configuration is printed on its own, so that it can be copied.
 */
const findingsReport = (findings: ReadonlyArray<Finding>, canColor: boolean): string => {
  const paint = painter(canColor)
  const summary = `${count(findings, "problem")}, ${count(findings, "warning")}.`
  return [
    ...findings.flatMap((finding) => lines(paint, finding)),
    "",
    summary.charAt(0).toUpperCase() + summary.slice(1)
  ].join("\n")
}

export const examinationFlags = {
  json: booleanFlag("json", "Print all findings as one line of JSON."),
  lab: booleanFlag("lab", "Check a simulated internet on this machine instead of the real one.")
}

/** Loaded only with `--lab`: a service in production never loads it. */
const startLab = Effect.gen(function* () {
  const { start } = yield* Effect.promise(() => import("@rcpt/lab/Lab"))
  const { env } = yield* start()
  return env
})

/** The settings of this machine, or of a simulated internet on it. Unknown ones are named on standard error. */
export const settingsHere = (lab: boolean) =>
  Effect.gen(function* () {
    const { config, warnings } = yield* load(lab ? yield* startLab : {}).pipe(
      Effect.mapError(({ message }) => misused(message))
    )
    yield* Effect.forEach(warnings, (warning) => Console.error(warning))
    return config
  })

type Examine = (doctor: Doctor["Service"]) => Effect.Effect<Examination>

/** Examines by these settings and prints the report. Answers whether there is no problem. */
export const printExamination = (config: Config["Service"], examine: Examine, json: boolean) =>
  Effect.gen(function* () {
    const examination = yield* Doctor.use(examine).pipe(
      Effect.provide(
        Doctor.layer.pipe(
          Layer.provide(verifierLayer),
          Layer.provide([DomainAgeCache.layerNone, Layer.succeed(Config, config)])
        )
      ),
      // No log lines: standard output belongs to the report alone.
      Effect.provideService(References.MinimumLogLevel, "None")
    )
    const ok = examination.findings.every(({ severity }) => severity !== "problem")
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(
      json ? JSON.stringify({ ok, ...examination }) : findingsReport(examination.findings, canColor)
    )
    return ok
  })

/** A problem ends a command with 1. */
export const codeOf = (ok: boolean): number => (ok ? 0 : 1)

export const doctor = Command.make("doctor", examinationFlags, ({ json, lab }) =>
  Effect.gen(function* () {
    // An interrupted command must not report "no problem".
    process.exitCode = interruptedCode
    const config = yield* settingsHere(lab)
    process.exitCode = codeOf(yield* printExamination(config, ({ examine }) => examine, json))
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Check whether this machine is ready to verify, and suggest fixes. " +
      "Exit code: 0 no problem, 1 a problem."
  )
)
