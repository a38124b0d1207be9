/**
 * One Postgres for the whole run, in a folder that goes with it. `freshDatabase.ts` gives each test
 * a database of its own in it.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as EmbeddedPostgres from "@rcpt/service/postgres/EmbeddedPostgres"
import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresUrl: string
  }
}

export default async ({ provide }: TestProject) => {
  const dataDir = mkdtempSync(join(tmpdir(), "rcpt-test-"))
  const scope = Scope.makeUnsafe()
  const stop = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const start = EmbeddedPostgres.start({ dataDir, durable: false })
    const { url } = await Effect.runPromise(Scope.provide(start, scope))
    provide("postgresUrl", url)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
