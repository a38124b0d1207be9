/**
 * `rcpt ledger verify`: every check of the ledger, run directly on the database. Exit code: 0 all
 * checks passed, 1 a check failed, 69 no database.
 */
import { audit } from "@rcpt/service/operations/audit/audit"
import * as auditDatabase from "@rcpt/service/operations/audit/auditDatabase"
import { Config, load } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import { Console, Effect, Layer } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { ledgerReport } from "./ledgerReport.ts"

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print all findings as one line of JSON.")
)

const exitCodes = { passed: 0, failed: 1 }

/** Only the settings of the database matter here. */
const loaded = load().pipe(
  Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
)

const unreachable = (sentence: string) => new CommandFailed({ sentence, code: unavailableCode })

const runAudit = Effect.gen(function* () {
  const { config, warnings } = yield* loaded
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  const settings = Layer.succeed(Config, config)
  return yield* audit.pipe(
    Effect.provide(auditDatabase.layer.pipe(Layer.provide(log.layer), Layer.provide(settings))),
    Effect.catchTag("NoLedger", ({ message }) => Effect.fail(unreachable(message))),
    Effect.catchTag("StoreUnavailable", () =>
      Effect.fail(unreachable("Lost the connection to the database during the check."))
    )
  )
})

const verify = Command.make("verify", { json }, (flags) =>
  Effect.gen(function* () {
    // An interrupted command must not report success.
    process.exitCode = interruptedCode
    const findings = yield* runAudit
    const ok = findings.every(({ broken }) => broken === undefined)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(
      flags.json ? JSON.stringify({ ok, findings }) : ledgerReport(findings, canColor)
    )
    process.exitCode = ok ? exitCodes.passed : exitCodes.failed
  })
).pipe(
  Command.withDescription(
    "Check that no entry was changed, lost or made up. " +
      "Exit code: 0 all checks passed, 1 a check failed."
  )
)

export const ledger = Command.make("ledger").pipe(
  Command.withDescription("Audit the credit ledger."),
  Command.withSubcommands([verify])
)
