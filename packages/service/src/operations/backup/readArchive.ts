/** Reads the file of a backup line by line, and refuses one that is not whole or not as it was written. */
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"

import { Effect, Option, Schema } from "effect"

import {
  Batch,
  Complete,
  failed,
  format,
  Manifest,
  newSum,
  Sequences,
  TableEnd,
  TableStart
} from "./archive.ts"
import type { BackupFailed } from "./archive.ts"
import type { SequenceState } from "./tables.ts"

/** What is done with the tables, in the order of the file. */
export interface Readers {
  readonly table: (name: string, columns: ReadonlyArray<string>) => Promise<void>
  readonly rows: (rows: ReadonlyArray<string>) => Promise<void>
}

const ignored: Readers = { table: () => Promise.resolve(), rows: () => Promise.resolve() }

/** What is known of a file once it was read. */
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

/** Reads the whole file, and keeps nothing of it but what it is of. */
export const checkArchive = (path: string): Effect.Effect<Archive, BackupFailed> =>
  readArchive(path, ignored)
