/**
 * One Postgres for the whole run, in a temporary folder, and in it a database with all migrations, of
 * which `freshDatabase.ts` gives each test a copy.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { PgClient, PgConnection } from "@effect/sql-pg"
import { migrate } from "@rcpt/service/platform/migrate"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Exit, Redacted, Scope } from "effect"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** As the service uses its database: by a role that owns it and is no superuser. */
    readonly postgresUrl: string
    readonly superuserUrl: string
    /** The database to copy. No test connects to it: Postgres does not copy a database in use. */
    readonly migratedDatabase: string
  }
}

/** The migrations take half a second, a copy of the migrated database a tenth of that. */
const migrated = "rcpt_migrated"

/** Four files run at a time, each with up to three nodes of 30 connections, and command lines beside. */
const connectionsMax = 400

const makeTemplate = ({ url, superuserUrl }: EmbeddedPostgres.EmbeddedPostgres) => {
  const template = new URL(url)
  template.pathname = migrated
  const client = PgClient.layer({ url: Redacted.make(template.href), maxConnections: 1 })
  return PgConnection.make({ url: Redacted.make(superuserUrl) }).pipe(
    Effect.flatMap((connection) =>
      connection.query(`create database ${migrated} owner ${template.username}`)
    ),
    Effect.scoped,
    Effect.andThen(Effect.andThen(migrateStore, migrate).pipe(Effect.provide(client)))
  )
}

export default async ({ provide }: TestProject) => {
  const dataDir = mkdtempSync(join(tmpdir(), "rcpt-test-"))
  const scope = Scope.makeUnsafe()
  const stop = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const start = EmbeddedPostgres.start({ dataDir, durable: false, connectionsMax })
    const running = await Effect.runPromise(Scope.provide(start, scope))
    await Effect.runPromise(makeTemplate(running))
    provide("postgresUrl", running.url)
    provide("superuserUrl", running.superuserUrl)
    provide("migratedDatabase", migrated)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
