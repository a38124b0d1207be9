/**
 * The file of a backup, written and read: lines of JSON, compressed. The first line says what it is a backup of; then
 * comes each table with its rows in batches, as Postgres writes a record in text; then the sequences; the last line
 * says that the file is whole. It is text and not the files of the database, so any later Postgres and program can read
 * it, on any machine.
 */
import { createHash } from "node:crypto"
import type { Hash } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { createInterface } from "node:readline"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import type { Gzip } from "node:zlib"

import { Effect, Option, Schema } from "effect"
import type { Scope } from "effect"

import type { SequenceState } from "./tables.ts"

/** The version of the format. It changes only if older programs could not read the file. */
export const format = 2

/** The tables of a backup in this format have the numbers of migrations from before 1.0.0. */
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
  /** The fingerprint of `RCPT_SECRET`, if it was set: only the same secret can read what it has encrypted. */
  secret: Schema.optionalKey(Schema.String),
  /** The ledger's own key, on request. */
  ledgerKey: Schema.optionalKey(Schema.String),
  /** The tables in the order in which they can be filled: those that others refer to come first. */
  tables: Schema.Array(Schema.String)
})
export type Manifest = typeof Manifest.Type

const TableStart = Schema.Struct({
  table: Schema.String,
  columns: Schema.Array(Schema.String)
})

const Batch = Schema.Array(Schema.String)

const TableEnd = Schema.Struct({
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

const Complete = Schema.Struct({ complete: Schema.Literal(true), rows: Schema.Int })

export class BackupFailed extends Schema.TaggedError<BackupFailed>()("BackupFailed", {
  sentence: Schema.String
}) {
  override get message(): string {
    return this.sentence
  }
}

export const failed = (sentence: string): BackupFailed => new BackupFailed({ sentence })

/** A digest that tells secrets apart without revealing them. */
export const fingerprint = (secret: string): string =>
  createHash("sha256").update(`rcpt backup ${secret}`).digest("hex").slice(0, 16)

/** The hash over the batches of a table, as they stand in the file. */
export const newSum = (): Hash => createHash("sha256")

/** The mode of the file, which contains addresses and hashes of passwords. */
const fileMode = 0o600

/** The compression level, up to 9: a fifth of the time of the usual 6, for a tenth more octets. */
const compression = 1

export interface ArchiveWriter {
  /** Writes one line. Waits while the disk is behind. */
  readonly write: (line: unknown) => Effect.Effect<void, BackupFailed>
  /** The file is whole from then on, under its own name. */
  readonly finish: Effect.Effect<void, BackupFailed>
}

const unfinishedName = (path: string): string => `${path}.unfinished`

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Resolves when the text was compressed, which waits for the disk. */
const take = (gzip: Gzip, text: string): Promise<void> =>
  new Promise((done, fail) => {
    gzip.write(text, (error) => (error ? fail(error) : done()))
  })

export const writeArchive = (
  path: string
): Effect.Effect<ArchiveWriter, BackupFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const unfinished = unfinishedName(path)
    const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, BackupFailed> =>
      Effect.tryPromise({
        try: run,
        catch: (error) => failed(`${path} cannot be written: ${Object(error).message}`)
      })
    // Once, to fail before anything is read; the stream takes it over.
    const file = yield* attempt(() => open(unfinished, "w", fileMode))
    yield* Effect.addFinalizer(() => Effect.promise(() => rm(unfinished, { force: true })))
    const gzip = createGzip({ level: compression })
    const written = pipeline(gzip, file.createWriteStream({ flush: true }))
    // Told by the write that waits for it, or at the end.
    written.catch(() => {})
    return {
      write: (line) =>
        attempt(() => Promise.race([take(gzip, `${JSON.stringify(line)}\n`), written])),
      finish: attempt(async () => {
        gzip.end()
        await written
        await rename(unfinished, path)
        await syncFolder(path)
      })
    }
  })

/** The handlers of a file's tables, called in the order of the file. */
interface Readers {
  readonly table: (name: string, columns: ReadonlyArray<string>) => Promise<void>
  readonly rows: (rows: ReadonlyArray<string>) => Promise<void>
}

const ignored: Readers = { table: () => Promise.resolve(), rows: () => Promise.resolve() }

/** The facts about a file that was read to its end. */
export interface Archive {
  readonly path: string
  readonly manifest: Manifest
  readonly sequences: Readonly<Record<string, SequenceState>>
  readonly rows: number
}

