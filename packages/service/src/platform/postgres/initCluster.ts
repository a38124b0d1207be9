/**
 * Creates the cluster, once. It is created in another folder and renamed, so it exists completely or not
 * at all. If the first start is killed, the next one deletes its leftovers.
 */
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"

import type { Binaries } from "./binaries.ts"
import { because, notStarted } from "./PostgresNotStarted.ts"
import type { PostgresNotStarted } from "./PostgresNotStarted.ts"
import { runProgram } from "./PostgresUser.ts"
import type { User, Wrapper } from "./PostgresUser.ts"
import { superuser } from "./settings.ts"

/** A password has 192 bits, in letters that a URL takes as they are. */
const passwordBytes = 24

/** Every user of this machine can reach the port, so the port asks for a password. */
const passwordFile = (dataDir: string) => join(dataDir, "postgres.password")

const unfinished = "postgres.unfinished-"

const removeTriesMax = 100

const attempt = <A>(what: string, run: () => A): Effect.Effect<A, PostgresNotStarted> =>
  Effect.try({ try: run, catch: (cause) => notStarted(`${what}: ${because(cause)}`) })

const give = (path: string, owner: User | undefined): void => {
  if (owner !== undefined) fs.chownSync(path, owner.uid, owner.gid)
}

const makePassword = (dataDir: string): void => {
  const password = randomBytes(passwordBytes).toString("base64url")
  fs.writeFileSync(passwordFile(dataDir), `${password}\n`, { mode: 0o600, flush: true })
}

export const readPassword = (dataDir: string) =>
  attempt(`The password of the database in ${dataDir} is lost`, () =>
    fs.readFileSync(passwordFile(dataDir), "utf8").trim()
  )

/**
 * Removes a folder. An initdb whose Node was killed writes for a moment longer, and then removes its files itself.
 * If two processes remove the same files, Node's rmSync stops half-way without an error.
 */
const remove = (folder: string): void => {
  for (let tries = 0; tries < removeTriesMax && fs.existsSync(folder); tries++) {
    fs.rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 50 })
  }
}

/** Makes a folder that Postgres's user owns, with a copy of the password that this user can read. */
const makeWorkshop = (dataDir: string, owner: User | undefined): string => {
  for (const name of fs.readdirSync(dataDir)) {
    if (name.startsWith(unfinished)) remove(join(dataDir, name))
  }
  makePassword(dataDir)
  const workshop = fs.mkdtempSync(join(dataDir, unfinished))
  fs.copyFileSync(passwordFile(dataDir), join(workshop, "password"))
  give(join(workshop, "password"), owner)
  give(workshop, owner)
  return workshop
}

/**
 * Renames the finished cluster. After a power cut it must still be there, so the folder around it is flushed to
 * disk.
 */
const moveIntoPlace = (workshop: string, cluster: string, dataDir: string): void => {
  fs.renameSync(join(workshop, "cluster"), cluster)
  fs.rmSync(workshop, { recursive: true })
  const folder = fs.openSync(dataDir, "r")
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}

const initdbArgs = (workshop: string, durable: boolean): ReadonlyArray<string> => [
  "--pgdata",
  join(workshop, "cluster"),
  `--username=${superuser}`,
  "--auth=scram-sha-256",
  `--pwfile=${join(workshop, "password")}`,
  "--encoding=UTF8",
  // Text sorts by code point, as fast as in C, but lower() knows every letter. The provider is part of
  // Postgres, so a new libc cannot break the indexes of old data.
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--no-instructions",
  ...(durable ? [] : ["--no-sync"])
]

/** Creates the cluster unless it exists. It does if `PG_VERSION` does: an empty folder may be just a mount point. */
export const initCluster = Effect.fnUntraced(function* (options: {
  readonly dataDir: string
  readonly cluster: string
  readonly durable: boolean
  readonly binaries: Binaries
  readonly wrapper: Wrapper
}) {
  const { dataDir, cluster, durable, binaries, wrapper } = options
  if (fs.existsSync(join(cluster, "PG_VERSION"))) return
  const failure = `The database in ${dataDir} could not be created`
  const workshop = yield* attempt(failure, () => makeWorkshop(dataDir, wrapper.owner))
  yield* runProgram(wrapper, binaries.initdb, initdbArgs(workshop, durable), `${failure}:`)
  yield* attempt(failure, () => moveIntoPlace(workshop, cluster, dataDir))
})
