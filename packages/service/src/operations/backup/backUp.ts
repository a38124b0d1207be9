/**
 * A backup of a database in which services work: everything is read in one snapshot, by one connection,
 * so it is the state of one moment. Nobody waits for it.
 */
import { Clock, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { knownSigners, verifiersOf } from "../../ledger/checkpoints/signers.ts"
import { Config } from "../../platform/Config.ts"
import { oldNumberingQuery } from "../../platform/joining/mayJoin.ts"
import { version } from "../../platform/version.ts"
import { failed, fingerprint, format, newSum, oldFormat, writeArchive } from "./archive.ts"
import type { ArchiveWriter, BackupFailed, Manifest } from "./archive.ts"
import { sequences, tablesInOrder, textSettings } from "./tables.ts"
import type { Table } from "./tables.ts"

export interface Options {
  readonly path: string
  /** True: the key that signs the ledger is part of the backup. */
  readonly withKeys: boolean
}

export interface Made {
  readonly manifest: Manifest
  readonly rows: number
}

/** Rows of a batch: a megabyte at most, as a row of a table has less than a kilobyte. */
const batchRows = 1_000

const writeTable = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { name, columns }: Table,
  { write }: ArchiveWriter
) {
  yield* write({ table: name, columns })
  yield* sql.unsafe(
    `declare backup no scroll cursor for select row(${columns.join(", ")})::text as row from ${name}`
  )
  const sum = newSum()
  let rows = 0
  while (true) {
    const batch = yield* sql.unsafe<{ readonly row: string }>(`fetch ${batchRows} from backup`)
    if (batch.length === 0) break
    const line = batch.map(({ row }) => row)
    sum.update(JSON.stringify(line))
    rows += line.length
    yield* write(line)
  }
  yield* sql`close backup`
  yield* write({ end: name, rows, sha256: sum.digest("hex") })
  return rows
})

const manifestOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<Table>,
  withKeys: boolean
) {
  const { secret } = yield* Config
  const [numbering] = yield* sql.unsafe<{ readonly isOld: boolean }>(oldNumberingQuery)
  const [levels] = yield* sql<Manifest["migrations"]>`
    select (select max(migration_id)::int from service_migrations) as service,
      (select max(migration_id)::int from store_migrations) as store`
  const isSigned = tables.some(({ name }) => name === "es.checkpoint")
  const [checkpoint] = isSigned
    ? yield* sql<{ readonly note: string }>`
        select note from es.checkpoint order by size desc limit 1`
    : []
  const signers = yield* Effect.mapError(knownSigners, ({ message }) => failed(message))
  const manifest: Manifest = {
    rcpt: "backup",
    format: numbering!.isOld ? oldFormat : format,
    program: version,
    madeAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
    migrations: levels!,
    ...(checkpoint && { checkpoint: checkpoint.note }),
    verifiers: isSigned ? yield* verifiersOf(signers) : [],
    ...(secret && { secret: fingerprint(Redacted.value(secret)) }),
    ...(withKeys &&
      signers.length > 0 && {
        ledgerKey: signers.map(({ seed }) => Buffer.from(seed).toString("base64")).join(",")
      }),
    tables: tables.map(({ name }) => name)
  }
  return manifest
})

export const backUp = ({
  path,
  withKeys
}: Options): Effect.Effect<Made, BackupFailed | SqlError.SqlError, Config | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const archive = yield* writeArchive(path)
    const work = Effect.gen(function* () {
      yield* sql`set transaction isolation level repeatable read, read only`
      for (const setting of textSettings) yield* sql.unsafe(`set local ${setting}`)
      // A large table takes longer than any request may.
      yield* sql`set local statement_timeout = 0`
      const tables = yield* tablesInOrder
      const manifest = yield* manifestOf(sql, tables, withKeys)
      yield* archive.write(manifest)
      const counts = yield* Effect.forEach(tables, (table) => writeTable(sql, table, archive))
      // After the snapshot: a number that was drawn since is left out, never drawn again.
      yield* archive.write({ sequences: yield* sequences })
      const rows = counts.reduce((sum, count) => sum + count, 0)
      yield* archive.write({ complete: true, rows })
      return { manifest, rows }
    })
    const made = yield* sql.withTransaction(work)
    yield* archive.finish
    return made
  }).pipe(Effect.scoped)
