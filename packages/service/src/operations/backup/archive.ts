/**
 * The file of a backup: lines of JSON, compressed. First what it is of; then each table, its rows in batches
 * as Postgres writes a record in text; then the sequences; a last line says that it is whole. Text and not
 * the files of the database: it can be read by any later Postgres and program, on any machine.
 */
import { createHash } from "node:crypto"
import type { Hash } from "node:crypto"

import { Schema } from "effect"

/** A new number means that older programs cannot read it. */
export const format = 2

/** The tables have the numbers of migrations from before 1.0.0. */
export const oldFormat = 1

export const ending = ".rcpt-backup"

export const Manifest = Schema.Struct({
  rcpt: Schema.Literal("backup"),
  format: Schema.Int,
  /** Version of the program that wrote it. */
  program: Schema.String,
  madeAt: Schema.String,
  /** The last migrations of the tables, of the service's and of the store's. */
  migrations: Schema.Struct({ service: Schema.Int, store: Schema.Int }),
  /** The newest signed checkpoint of the ledger, as it is published. */
  checkpoint: Schema.optionalKey(Schema.String),
  /** The keys that checkpoints are signed with, as `rcpt ledger key` prints them. */
  verifiers: Schema.Array(Schema.String),
  /** Of `RCPT_SECRET`, if it was set: what it has encrypted can be read only with the same. */
  secret: Schema.optionalKey(Schema.String),
  /** The ledger's own key, on request. */
  ledgerKey: Schema.optionalKey(Schema.String),
  /** In the order in which they can be filled: what others refer to comes first. */
  tables: Schema.Array(Schema.String)
})
export type Manifest = typeof Manifest.Type

export const TableStart = Schema.Struct({
  table: Schema.String,
  columns: Schema.Array(Schema.String)
})

export const Batch = Schema.Array(Schema.String)

export const TableEnd = Schema.Struct({
  end: Schema.String,
  rows: Schema.Int,
  sha256: Schema.String
})

export const Sequences = Schema.Struct({
  sequences: Schema.Record(
    Schema.String,
    Schema.Struct({ last: Schema.String, isCalled: Schema.Boolean })
  )
})

export const Complete = Schema.Struct({ complete: Schema.Literal(true), rows: Schema.Int })

export class BackupFailed extends Schema.TaggedError<BackupFailed>()("BackupFailed", {
  sentence: Schema.String
}) {
  override get message(): string {
    return this.sentence
  }
}

export const failed = (sentence: string): BackupFailed => new BackupFailed({ sentence })

/** Tells secrets apart without telling them. */
export const fingerprint = (secret: string): string =>
  createHash("sha256").update(`rcpt backup ${secret}`).digest("hex").slice(0, 16)

/** Of the batches of a table, as they stand in the file. */
export const newSum = (): Hash => createHash("sha256")
