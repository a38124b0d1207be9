/**
 * `rcpt ledger verify`: everything that can be checked about the ledger, asked of the database
 * itself. The exit code says it too: 0 all is true, 1 something is not, 69 there is nobody to ask.
 */
import { Config, load } from "@rcpt/service/Config"
import { audit } from "@rcpt/service/ledger/audit"
import * as auditDatabase from "@rcpt/service/ledger/auditDatabase"
import * as log from "@rcpt/service/log"
import { Console, Effect, Layer } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./ending.ts"
import { ledgerReport } from "./ledgerReport.ts"

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print every finding, on one line.")
)

const ending = { allTrue: 0, broken: 1 }

/** Of the service's settings only those of the database matter here. */
const loaded = load().pipe(
  Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
)

const unreachable = (sentence: string) => new CommandFailed({ sentence, code: unavailableCode })

const findings = Effect.gen(function* () {
  const { config, warnings } = yield* loaded
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  const settings = Layer.succeed(Config, config)
  return yield* audit.pipe(
    Effect.provide(auditDatabase.layer.pipe(Layer.provide(log.layer), Layer.provide(settings))),
    Effect.catchTag("NoLedger", ({ message }) => Effect.fail(unreachable(message))),
    Effect.catchTag("StoreUnavailable", () =>
      Effect.fail(unreachable("The database has gone away in the middle of the check."))
    )
  )
})

const verify = Command.make("verify", { json }, (flags) =>
  Effect.gen(function* () {
    // Until there are findings: whoever interrupts us must not read "all is true".
    process.exitCode = interruptedCode
    const found = yield* findings
    const ok = found.every(({ broken }) => broken === undefined)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(
      flags.json ? JSON.stringify({ ok, findings: found }) : ledgerReport(found, canColor)
    )
    process.exitCode = ok ? ending.allTrue : ending.broken
  })
).pipe(
  Command.withDescription(
    "Check that nothing was changed, lost or invented. Exit code: 0 all is true, 1 something is not."
  )
)

export const ledger = Command.make("ledger").pipe(
  Command.withDescription("Look into the ledger of credits."),
  Command.withSubcommands([verify])
)
