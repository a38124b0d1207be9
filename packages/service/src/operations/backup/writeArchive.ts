/**
 * Writes the file of a backup. It has another name until it is whole and on the disk, so a process that is
 * killed leaves nothing that looks like a backup.
 */
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import type { Gzip } from "node:zlib"

import { Effect } from "effect"
import type { Scope } from "effect"

import { failed } from "./archive.ts"
import type { BackupFailed } from "./archive.ts"

/** It contains addresses, and hashes of passwords. */
const fileMode = 0o600

/** Of 9: a fifth of the time of the usual 6, for a tenth more octets. */
const compression = 1

export interface ArchiveWriter {
  /** One line. Waits while the disk is behind. */
  readonly write: (line: unknown) => Effect.Effect<void, BackupFailed>
  /** The file is whole from then on, under its own name. */
  readonly finish: Effect.Effect<void, BackupFailed>
}

const unfinishedName = (path: string): string => `${path}.unfinished`

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** When the text was compressed, which waits for the disk. */
const take = (gzip: Gzip, text: string): Promise<void> =>
  new Promise((done, fail) => {
    gzip.write(text, (error) => (error ? fail(error) : done()))
  })

export const writeArchive = (
  path: string
): Effect.Effect<ArchiveWriter, BackupFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const unfinished = unfinishedName(path)
    const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, BackupFailed> =>
      Effect.tryPromise({
        try: run,
        catch: (error) => failed(`${path} cannot be written: ${Object(error).message}`)
      })
    // Once, to fail before anything is read; the stream takes it over.
    const file = yield* attempt(() => open(unfinished, "w", fileMode))
    yield* Effect.addFinalizer(() => Effect.promise(() => rm(unfinished, { force: true })))
    const gzip = createGzip({ level: compression })
    const written = pipeline(gzip, file.createWriteStream({ flush: true }))
    // Told by the write that waits for it, or at the end.
    written.catch(() => {})
    return {
      write: (line) =>
        attempt(() => Promise.race([take(gzip, `${JSON.stringify(line)}\n`), written])),
      finish: attempt(async () => {
        gzip.end()
        await written
        await rename(unfinished, path)
        await syncFolder(path)
      })
    }
  })
