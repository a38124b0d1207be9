/**
 * `rcpt bulk <file>`: verifies a list by a server, after its price was shown. The same command again
 * finds the same job for a day: its Idempotency-Key is made from the file and the parts beside it.
 */
import { createHash, randomUUID } from "node:crypto"
import { createReadStream, createWriteStream, openAsBlob } from "node:fs"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { createInterface } from "node:readline/promises"
import { pipeline } from "node:stream/promises"

import { decodeStart } from "@rcpt/api/decodeStart"
import type { JobStatus } from "@rcpt/api/Jobs"
import { BulkJob, UploadPrice } from "@rcpt/api/Jobs"
import type { DownloadFormat } from "@rcpt/api/jobsQuery"
import { byHeader, readListStart } from "@rcpt/api/listStart"
import { Message } from "@rcpt/api/Message"
import { Console, Duration, Effect, Option, Schedule, Schema } from "effect"
import type { Scope } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { downloadResults, format } from "./downloadResults.ts"
import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { readHere, unreadableText } from "./otherLists.ts"
import { barOf, lineAnew } from "./progressBar.ts"
import { keepRepaired, repairsText, repairUpload } from "./repairUpload.ts"
import { counted, creditsText, printable } from "./report.ts"
import { noCredits, requestServer } from "./requestServer.ts"
import type { Server } from "./requestServer.ts"
import { isForPeople } from "./rows.ts"
import { answerWait } from "./sendAsAccount.ts"
import { json, maxAge, modeFlags, modeOf, serverFlags, serverOf } from "./serverFlags.ts"

type Verdict = "valid" | "risky" | "invalid" | "unknown"

const countsOf = (job: BulkJob): ReadonlyArray<readonly [Verdict, number]> => [
  ["valid", job.valid_count],
  ["risky", job.risky_count],
  ["invalid", job.invalid_count],
  ["unknown", job.unknown_count]
]

const indent = "  "

/** Rounded down, so that the shares of a list are never more than all of it. */
const shareOf = (count: number, total: number): string =>
  `${total === 0 ? 0 : Math.floor((count / total) * 100)} %`

const table = (job: BulkJob): ReadonlyArray<string> => {
  const width = String(job.processed_rows).length
  return countsOf(job).map(
    ([verdict, count]) =>
      `${indent}${verdict.padEnd("unknown".length)}  ${String(count).padStart(width)}  ` +
      shareOf(count, job.processed_rows).padStart("100 %".length)
  )
}

/** The result of a list: a table for a person, one sentence in a pipe. `output` is the file with the results. */
const jobReport = (job: BulkJob, output: string | undefined, forPeople: boolean): string => {
  const results = output === undefined ? "" : `Results in ${output}.`
  if (!forPeople) {
    const counts = countsOf(job).map(([verdict, count]) => `${count} ${verdict}`)
    return `Job ${job.id} is ${job.status}: ${counts.join(", ")}. ${results}`.trimEnd()
  }
  const title = `${counted(job.processed_rows, "row")}, job ${job.id}`
  return [title, ...table(job), results].filter((line) => line !== "").join("\n")
}

const isJob = Schema.is(BulkJob)
const isMessage = Schema.is(Message)

/** A person sees it move, and a server of many watchers is not busy with them. */
const pollInterval = Duration.seconds(1)

/** A server that is started anew is back within minutes. */
const outageMax = Schedule.max([Schedule.spaced(pollInterval), Schedule.recurs(300)])

const running: ReadonlySet<JobStatus> = new Set(["pending", "processing"])

const pathOf = (id: string): string => `/jobs/${encodeURIComponent(id)}`

const findJob = (server: Server, id: string) =>
  requestServer(server, {
    method: "GET",
    path: pathOf(id),
    isResponse: isJob,
    timeout: answerWait
  }).pipe(Effect.retry({ schedule: outageMax, while: ({ code }) => code === unavailableCode }))

const cancelJob = (server: Server, id: string) =>
  requestServer(server, {
    method: "DELETE",
    path: pathOf(id),
    isResponse: isMessage,
    timeout: answerWait
  })

/** The line is at most as wide as the terminal: a line that wraps could not be written anew. */
export const jobLine = (
  { processed_rows, total_rows, status }: BulkJob,
  columns: number
): string => {
  const counts = `  ${processed_rows} of ${total_rows}  ${status}`
  const bar = barOf(total_rows === 0 ? 1 : processed_rows / total_rows, columns - counts.length - 1)
  return bar + counts
}

const shows = (job: BulkJob, isLine: boolean): Effect.Effect<void> => {
  if (isLine) return Console.log(JSON.stringify(job))
  if (!process.stderr.isTTY) return Effect.void
  const end = running.has(job.status) ? "" : "\n"
  return Effect.sync(
    () => void process.stderr.write(`${lineAnew}${jobLine(job, process.stderr.columns)}${end}`)
  )
}

