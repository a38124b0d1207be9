/**
 * Restores a backup into a Postgres of its own, which is thrown away: the only proof that a file can be restored is that
 * it was. No other database is touched, and none is needed.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

import { Config } from "../../platform/Config.ts"
import * as EmbeddedPostgres from "../../platform/postgres/EmbeddedPostgres.ts"
import { because } from "../../platform/postgres/PostgresNotStarted.ts"
import { failed } from "./archive.ts"
import type { Archive } from "./archive.ts"
import { restoreArchive } from "./restoreArchive.ts"

/** Postgres may run as another user, who must be able to enter the folder. */
const openMode = 0o711

const makeFolder = async (parents: ReadonlyArray<string>): Promise<string> => {
  const [parent, ...others] = parents
  try {
    const path = await mkdtemp(join(parent!, "rcpt-scratch-"))
    await chmod(path, openMode)
    return path
  } catch (error) {
    if (others.length === 0) throw error
    return makeFolder(others)
  }
}

/** Makes a folder, which is gone with the scope. In a container only the data folder may take files. */
export const scratchFolder = Effect.gen(function* () {
  const { dataDir } = yield* Config
  return yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => makeFolder([tmpdir(), dataDir]),
      catch: (error) => failed(`There is no folder for temporary files: ${because(error)}`)
    }),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true, maxRetries: 10 }))
  )
})

/** Starts an empty Postgres, which is gone with the scope. */
export const startScratch = Effect.flatMap(scratchFolder, (dataDir) =>
  EmbeddedPostgres.start({ dataDir, durable: false })
)

/** Takes each step of a restore. The machine needs as much disk for temporary files as the database has. */
export const rehearse = (archive: Archive) =>
  Effect.gen(function* () {
    const { url } = yield* startScratch
    const client = PgClient.layer({
      url: Redacted.make(url),
      applicationName: "rcpt backup",
      maxConnections: 1
    })
    return yield* Effect.provide(restoreArchive(archive), client)
  }).pipe(Effect.scoped)
