/** A program for tests to kill: starts the embedded Postgres in a folder, prints its URL and keeps running. */
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Effect } from "effect"

const [dataDir = ""] = process.argv.slice(2)

await EmbeddedPostgres.start({ dataDir }).pipe(
  Effect.tap(({ url }) => Effect.sync(() => process.stdout.write(`${url}\n`))),
  Effect.andThen(Effect.never),
  Effect.scoped,
  Effect.runPromise
)
