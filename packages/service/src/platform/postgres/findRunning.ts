/**
 * Finds the embedded Postgres that another process, a service, runs on the same data. If another program
 * listens on the port of a dead server, it learns nothing: SCRAM never sends the password.
 */
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"

import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import type { Option } from "effect"

import { readPassword } from "./initCluster.ts"
import { serviceUrl } from "./serviceRole.ts"

/** Line of postmaster.pid, from 0: https://www.postgresql.org/docs/18/storage-file-layout.html */
const portLine = 3

const portOf = (dataDir: string): number | undefined => {
  try {
    const file = join(dataDir, "postgres", "postmaster.pid")
    return Number(readFileSync(file, "utf8").split("\n")[portLine]) || undefined
  } catch {
    return undefined
  }
}

/** Its URL, which contains the password; none if no server accepts it. */
export const findRunning = (dataDir: string): Effect.Effect<Option.Option<string>> =>
  Effect.gen(function* () {
    const folder = resolve(dataDir)
    const port = yield* Effect.fromNullishOr(portOf(folder))
    const password = yield* readPassword(folder)
    const url = serviceUrl(password, port)
    yield* Effect.scoped(PgConnection.make({ url: Redacted.make(url) }))
    return url
  }).pipe(Effect.option)
