/**
 * `rcpt ledger drill`: changes copies of the ledger in 24 ways, and shows what each copy's audit says. Exit code:
 * 0 each change was found, 1 one was not, or the ledger does not pass as it is, 69 no database or Postgres.
 */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { verifierIn } from "@rcpt/service/operations/audit/auditInputs"
import { drill as drilling } from "@rcpt/service/operations/audit/drill/drill"
import type { Drilled, Outcome } from "@rcpt/service/operations/audit/drill/drill"
import { checkArchive } from "@rcpt/service/operations/backup/archive"
import { backUp } from "@rcpt/service/operations/backup/backUp"
import { scratchFolder } from "@rcpt/service/operations/backup/rehearse"
import { Config } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import { because } from "@rcpt/service/platform/postgres/PostgresNotStarted"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { CommandFailed, interruptedCode, usageCode } from "./exitCodes.ts"
import { brokenLines } from "./ledgerReport.ts"
import { loaded, unreachable, withDatabase } from "./readDatabase.ts"
import { wrapped } from "./report.ts"

const file = Argument.String("file").pipe(
  Argument.optional,
  Argument.withDescription(
    "A file that `rcpt backup` wrote. Default: the database of the settings, as it is now."
  )
)

const proofs = Flag.String("proofs").pipe(
  Flag.optional,
  Flag.withDescription(
    "A folder for key.txt and the proof of each changed entry, before and after, for programs that check proofs."
  )
)

/** Of the live database nothing but this is read. */
const copyOfLive = Effect.gen(function* () {
  const { config } = yield* loaded
  const folder = yield* Effect.provideService(scratchFolder, Config, config)
  const path = join(folder, "drill.rcpt-backup")
  yield* Effect.catchTag(withDatabase(backUp({ path, withKeys: false })), "SqlError", (error) =>
    Effect.fail(unreachable(`The database cannot be copied: ${because(error)}`))
  )
  return path
})

const keyUnknown =
  "The backup does not say which key signs its ledger: set RCPT_LEDGER_KEY, and make another backup."

const outsideOnly =
  "The database alone passes every check: a checkpoint that is kept outside of it shows this."

const indent = " ".repeat("24  missed  ".length)

const sentenceOf = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}.`

/** What was changed, then each check that failed with the first record that it names. */
const outcomeText = ({ name, isFound, isSeenAlone, broken }: Outcome, number: number): string => {
  const first = `${String(number).padStart(2)}  ${isFound ? "found " : "MISSED"}  `
  return [
    wrapped(sentenceOf(name), first, indent),
    ...broken.map(({ id, says, broken }) =>
      wrapped(`${id}: ${brokenLines(broken!, says).join("; ")}`, indent, `${indent}  `)
    ),
    ...(isSeenAlone ? [] : [wrapped(outsideOnly, indent, indent)])
  ].join("\n")
}

const summaryOf = (outcomes: ReadonlyArray<Outcome>): string => {
  const found = outcomes.filter(({ isFound }) => isFound)
  const alone = found.filter(({ isSeenAlone }) => isSeenAlone).length
  return (
    `${found.length} of ${outcomes.length} found: ${alone} in the database alone, ` +
    `${found.length - alone} by a checkpoint kept outside of it.`
  )
}

const beforeText = ({ before }: Drilled): string =>
  [
    "The ledger does not pass before anything is changed:",
    ...before.map(({ id, says, broken }) => `${id}: ${brokenLines(broken!, says).join("; ")}`)
  ].join("\n")

/** `03-before.json` and `03-after.json`; a database that cannot prove the entry any more has no second file. */
const writeProofs = async (folder: string, { outcomes, key }: Drilled): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "key.txt"), `${key}\n`)
  for (const [index, { proofs }] of outcomes.entries())
    for (const [when, proof] of Object.entries(proofs ?? {}))
      if (proof !== undefined)
        await writeFile(
          join(folder, `${String(index + 1).padStart(2, "0")}-${when}.json`),
          `${JSON.stringify(proof)}\n`
        )
}

const drilled = Effect.fnUntraced(
  function* (path: string) {
    const archive = yield* checkArchive(path)
    const verifiers = archive.manifest.verifiers.flatMap((text) => verifierIn(text) ?? [])
    if (verifiers.length === 0 && archive.manifest.checkpoint !== undefined)
      return yield* new CommandFailed({ sentence: keyUnknown, code: usageCode })
    const each = (outcome: Outcome, number: number) => Console.log(outcomeText(outcome, number))
    const work = drilling({ archive, verifiers, each })
    return yield* Effect.provideService(
      Effect.provide(work, log.layer),
      Config,
      (yield* loaded).config
    )
  },
  Effect.catchTag(["BackupFailed", "PostgresNotStarted"], ({ message }) =>
    Effect.fail(unreachable(message))
  ),
  Effect.catchTag(["SqlError", "MigrationError", "StartRefused", "StoreUnavailable"], (error) =>
    Effect.fail(unreachable(`The copy cannot be made or read: ${because(error)}`))
  )
)

export const drill = Command.make("drill", { file, proofs }, (flags) =>
  Effect.gen(function* () {
    // An interrupted command must not report success.
    process.exitCode = interruptedCode
    const path = Option.isSome(flags.file) ? flags.file.value : yield* copyOfLive
    const result = yield* drilled(path)
    const { before, outcomes } = result
    if (Option.isSome(flags.proofs)) {
      const folder = flags.proofs.value
      yield* Effect.promise(() => writeProofs(folder, result))
    }
    yield* Console.log(before.length > 0 ? beforeText(result) : `\n${summaryOf(outcomes)}`)
    process.exitCode = before.length === 0 && outcomes.every(({ isFound }) => isFound) ? 0 : 1
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Change copies of the ledger in 24 ways, and show which check finds each. The database itself is only read."
  )
)
