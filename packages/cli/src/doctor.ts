/**
 * `rcpt doctor`: whether this machine may and can verify, asked from here, without a service. The
 * exit code says it too: 0 no problem (warnings do not count), 1 a problem, 64 a setting is wrong.
 */
import { Config, load } from "@rcpt/service/Config"
import { Doctor } from "@rcpt/service/doctor/Doctor"
import { verifierLayer } from "@rcpt/service/verifierLayer"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Console, Effect, Layer, References } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { doctorReport } from "./doctorReport.ts"
import { CommandFailed, interruptedCode, usageCode } from "./ending.ts"

const flags = {
  json: Flag.Boolean("json").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Print every finding, on one line.")
  ),
  lab: Flag.Boolean("lab").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Examine a small internet on this machine instead of the real one.")
  )
}

const ending = { fit: 0, problem: 1 }

/** Loaded only when asked for: a service in production never sees it. */
const startLab = Effect.gen(function* () {
  const { start } = yield* Effect.promise(() => import("@rcpt/lab/Lab"))
  const { env } = yield* start()
  return env
})

const examine = (instead: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { config, warnings } = yield* load(instead).pipe(
      Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
    )
    yield* Effect.forEach(warnings, (warning) => Console.error(warning))
    return yield* Doctor.use(({ examine }) => examine).pipe(
      Effect.provide(
        Doctor.layer.pipe(
          Layer.provide(verifierLayer),
          Layer.provide([DomainAgeCache.layerNone, Layer.succeed(Config, config)])
        )
      ),
      // What is found is in the report; standard output belongs to it alone.
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  })

export const doctor = Command.make("doctor", flags, ({ json, lab }) =>
  Effect.gen(function* () {
    // Until there are findings: whoever interrupts us must not read "no problem".
    process.exitCode = interruptedCode
    const examination = yield* examine(lab ? yield* startLab : {})
    const ok = examination.findings.every(({ severity }) => severity !== "problem")
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(
      json ? JSON.stringify({ ok, ...examination }) : doctorReport(examination.findings, canColor)
    )
    process.exitCode = ok ? ending.fit : ending.problem
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Look whether this machine may and can verify, and say what to do. " +
      "Exit code: 0 no problem, 1 a problem."
  )
)
