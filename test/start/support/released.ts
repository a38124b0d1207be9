/** Databases as each release has written them (`released/README.md`). */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

import { emptyDatabase } from "../../support/freshDatabase.ts"
import { assert } from "../../support/vitest.ts"

export const folder = join(import.meta.dirname, "../released")

export const releases = readdirSync(folder).flatMap((file) => /^(.+)\.sql$/.exec(file)?.[1] ?? [])

/** The commands of a dump: each ends with a line, outside of quotes and of the bodies of functions. */
const commandsOf = (dump: string): ReadonlyArray<string> => {
  const commands: Array<string> = []
  let command = ""
  const isOpen = (mark: RegExp): boolean => (command.match(mark) ?? []).length % 2 === 1
  for (const line of dump.split("\n")) {
    command += `${line}\n`
    if (!line.endsWith(";") || isOpen(/\$_*\$/g)) continue
    if (!command.includes("$$") && isOpen(/'/g)) continue
    commands.push(command)
    command = ""
  }
  assert.strictEqual(command.trim(), "")
  return commands
}

/** A database of its own. Returns the URL. */
export const restored = (version: string) =>
  Effect.gen(function* () {
    const url = yield* emptyDatabase()
    const dump = readFileSync(join(folder, `${version}.sql`), "utf8")
    yield* PgConnection.make({ url: Redacted.make(url) }).pipe(
      Effect.flatMap((connection) =>
        Effect.forEach(commandsOf(dump), (command) => connection.query(command))
      ),
      Effect.scoped
    )
    return url
  })
