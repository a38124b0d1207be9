/**
 * `rcpt bulk <file>`: verifies a list by a server, after its price was shown. The same command again
 * finds the same job for a day: its Idempotency-Key is made from the file and the parts beside it.
 */
import { createHash, randomUUID } from "node:crypto"
import { createReadStream, createWriteStream, openAsBlob } from "node:fs"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { pipeline } from "node:stream/promises"

import { decodeStart } from "@rcpt/api/decodeStart"
import type { BulkJob } from "@rcpt/api/Jobs"
import { byHeader, readListStart } from "@rcpt/api/listStart"
import { serviceNames } from "@rcpt/api/otherServices"
import { Console, Duration, Effect, Option } from "effect"
import type { Scope } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { failed, interruptedCode, usageCode } from "./exitCodes.ts"
import { readHere, unreadableText } from "./otherLists.ts"
import { checkFlags, jobFlags, runPriced } from "./pricedJob.ts"
import { keepRepaired, repairsText, repairUpload } from "./repairUpload.ts"
import { printable } from "./report.ts"
import { booleanFlag, maxAge, modeFlags, modeOf, serverFlags, serverOf } from "./serverFlags.ts"

/** 32 MB at the slowest speed that the server allows, 8 KiB a second, take over an hour. */
const uploadWait = Duration.minutes(75)

type Mode = BulkJob["mode"]

/** Which list, and how to read it. */
export const listFlags = {
  file: Argument.String("file").pipe(
    Argument.withDescription(
      "A CSV in any encoding, .xlsx, .ods, .vcf, .ldif or JSON. -: standard input."
    )
  ),
  sheet: Flag.String("sheet").pipe(
    Flag.optional,
    Flag.withDescription("The sheet of a workbook. Default: the first with an address.")
  ),
  column: Flag.String("column").pipe(
    Flag.optional,
    Flag.withDescription("The column of the addresses: its name, or its number from 1.")
  ),
  noHeader: booleanFlag("no-header", "The first line is a row, not a header."),
  encoding: Flag.String("encoding").pipe(
    Flag.optional,
    Flag.withDescription("The encoding, such as windows-1251. Default: detected.")
  )
}

const flags = {
  ...listFlags,
  ...modeFlags,
  maxAge,
  import: Flag.Literals("import", [...Object.keys(serviceNames), "none"]).pipe(
    Flag.optional,
    Flag.withDescription(
      "With --max-age: the service whose verdicts the file has. Default: found by its columns."
    )
  ),
  importDate: Flag.String("import-date").pipe(
    Flag.optional,
    Flag.withDescription("The date of verdicts without one, such as 2026-11-28.")
  ),
  repair: booleanFlag(
    "repair",
    "Correct cells such as Ann <ann@example.com>, and show the corrections."
  ),
  ...jobFlags
}

const unreadable = (file: string, cause: unknown) => {
  const missing =
    Object(cause).code === "ENOENT"
      ? "there is no such file"
      : "it is not a file that rcpt can read"
  return failed(usageCode, `${printable(file)} cannot be read: ${missing}.`)
}

interface List {
  readonly file: string
  /** The name under which the server keeps it. */
  readonly name: string
  readonly mode: Mode
  readonly column: Option.Option<string>
  readonly noHeader: boolean
  readonly encoding: Option.Option<string>
  readonly maxAge: Option.Option<string>
  readonly import: Option.Option<string>
  readonly importDate: Option.Option<string>
}

/** The query that an upload and its price have in common. */
const ageOf = ({ maxAge }: List): Readonly<Record<string, string>> =>
  Option.isSome(maxAge) ? { max_age: maxAge.value } : {}

/** Parts of the form before the file, which the server reads while it arrives. */
const partsOf = (list: List): ReadonlyArray<readonly [string, string]> => [
  ["mode", list.mode],
  ...partOf("column", list.column),
  ...(list.noHeader ? [["header", "false"] as const] : []),
  ...partOf("encoding", list.encoding),
  ...partOf("import", list.import),
  ...partOf("import_date", list.importDate)
]

const partOf = (name: string, value: Option.Option<string>) =>
  Option.isSome(value) ? [[name, value.value] as const] : []

/** Octets from which the server, too, tells what a list is like. */
const startOctets = 128 * 1024

const startOf = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(startOctets) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * A list whose header names no address is sent with the column whose cells are addresses, which is said; whoever
 * named a column is not overruled.
 */
const withColumn = (list: List) =>
  Effect.gen(function* () {
    if (Option.isSome(list.column) || list.noHeader) return list
    const start = yield* Effect.tryPromise({
      try: () => startOf(list.file),
      catch: (cause) => unreadable(list.file, cause)
    })
    const isCut = start.length === startOctets
    const decoded = yield* Effect.promise(() => decodeStart(start, isCut))
    const read = decoded && readListStart({ text: decoded.text, isCut, layout: byHeader })
    const likely = read?.found._tag === "NotNamed" ? read.found.likely : undefined
    if (likely === undefined) return list
    const { column, name, hasHeader } = likely
    const named = hasHeader && name !== "" ? `, ${JSON.stringify(printable(name))}` : ""
    yield* Console.error(
      `No column is named "email": addresses are taken from column ${column + 1}${named}.`
    )
    return { ...list, column: Option.some(String(column + 1)), noHeader: !hasHeader }
  })

