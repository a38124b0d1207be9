/**
 * `rcpt backup`: one file of the whole database, while the service works. `--check` reads such a file. Exit
 * code: 64 a wrong argument, 69 no database or a file that cannot be written or is damaged.
 */
import { mkdirSync, statSync } from "node:fs"
import { join } from "node:path"

import { checkArchive } from "@rcpt/service/operations/backup/archive"
import type { Manifest } from "@rcpt/service/operations/backup/archive"
import { backUp } from "@rcpt/service/operations/backup/backUp"
import { nameOf, removeOld } from "@rcpt/service/operations/backup/backupFiles"
import { placeLedgerKey, refuseOtherSecret } from "@rcpt/service/operations/backup/keys"
import { rehearse } from "@rcpt/service/operations/backup/rehearse"
import { restoreArchive, targetLayer } from "@rcpt/service/operations/backup/restoreArchive"
import type { Restored } from "@rcpt/service/operations/backup/restoreArchive"
import { Config } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import { because } from "@rcpt/service/platform/postgres/PostgresNotStarted"
import { Clock, Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { misused } from "./exitCodes.ts"
import { loaded, unreachable, withDatabase } from "./readDatabase.ts"
import { booleanFlag } from "./serverFlags.ts"

const file = Argument.String("file").pipe(
  Argument.withDescription("A file that `rcpt backup` wrote.")
)

const replace = booleanFlag(
  "replace",
  "Move the embedded database that is there aside first; it is not deleted."
)

const otherSecret = booleanFlag("other-secret", "Restore although RCPT_SECRET is another one.")

/** Rows that have no table here would be lost in silence. */
const sayForeign = ({ foreign }: Restored) =>
  Effect.forEach(foreign, (table) =>
    Console.error(`Left out: table ${table}, which is not rcpt's. Copy it with pg_dump.`)
  )

const next = "Now prove it: rcpt ledger verify --against <the checkpoints that were published>"

/**
 * `rcpt restore <file>`: fills an empty database from a backup. Exit code: 64 a wrong argument, 69 what
 * keeps it from being done; nothing was changed then.
 */
export const restore = Command.make("restore", { file, replace, otherSecret }, (flags) =>
  Effect.gen(function* () {
    const { config } = yield* loaded
    const work = Effect.gen(function* () {
      const archive = yield* checkArchive(flags.file)
      if (!flags.otherSecret) yield* refuseOtherSecret(archive.manifest)
      const restored = yield* restoreArchive(archive).pipe(
        Effect.provide(targetLayer(flags.replace))
      )
      const placed = yield* placeLedgerKey(archive.manifest)
      yield* Console.log(`Restored: ${about(archive.manifest, archive.rows)}`)
      yield* sayForeign(restored)
      if (placed) yield* Console.log("The key that signs the ledger is in ledger.key again.")
      yield* Console.log(next)
    })
    yield* work.pipe(
      Effect.provide(log.layer),
      Effect.provideService(Config, config),
      Effect.catchTag("BackupFailed", ({ message }) => Effect.fail(unreachable(message))),
      Effect.catchTag(["SqlError", "MigrationError", "StartRefused"], (error) =>
        Effect.fail(unreachable(`The database refused it: ${because(error)}`))
      )
    )
  })
).pipe(
  Command.withDescription(
    "Fill an empty database from a backup. The service must not run. Nothing is changed if the file is damaged."
  )
)

const output = Flag.String("output").pipe(
  Flag.withAlias("o"),
  Flag.withDefault("."),
  Flag.withDescription("A folder, where the file is named by the time, or a new file.")
)

const keep = Flag.Int("keep").pipe(
  Flag.withDefault(0),
  Flag.withDescription("How many backups stay in the folder; older ones are removed. 0: all.")
)

const withKeys = booleanFlag(
  "with-keys",
  "Include the key that signs the ledger. Protect the file as you protect that key."
)

const check = Flag.String("check").pipe(
  Flag.withDefault(""),
  Flag.withDescription("Make no backup: read this one, and restore it into a temporary database.")
)

const quick = booleanFlag(
  "quick",
  "With --check: only read the file. It proves less, and needs no disk."
)

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** A new file, whose folder is made. */
const fileFor = Effect.fnUntraced(function* (given: string) {
  const isForFolder = isFolder(given) || given.endsWith("/")
  if (isForFolder) mkdirSync(given, { recursive: true, mode: 0o700 })
  const path = isForFolder ? join(given, nameOf(yield* Clock.currentTimeMillis)) : given
  if (exists(path)) return yield* misused(`--output: ${path} is there already`)
  return { path, folder: isForFolder ? given : undefined }
})

const kept = (manifest: Manifest): ReadonlyArray<string> => [
  ...(manifest.secret === undefined ? [] : ["RCPT_SECRET (second factors and webhooks need it)"]),
  ...(manifest.verifiers.length === 0 || manifest.ledgerKey !== undefined
    ? []
    : ["the key that signs the ledger (RCPT_LEDGER_KEY or ledger.key; --with-keys puts it in)"])
]

export const about = (manifest: Manifest, rows: number): string =>
  `${rows.toLocaleString("en")} rows of ${manifest.tables.length} tables, ${manifest.madeAt}, by rcpt ${manifest.program}`

const make = Effect.fnUntraced(function* (flags: {
  readonly output: string
  readonly keep: number
  readonly withKeys: boolean
}) {
  const { path, folder } = yield* fileFor(flags.output)
  const { manifest, rows } = yield* withDatabase(backUp({ path, withKeys: flags.withKeys })).pipe(
    Effect.catchTag("BackupFailed", ({ message }) => Effect.fail(unreachable(message))),
    Effect.catchTag("SqlError", (error) =>
      Effect.fail(
        unreachable(`There is no backup, because the database refused it: ${because(error)}`)
      )
    )
  )
  if (folder !== undefined && flags.keep > 0)
    yield* Effect.promise(() => removeOld(folder, flags.keep))
  yield* Console.log(path)
  yield* Console.error(about(manifest, rows))
  for (const key of kept(manifest)) yield* Console.error(`Not in it: ${key}.`)
})

/** What would keep a restore with the settings of this machine from being done. */
const secretNote = (manifest: Manifest) =>
  refuseOtherSecret(manifest).pipe(
    Effect.catchTag("BackupFailed", ({ message }) => Console.error(`Not yet here: ${message}`))
  )

const unproved = (error: Effect.Error<ReturnType<typeof rehearse>>) =>
  unreachable(
    error._tag === "PostgresNotStarted"
      ? `The file is whole, but a restore of it cannot be tried here: ${error.message}\n` +
          "Restore it into an empty database instead, or only read it with --quick."
      : `The file is whole, but a restore of it failed: ${because(error)}`
  )

const look = Effect.fnUntraced(function* (path: string, quick: boolean) {
  const archive = yield* Effect.catchTag(checkArchive(path), "BackupFailed", ({ message }) =>
    Effect.fail(unreachable(message))
  )
  yield* Console.log(`Whole: ${about(archive.manifest, archive.rows)}`)
  if (quick) return
  const { config } = yield* loaded
  const restored = yield* rehearse(archive).pipe(
    Effect.mapError(unproved),
    Effect.provide(log.layer),
    Effect.provideService(Config, config)
  )
  yield* sayForeign(restored)
  yield* Effect.provideService(secretNote(archive.manifest), Config, config)
  yield* Console.log("Restorable: it was restored into a separate database, which is deleted.")
})

export const backup = Command.make("backup", { output, keep, withKeys, check, quick }, (flags) =>
  flags.check === "" ? make(flags) : look(flags.check, flags.quick)
).pipe(
  Command.withDescription(
    "Write the whole database into one file, while the service runs. Prints the name of the file."
  )
)
