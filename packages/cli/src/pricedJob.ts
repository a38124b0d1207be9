/**
 * A job from its price to its end: the price is shown, on a terminal with a question, and the job is followed.
 * A new list and rows of an old one begin in the same way.
 */
import { createInterface } from "node:readline/promises"

import type { JobStatus } from "@rcpt/api/Jobs"
import { BulkJob, UploadPrice } from "@rcpt/api/Jobs"
import type { DownloadFormat } from "@rcpt/api/jobsQuery"
import { isMessage } from "@rcpt/api/Message"
import { serviceNamed } from "@rcpt/api/otherServices"
import { Console, Duration, Effect, Option, Schedule, Schema } from "effect"
import { Flag } from "effect/cli"

import { downloadResults, format, only, onlyOf } from "./downloadResults.ts"
import { failed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { barOf, lineAnew } from "./progressBar.ts"
import { counted, creditsText } from "./report.ts"
import { noCredits, requestServer } from "./requestServer.ts"
import type { Request, Server } from "./requestServer.ts"
import { isForPeople } from "./rows.ts"
import { answerWait } from "./sendAsAccount.ts"
import { booleanFlag, json } from "./serverFlags.ts"

/** Of each command that begins a job. */
export const jobFlags = {
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withAlias("price"),
    Flag.withDefault(false),
    Flag.withDescription("Print the price alone. Nothing is held, charged or started.")
  ),
  watch: booleanFlag("watch", "Follow the job to its end."),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.optional,
    Flag.withDescription("File for the results; implies --watch.")
  ),
  format,
  only,
  yes: Flag.Boolean("yes").pipe(
    Flag.withAlias("y"),
    Flag.withDefault(false),
    Flag.withDescription("Skip the price confirmation on a terminal.")
  ),
  again: booleanFlag("again", "A new job, even if the same command started one within a day."),
  json
}

interface JobFlags {
  readonly dryRun: boolean
  readonly watch: boolean
  readonly output: Option.Option<string>
  readonly format: Option.Option<DownloadFormat>
  readonly only: Option.Option<string>
  readonly yes: boolean
  readonly json: boolean
}

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
const isPrice = Schema.is(UploadPrice)

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

const timeText = ({ seconds, mail_servers, rows }: NonNullable<UploadPrice["expected_time"]>) =>
  `Takes about ${Duration.format(Duration.seconds(seconds))}: ${counted(rows, "row")} at ${mail_servers} take longest.`

/** Two to seven lines: each fits a terminal of 80 columns. */
const priceText = (price: UploadPrice): string =>
  `${counted(price.total_rows, "row")}, ${price.distinct_rows} distinct, mode ${price.mode}: about ` +
  `${creditsText(price.credits_expected)}, at most ${price.credits_maximum}.\n` +
  `${creditsText(price.credits_reserved)} ${price.credits_reserved === 1 ? "is" : "are"} held until the job ends.` +
  (price.expected_time === undefined ? "" : `\n${timeText(price.expected_time)}`) +
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
    : `\n${counted(price.known_rows, "earlier result")}: about ${creditsText(price.credits_saved ?? 0)} saved.`) +
  importsText(price)

/** Verdicts of another service that the list has, and what they lack to count. */
const importsText = ({ format, known_rows: known, imported_rows: imported }: UploadPrice) => {
  if (format?.imports === undefined) return ""
  const { from, column, date_column: date } = format.imports
  const count =
    known === undefined
      ? "They count with --max-age."
      : imported !== undefined
        ? `${imported} of them ${imported === 1 ? "counts" : "count"}.`
        : date === undefined
          ? "They count with --import-date."
          : "None of them counts."
  return `\nColumn ${column} has verdicts of ${serviceNamed(from)}. ${count}`
}

/** What differs between jobs: which request makes one, and how long its body or its rows may take. */
type JobRequest = Omit<Request<BulkJob>, "method" | "isResponse" | "headers">

export const priceOf = (server: Server, { urlParams, ...request }: JobRequest) =>
  requestServer(server, {
    ...request,
    method: "POST",
    urlParams: { ...urlParams, dry_run: "true" },
    isResponse: isPrice
  })

const begin = (
  server: Server,
  request: JobRequest,
  key: string,
  { credits_reserved }: UploadPrice
) =>
  requestServer(server, {
    ...request,
    method: "POST",
    headers: { "idempotency-key": key },
    isResponse: isJob
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

/**
 * Fails before a request for flags that choose rows of no file: after the job they would be a surprise. The price
 * alone is asked with the flags of the command that shall follow.
 */
export const checkFlags = ({ only, output, dryRun }: JobFlags) =>
  Effect.gen(function* () {
    yield* onlyOf(only)
    if (Option.isSome(only) && Option.isNone(output) && !dryRun)
      yield* failed(usageCode, "--only chooses rows of the results: name their file with --output.")
  })

/** `key`: a retry with the same one finds the same job for a day. */
export const runPriced = (server: Server, request: JobRequest, key: string, args: JobFlags) =>
  Effect.gen(function* () {
    const isLine = !isForPeople(args.json)
    const price = yield* priceOf(server, request)
    if (args.dryRun) return yield* Console.log(isLine ? JSON.stringify(price) : priceText(price))
    yield* Console.error(priceText(price))
    if (!args.yes && process.stdin.isTTY && !(yield* confirm("Verify them? y/n ")))
      return yield* failed(interruptedCode, "Nothing was uploaded.")
    const started = yield* begin(server, request, key, price)
    const output = Option.getOrUndefined(args.output)
    if (!args.watch && output === undefined)
      return yield* Console.log(isLine ? JSON.stringify(started) : `Job ${started.id} has begun.`)
    const job = yield* watchJob(server, started.id, isLine)
    if (output !== undefined) yield* downloadResults(server, job.id, { ...args, output })
    yield* Console.error(jobReport(job, output, process.stderr.isTTY))
    if (job.status !== "complete")
      return yield* failed(unavailableCode, job.error_message ?? "Not every row has a result.")
  })