const asManifest = Schema.decodeUnknownOption(Manifest)
const isBatch = Schema.is(Batch)
const isTableStart = Schema.is(TableStart)
const isTableEnd = Schema.is(TableEnd)
const isSequences = Schema.is(Sequences)
const isEnd = Schema.is(Complete)

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The lines of a file; an error of the file or of its compression ends them. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const read = pipeline(createReadStream(path), gunzip)
  // Told by the lines, or at their end.
  read.catch(() => {})
  yield* createInterface({ input: gunzip, crlfDelay: Infinity })
  await read
}

const notOurs = (path: string) => failed(`${path} is no backup of rcpt.`)
const damaged = (path: string, what: string) => failed(`${path} is damaged: ${what}.`)

const manifestIn = (line: string | undefined, path: string): Manifest => {
  const manifest = asManifest(parse(line ?? ""))
  if (Option.isNone(manifest)) throw notOurs(path)
  if (manifest.value.format > format)
    throw failed(`${path} was made by a newer program (${manifest.value.program}): use that one.`)
  return manifest.value
}

interface OpenTable {
  readonly name: string
  readonly sum: ReturnType<typeof newSum>
  rows: number
}

/** Checks the parts of one file against each other while they are read. */
const checking = (path: string, manifest: Manifest, readers: Readers) => {
  const left = new Set(manifest.tables)
  let open: OpenTable | undefined
  let rows = 0
  let isComplete = false
  let sequences: Archive["sequences"] = {}

  const begin = ({ table, columns }: typeof TableStart.Type): Promise<void> => {
    if (open !== undefined || !left.has(table))
      throw damaged(path, `${table} is not expected there`)
    open = { name: table, sum: newSum(), rows: 0 }
    return readers.table(table, columns)
  }

  const takeRows = (line: string, batch: ReadonlyArray<string>): Promise<void> => {
    if (open === undefined) throw damaged(path, "there are rows of no table")
    open.sum.update(line)
    open.rows += batch.length
    return readers.rows(batch)
  }

  const end = (ended: typeof TableEnd.Type): void => {
    const isSame = ended.end === open?.name && ended.rows === open.rows
    if (!isSame || ended.sha256 !== open?.sum.digest("hex"))
      throw damaged(path, `${ended.end} is not as it was written`)
    left.delete(ended.end)
    rows += ended.rows
    open = undefined
  }

  const take = async (line: string): Promise<void> => {
    const part = parse(line)
    if (isBatch(part)) return takeRows(line, part)
    if (isTableStart(part)) return begin(part)
    if (isTableEnd(part)) return end(part)
    if (isSequences(part)) return void (sequences = part.sequences)
    if (!isEnd(part)) throw damaged(path, "a line cannot be read")
    isComplete = part.rows === rows && left.size === 0
  }

  const whole = (): Archive => {
    if (!isComplete) throw damaged(path, "its end is missing")
    return { path, manifest, sequences, rows }
  }

  return { take, whole }
}

const read = async (path: string, readers: Readers): Promise<Archive> => {
  const lines = linesOf(path)
  const manifest = manifestIn((await lines.next()).value, path)
  const checked = checking(path, manifest, readers)
  for await (const line of lines) await checked.take(line)
  return checked.whole()
}

/** Errors of zlib and of the file system have a code; others pass as they are. */
const asFailure = (path: string, error: unknown): BackupFailed | undefined => {
  if (Object(error)._tag === "BackupFailed") return error as BackupFailed
  const { code, message } = Object(error)
  if (typeof code !== "string") return undefined
  if (code === "Z_BUF_ERROR") return damaged(path, "its end is missing")
  if (code === "Z_DATA_ERROR") return damaged(path, String(message))
  return failed(`${path} cannot be read: ${String(message)}`)
}

/** Hands the rows over as they come; fails at the first thing that is not as it was written. */
export const readArchive = (path: string, readers: Readers): Effect.Effect<Archive, BackupFailed> =>
  Effect.tryPromise({
    try: () => read(path, readers),
    catch: (error) => asFailure(path, error) ?? error
  }).pipe(
    Effect.catchIf(
      (error): error is BackupFailed => Object(error)._tag === "BackupFailed",
      (error) => Effect.fail(error),
      (error) => Effect.die(error)
    )
  )

/** Reads and checks the whole file, and keeps only its manifest and the number of its rows. */
export const checkArchive = (path: string): Effect.Effect<Archive, BackupFailed> =>
  readArchive(path, ignored)