/** A folder that exists until the command ends. */
const ownFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "rcpt-bulk-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** A list that is no CSV, as one; what was read of it is said. */
const withTable = (list: List, sheet: Option.Option<string>) =>
  Effect.gen(function* () {
    // What stands in an encoding is text, and is named by its sender.
    if (Option.isSome(list.encoding)) return list
    const folder = yield* ownFolder
    const read = yield* Effect.tryPromise({
      try: () => readHere(list, Option.getOrUndefined(sheet), async () => folder),
      catch: (cause) => {
        const reason = unreadableText(cause)
        return reason === undefined
          ? unreadable(list.file, cause)
          : failed(usageCode, `${printable(list.file)} cannot be read: ${reason}.`)
      }
    })
    if (read === undefined) return list
    yield* Console.error(read.said)
    return { ...list, file: read.path, name: read.name }
  })

/** The list with its repairs, which are shown before the price. They are written in UTF-8. */
const withRepairs = (list: List) =>
  Effect.gen(function* () {
    const repaired = yield* Effect.tryPromise({
      try: () => repairUpload(list),
      catch: (cause) => unreadable(list.file, cause)
    })
    yield* Console.error(repaired === undefined ? "No cell needs a repair." : repairsText(repaired))
    if (repaired === undefined) return list
    const folder = yield* ownFolder
    const file = yield* Effect.promise(() => keepRepaired(repaired, folder))
    return { ...list, file, encoding: Option.none<string>() }
  })

/** Standard input is kept in a file until the command ends: it is sent twice. */
const spooled = (file: string): Effect.Effect<Pick<List, "file" | "name">, never, Scope.Scope> =>
  file !== "-"
    ? Effect.succeed({ file, name: basename(file) })
    : Effect.gen(function* () {
        const folder = yield* ownFolder
        const path = join(folder, "list.csv")
        yield* Effect.promise(() =>
          pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
        )
        return { file: path, name: "list.csv" }
      })

/** The server keeps keys by account, so that the account need not be in it. */
const keyOf = (list: List) =>
  Effect.tryPromise({
    try: async () => {
      const [, ...layout] = partsOf(list)
      const hash = createHash("sha256").update(`${list.mode}\n${list.name}\n`)
      for (const part of [...layout, ...Object.entries(ageOf(list))])
        hash.update(`${JSON.stringify(part)}\n`)
      for await (const chunk of createReadStream(list.file)) hash.update(chunk)
      return `rcpt-bulk-${hash.digest("hex")}`
    },
    catch: (cause) => unreadable(list.file, cause)
  })

/** Read from the disk while it is sent. */
const formOf = (list: List) =>
  Effect.tryPromise({
    try: async () => {
      const form = new FormData()
      for (const [name, value] of partsOf(list)) form.set(name, value)
      form.set("file", await openAsBlob(list.file), list.name)
      return form
    },
    catch: (cause) => unreadable(list.file, cause)
  })

const requestOf = (list: List) =>
  Effect.map(formOf(list), (form) => ({
    path: "/verify/bulk",
    urlParams: ageOf(list),
    form,
    timeout: uploadWait
  }))

type ListArgs = Pick<List, "file" | "column" | "noHeader" | "encoding"> & {
  readonly sheet: Option.Option<string>
}

const listOf = (args: Omit<List, "name"> & ListArgs) =>
  Effect.gen(function* () {
    const sent = { ...args, ...(yield* spooled(args.file)) }
    return yield* withColumn(yield* withTable(sent, args.sheet))
  })

const none = Option.none<string>()

/** The request for a list in deep mode with no earlier results. */
export const deepRequestOf = (args: ListArgs) =>
  Effect.flatMap(
    listOf({ ...args, mode: "deep", maxAge: none, import: none, importDate: none }),
    requestOf
  )

export const bulk = Command.make("bulk", { ...flags, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    yield* checkFlags(args)
    const mode = yield* modeOf(args)
    const given = yield* listOf({ ...args, mode })
    const list: List = args.repair ? yield* withRepairs(given) : given
    const key = args.again ? `rcpt-bulk-${randomUUID()}` : yield* keyOf(list)
    yield* runPriced(yield* serverOf(args), yield* requestOf(list), key, args)
    process.exitCode = 0
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription("Verify a list: the price first, then the job."),
  Command.withExamples([
    { command: "rcpt bulk list.csv", description: "upload it, and do not wait" },
    { command: "rcpt bulk list.csv --mode deep -o out.csv", description: "wait for the results" },
    { command: "cat list.csv | rcpt bulk - --yes", description: "standard input" },
    { command: "rcpt bulk list.csv --deep --dry-run", description: "the price alone" },
    {
      command: "rcpt bulk list.csv -o safe.csv --only send",
      description: "only what is safe to send to"
    },
    {
      command: "rcpt bulk list.csv --max-age 30d",
      description: "reuse results of the last 30 days"
    },
    {
      command: "rcpt bulk zerobounce.csv --max-age 30d --import-date 2026-11-28",
      description: "reuse verdicts of another service"
    },
    { command: "rcpt bulk names.csv --no-header --column 2", description: "a file of any layout" },
    { command: "rcpt bulk list.xlsx --sheet Members", description: "a sheet of a workbook" },
    { command: "rcpt bulk copied.csv --repair", description: "names, links and several addresses" }
  ])
)
