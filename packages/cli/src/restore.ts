/**
 * `rcpt restore <file>`: fills an empty database from a backup. Exit code: 64 a wrong argument, 69 what
 * keeps it from being done; nothing was changed then.
 */
import { checkArchive } from "@rcpt/service/operations/backup/archive"
import { placeLedgerKey, refuseOtherSecret } from "@rcpt/service/operations/backup/keys"
import { restoreArchive, targetLayer } from "@rcpt/service/operations/backup/restoreArchive"
import { Config } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { about } from "./backup.ts"
import { loaded, unreachable } from "./readDatabase.ts"

const file = Argument.String("file").pipe(
  Argument.withDescription("What `rcpt backup` has written.")
)

const replace = Flag.Boolean("replace").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Move the embedded database that is there aside first; it is not deleted.")
)

const otherSecret = Flag.Boolean("other-secret").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Restore although RCPT_SECRET is another one.")
)

const next = "Now prove it: rcpt ledger verify --against <the checkpoints that were published>"

export const restore = Command.make("restore", { file, replace, otherSecret }, (flags) =>
  Effect.gen(function* () {
    const { config } = yield* loaded
    const work = Effect.gen(function* () {
      const archive = yield* checkArchive(flags.file)
      if (!flags.otherSecret) yield* refuseOtherSecret(archive.manifest)
      yield* restoreArchive(archive).pipe(Effect.provide(targetLayer(flags.replace)))
      const placed = yield* placeLedgerKey(archive.manifest)
      yield* Console.log(`Restored: ${about(archive.manifest, archive.rows)}`)
      if (placed) yield* Console.log("The key that signs the ledger is in ledger.key again.")
      yield* Console.log(next)
    })
    yield* work.pipe(
      Effect.provide(log.layer),
      Effect.provideService(Config, config),
      Effect.catchTag("BackupFailed", ({ message }) => Effect.fail(unreachable(message))),
      Effect.catchTag(["SqlError", "MigrationError"], ({ message }) =>
        Effect.fail(unreachable(`The database has refused it: ${message}`))
      )
    )
  })
).pipe(
  Command.withDescription(
    "Fill an empty database from a backup. The service must not run. Nothing is changed if the file is damaged."
  )
)
