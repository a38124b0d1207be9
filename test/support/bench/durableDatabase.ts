/** A Postgres for one benchmark, configured as in production: every commit waits for the disk. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as Database from "@rcpt/service/platform/Database"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Effect, Layer, Redacted } from "effect"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

export const durableDatabase = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.start({ dataDir: yield* folder })
  return url
})

export const layer = Layer.unwrap(
  Effect.map(durableDatabase, (url) => Database.layer(Redacted.make(url)))
)
