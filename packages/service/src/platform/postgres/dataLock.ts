/**
 * Ensures that only one Node process works on a data folder.
 *
 * The lock is a file lock of the kernel: SQLite holds it in a transaction that never ends. A dead owner
 * holds no lock, and a reused process id cannot be mistaken for it. The kernel releases such a lock when
 * its process closes *any* descriptor of the file, so nothing here may open the file a second time. A
 * file beside it names the owner.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { Effect } from "effect"
import type { Scope } from "effect"

import { because, notStarted } from "./PostgresNotStarted.ts"
import type { PostgresNotStarted } from "./PostgresNotStarted.ts"

const lockFile = (dataDir: string) => join(dataDir, "owner.lock")
const pidFile = (dataDir: string) => join(dataDir, "owner.pid")

/**
 * Other users must not list the folder, but Postgres must be able to enter it, also as another user.
 * Secret files inside have mode 0600.
 */
const folderMode = 0o711

const ownerOf = (dataDir: string): string => {
  try {
    return `process ${readFileSync(pidFile(dataDir), "utf8").trim()}`
  } catch {
    return "another process"
  }
}

const take = (dataDir: string): DatabaseSync => {
  mkdirSync(dataDir, { recursive: true, mode: folderMode })
  const lock = new DatabaseSync(lockFile(dataDir))
  try {
    // A user who can read the file could lock it, and so block the service.
    chmodSync(lockFile(dataDir), 0o600)
    lock.exec("BEGIN EXCLUSIVE")
  } catch (cause) {
    lock.close()
    throw cause
  }
  writeFileSync(pidFile(dataDir), `${process.pid}\n`, { mode: 0o600 })
  return lock
}

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const isBusy = (cause: unknown): boolean =>
  cause instanceof Error && "errcode" in cause && cause.errcode === 5

const refused = (dataDir: string, cause: unknown): PostgresNotStarted =>
  isBusy(cause)
    ? notStarted(
        `The data in ${dataDir} is in use by ${ownerOf(dataDir)}. ` +
          `Stop that one first, or give this one a folder of its own with RCPT_DATA_DIR.`
      )
    : notStarted(
        `The data folder ${dataDir} cannot be used: ${because(cause)}. ` +
          `Make it writable for this user, or name another one in RCPT_DATA_DIR.`
      )

/** Takes the lock for as long as the scope. Fails with a sentence if another process has it. */
export const lockData = (dataDir: string): Effect.Effect<void, PostgresNotStarted, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({ try: () => take(dataDir), catch: (cause) => refused(dataDir, cause) }),
    (lock) => Effect.sync(() => lock.close())
  ).pipe(Effect.asVoid)
