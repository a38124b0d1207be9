/**
 * `rcpt ledger verify`: every check of the ledger, run directly on the database. Exit code: 0 all
 * checks passed, 1 a check failed, 69 no database.
 */
import { audit } from "@rcpt/service/operations/audit/audit"
import { Console, Effect } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { interruptedCode } from "./exitCodes.ts"
import { ledgerReport } from "./ledgerReport.ts"
import { unreachable, withDatabase } from "./onDatabase.ts"

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print all findings as one line of JSON.")
)

const exitCodes = { passed: 0, failed: 1 }

const runAudit = Effect.catchTag(withDatabase(audit), "StoreUnavailable", () =>
  Effect.fail(unreachable("Lost the connection to the database during the check."))
)

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