/** Not raw: the second Ctrl-C is a signal again, and ends the process. */
const ask = (question: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    const asked = createInterface({
      input: process.stdin,
      output: process.stderr,
      terminal: false
    })
    const answer = await asked.question(question)
    asked.close()
    return /^y/i.test(answer.trim())
  })

/** Ctrl-C is an answer too: what the shell prints next begins a line. */
const confirm = (question: string): Effect.Effect<boolean> =>
  Effect.onInterrupt(ask(question), () => Effect.sync(() => void process.stderr.write("\n")))

const leaveOrCancel = (server: Server, id: string) =>
  Effect.gen(function* () {
    process.once("SIGINT", () => process.exit(interruptedCode))
    if (!(yield* ask(`\nCancel the job too? y: cancel it; n: it goes on without us. `)))
      return yield* Console.error(`The job goes on. See it with:\n  rcpt jobs show ${id}`)
    yield* Effect.catch(
      Effect.andThen(cancelJob(server, id), Console.error("The job is cancelled.")),
      ({ sentence }) => Console.error(sentence)
    )
  })

/** `isLine`: each change as a line of JSON on standard output. */
const watchJob = (server: Server, id: string, isLine: boolean) =>
  Effect.gen(function* () {
    let isAsked = false
    // Registered before the interruption of runMain: a SIGTERM asks nothing.
    process.prependOnceListener("SIGINT", () => (isAsked = process.stdin.isTTY))
    const follow = Effect.gen(function* () {
      let job = yield* findJob(server, id)
      let shown = ""
      while (true) {
        const now = JSON.stringify(job)
        if (now !== shown) yield* shows(job, isLine)
        shown = now
        if (!running.has(job.status)) return job
        yield* Effect.sleep(pollInterval)
        job = yield* findJob(server, id)
      }
    })
    return yield* Effect.onInterrupt(follow, () =>
      isAsked ? leaveOrCancel(server, id) : Effect.void
    )
  })

/** 32 MB at the slowest speed that the server allows, 8 KiB a second, take over an hour. */
const uploadWait = Duration.minutes(75)

const isPrice = Schema.is(UploadPrice)

type Mode = BulkJob["mode"]

const flags = {
  file: Argument.String("file").pipe(
    Argument.withDescription(
      "A CSV in any encoding, .xlsx, .ods, .vcf, .ldif or JSON. -: standard input."
    )
  ),
  sheet: Flag.String("sheet").pipe(
    Flag.optional,
    Flag.withDescription("The sheet of a workbook. Default: the first with an address.")
  ),
  ...modeFlags,
  column: Flag.String("column").pipe(
    Flag.optional,
    Flag.withDescription("The column of the addresses: its name, or its number from 1.")
  ),
  noHeader: Flag.Boolean("no-header").pipe(
    Flag.withDefault(false),
    Flag.withDescription("The first line is a row, not a header.")
  ),
  encoding: Flag.String("encoding").pipe(
    Flag.optional,
    Flag.withDescription("The encoding, such as windows-1251. Default: found by itself.")
  ),
  maxAge,
  watch: Flag.Boolean("watch").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Follow the job to its end.")
  ),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.optional,
    Flag.withDescription("File for the results; implies --watch.")
  ),
  format,
  repair: Flag.Boolean("repair").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Repair cells with more than an address, and show the repairs.")
  ),
  yes: Flag.Boolean("yes").pipe(
    Flag.withAlias("y"),
    Flag.withDefault(false),
    Flag.withDescription("Do not ask on a terminal whether the price is all right.")
  ),
  again: Flag.Boolean("again").pipe(
    Flag.withDefault(false),
    Flag.withDescription("A new job, even if the same list was uploaded within a day.")
  ),
  json
}

const failed = (code: number, sentence: string) => new CommandFailed({ code, sentence })

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
}

/** The query that an upload and its price have in common. */
const ageOf = ({ maxAge }: List): Readonly<Record<string, string>> =>
  Option.isSome(maxAge) ? { max_age: maxAge.value } : {}

/** Parts of the form before the file, which the server reads while it arrives. */
const partsOf = ({
  mode,
  column,
  noHeader,
  encoding
}: List): ReadonlyArray<readonly [string, string]> => [
  ["mode", mode],
  ...(Option.isSome(column) ? [["column", column.value] as const] : []),
  ...(noHeader ? [["header", "false"] as const] : []),
  ...(Option.isSome(encoding) ? [["encoding", encoding.value] as const] : [])
]

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

