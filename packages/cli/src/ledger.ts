/**
 * `rcpt ledger verify`: every check of the ledger, run directly on the database. Exit code: 0 all
 * checks passed, 1 a check failed, 69 no database. `rcpt ledger key`: what checkpoints are checked with.
 * `rcpt ledger balance` is in balance.ts.
 */
import { readFile } from "node:fs/promises"

import { knownVerifiers } from "@rcpt/service/ledger/checkpoints/verifiers"
import { audit } from "@rcpt/service/operations/audit/audit"
import { checkpointsIn, verifierIn } from "@rcpt/service/operations/audit/evidence"
import { Console, Effect } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { balance } from "./balance.ts"
import { CommandFailed, interruptedCode, usageCode } from "./exitCodes.ts"
import { fixViews } from "./ledgerFix.ts"
import { ledgerReport } from "./ledgerReport.ts"
import { lost, unreachable, withDatabase } from "./onDatabase.ts"

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print all findings as one line of JSON.")
)

const against = Flag.String("against").pipe(
  Flag.between(0, 100),
  Flag.withDescription("A file with checkpoints that were published; several: repeat it.")
)

const key = Flag.String("key").pipe(
  Flag.between(0, 100),
  Flag.withDescription(
    "A key that checkpoints are signed with, as `rcpt ledger key` prints it; default: those of the settings."
  )
)

const fix = Flag.Boolean("fix").pipe(
  Flag.withDefault(false),
  Flag.withDescription(
    "Make views that differ again from the log, and check once more. Facts are never changed."
  )
)

const exitCodes = { passed: 0, failed: 1 }

const misused = (sentence: string) => new CommandFailed({ sentence, code: usageCode })

const publishedIn = (path: string) =>
  Effect.gen(function* () {
    const text = yield* Effect.tryPromise({
      try: () => readFile(path, "utf8"),
      catch: (error) => misused(`--against: ${path} cannot be read: ${String(Object(error).code)}`)
    })
    const notes = checkpointsIn(text)
    if (notes.length === 0) return yield* misused(`--against: there is no checkpoint in ${path}`)
    return notes
  })

const verifierOf = (text: string) => {
  const verifier = verifierIn(text)
  return verifier === undefined
    ? Effect.fail(misused(`--key: ${text} is no key; it looks like rcpt/…+1a2b3c4d+AbCd…`))
    : Effect.succeed(verifier)
}

const verify = Command.make("verify", { json, against, key, fix }, (flags) =>
  Effect.gen(function* () {
    const published = (yield* Effect.forEach(flags.against, publishedIn)).flat()
    const given = yield* Effect.forEach(flags.key, verifierOf)
    // An interrupted command must not report success.
    process.exitCode = interruptedCode
    const auditing = Effect.gen(function* () {
      const own =
        given.length > 0 ? given : yield* Effect.forEach(yield* knownVerifiers, verifierOf)
      return yield* audit({ verifiers: own, ...(flags.against.length > 0 && { published }) })
    })
    const check = Effect.catchTag(withDatabase(auditing), "StoreUnavailable", lost)
    const first = yield* check
    const findings = flags.fix && (yield* fixViews(first)) ? yield* check : first
    const ok = findings.every(({ broken }) => broken === undefined)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(
      flags.json ? JSON.stringify({ ok, findings }) : ledgerReport(findings, canColor)
    )
    process.exitCode = ok ? exitCodes.passed : exitCodes.failed
  })
).pipe(
  Command.withDescription(
    "Check that no entry was changed, lost or made up, also since a checkpoint was published. " +
      "Exit code: 0 all checks passed, 1 a check failed."
  )
)

const noKey =
  "No key signs this ledger here: set RCPT_LEDGER_KEY, or run this where the embedded database is."

const printKey = Command.make("key", {}, () =>
  Effect.gen(function* () {
    const verifiers = yield* withDatabase(knownVerifiers)
    if (verifiers.length === 0) return yield* unreachable(noKey)
    yield* Effect.forEach(verifiers, (verifier) => Console.log(verifier))
  })
).pipe(
  Command.withDescription("Print what the checkpoints of this ledger are checked with: publish it.")
)

export const ledger = Command.make("ledger").pipe(
  Command.withDescription("Audit the credit ledger."),
  Command.withSubcommands([verify, balance, printKey])
)