const priceOf = (server: Server, form: FormData, list: List) =>
  requestServer(server, {
    method: "POST",
    path: "/verify/bulk",
    urlParams: { dry_run: "true", ...ageOf(list) },
    form,
    isResponse: isPrice,
    timeout: uploadWait
  })

/** Two to six lines: each fits a terminal of 80 columns. */
const priceText = (price: UploadPrice): string =>
  `${counted(price.total_rows, "row")}, ${price.distinct_rows} distinct, mode ${price.mode}: about ` +
  `${creditsText(price.credits_expected)}, at most ${price.credits_maximum}.\n` +
  `${creditsText(price.credits_reserved)} ${price.credits_reserved === 1 ? "is" : "are"} held until the job ends.` +
  (price.ignored_rows === undefined
    ? ""
    : `\n${counted(price.ignored_rows, "row")} without an address, such as a footer, ${price.ignored_rows === 1 ? "is" : "are"} free.`) +
  (price.several_cells === undefined
    ? ""
    : `\n${counted(price.several_cells, "cell")} with ${price.several_addresses ?? 0} addresses: each needs a row. --repair splits them.`) +
  (price.format?.other_encodings === undefined
    ? ""
    : `\nRead as ${price.format.encoding}. It may be ${price.format.other_encodings.join(" or ")}: --encoding names one.`) +
  (price.known_rows === undefined
    ? ""
    : `\n${counted(price.known_rows, "earlier result")}: about ${creditsText(price.credits_saved ?? 0)} saved.`)

interface Submitted extends UploadPrice {
  readonly query: Readonly<Record<string, string>>
}

const upload = (
  server: Server,
  form: FormData,
  key: string,
  { credits_reserved, query }: Submitted
) =>
  requestServer(server, {
    method: "POST",
    path: "/verify/bulk",
    urlParams: query,
    headers: { "idempotency-key": key },
    form,
    isResponse: isJob,
    timeout: uploadWait
  }).pipe(
    Effect.mapError((error) =>
      error.sentence === noCredits
        ? failed(
            unavailableCode,
            `The account has fewer than ${creditsText(credits_reserved)}. Ask the operator of the service for more.`
          )
        : error
    )
  )

interface Following {
  /** Each change as a line of JSON. */
  readonly isLine: boolean
  /** The file for the results. */
  readonly output: string | undefined
  readonly format: Option.Option<DownloadFormat>
}

const follow = (server: Server, id: string, { isLine, output, format }: Following) =>
  Effect.gen(function* () {
    const job = yield* watchJob(server, id, isLine)
    if (output !== undefined) yield* downloadResults(server, id, output, format)
    yield* Console.error(jobReport(job, output, process.stderr.isTTY))
    if (job.status !== "complete")
      return yield* failed(unavailableCode, job.error_message ?? "Not every row has a result.")
  })

export const bulk = Command.make("bulk", { ...flags, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const mode = yield* modeOf(args)
    const sent = { ...args, mode, ...(yield* spooled(args.file)) }
    const given = yield* withColumn(yield* withTable(sent, args.sheet))
    const list: List = args.repair ? yield* withRepairs(given) : given
    const key = args.again ? `rcpt-bulk-${randomUUID()}` : yield* keyOf(list)
    const form = yield* formOf(list)
    const server = yield* serverOf(args)
    const price = yield* priceOf(server, form, list)
    yield* Console.error(priceText(price))
    if (!args.yes && process.stdin.isTTY && !(yield* confirm("Verify them? y/n ")))
      return yield* failed(interruptedCode, "Nothing was uploaded.")
    const job = yield* upload(server, form, key, { ...price, query: ageOf(list) })
    const output = Option.getOrUndefined(args.output)
    const isLine = !isForPeople(args.json)
    const following = { isLine, output, format: args.format }
    if (args.watch || output !== undefined) yield* follow(server, job.id, following)
    else yield* Console.log(isLine ? JSON.stringify(job) : `Job ${job.id} has begun.`)
    process.exitCode = 0
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription("Verify a list: the price first, then the job."),
  Command.withExamples([
    { command: "rcpt bulk list.csv", description: "upload it and leave" },
    { command: "rcpt bulk list.csv --mode deep -o out.csv", description: "wait for the results" },
    { command: "cat list.csv | rcpt bulk - --yes", description: "standard input" },
    { command: "rcpt bulk list.csv --max-age 30d", description: "pay once for what is known" },
    { command: "rcpt bulk names.csv --no-header --column 2", description: "a file of any layout" },
    { command: "rcpt bulk list.xlsx --sheet Members", description: "a sheet of a workbook" },
    { command: "rcpt bulk copied.csv --repair", description: "names, links and several addresses" }
  ])
)
