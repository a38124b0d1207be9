/** `rcpt jobs`: the jobs of an account, one of them, its end, its results, a second look at them, what they changed. */
import { createHash, randomUUID } from "node:crypto"

import { BulkJob, JobChanges } from "@rcpt/api/Jobs"
import { pageSizeMax, recommendationWords, statusWords } from "@rcpt/api/jobsQuery"
import { isMessage } from "@rcpt/api/Message"
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import { Console, Duration, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { downloadResults, format, only, onlyOf } from "./downloadResults.ts"
import { interruptedCode } from "./exitCodes.ts"
import { flagWords } from "./flagWords.ts"
import { checkFlags, jobFlags, runPriced } from "./pricedJob.ts"
import { minuteOf, printable } from "./report.ts"
import { columnsOf, isForPeople, printRows, tableText } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { booleanFlag, json, serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"
import { wholeId } from "./wholeId.ts"

type Change = readonly [what: string, addresses: number]

const changeColumns: ReadonlyArray<Column<Change>> = [
  ["what", ([what]) => what],
  ["addresses", ([, addresses]) => String(addresses)]
]

const rowsOf = ({ changes, added, removed, same }: JobChanges): ReadonlyArray<Change> => [
  ...changes.map(({ from, to, rows }) => [`${from} → ${to}`, rows] as const),
  ["new", added],
  ["gone", removed],
  ["same", same]
]

/** The differences since a list was verified before, as text for people. */
export const changesText = (changes: JobChanges, width: number): string => {
  if (changes.since === null) return "No earlier job of this list was found."
  const { id, filename, created_at: at } = changes.since
  const earlier = `Since job ${id}\n${printable(filename)}, ${minuteOf(at)}`
  return `${earlier}\n\n${tableText(rowsOf(changes), changeColumns, width)}`
}

const id = Argument.String("id").pipe(
  Argument.withDescription("The job, as rcpt jobs list shows it; the beginning is enough.")
)

const output = Flag.String("output").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("File for the results.")
)

const limit = Flag.Int("limit").pipe(
  Flag.withDefault(20),
  Flag.withDescription("How many jobs, newest first. Default: 20.")
)

const isJob = Schema.is(BulkJob)
const isList = Schema.is(Schema.Array(BulkJob))
const isChanges = Schema.is(JobChanges)

/** Two lists of 200,000 rows take the server up to 15 s. */
const comparisonWait = Duration.seconds(30)

const columns: ReadonlyArray<Column<BulkJob>> = [
  ["id", (job) => job.id],
  ["status", (job) => job.status],
  ["rows", (job) => `${job.processed_rows}/${job.total_rows}`],
  ["valid", (job) => String(job.valid_count)],
  ["mode", (job) => job.mode],
  ["created", (job) => minuteOf(job.created_at)],
  ["file", (job) => job.filename]
]

const pathOf = (job: string): string => `/jobs/${encodeURIComponent(job)}`

/** The jobs among which a beginning is looked up: the newest, as many as a page has. */
const newest = { limit: String(pageSizeMax) }

const jobId = (server: ServerFlags, given: string) => {
  const request = { method: "GET", path: "/jobs", urlParams: newest, isResponse: isList } as const
  const listed = Effect.map(sendAsAccount(server, request), (all) =>
    all.map((job) => ({ id: job.id, label: job.filename }))
  )
  return wholeId(given, "job", listed)
}

const list = Command.make("list", { limit, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const urlParams = { limit: String(args.limit) }
    const request = { method: "GET", path: "/jobs", urlParams, isResponse: isList } as const
    yield* printRows(yield* sendAsAccount(args, request), columns, args.json)
  })
).pipe(Command.withDescription("List jobs, newest first."))

const show = Command.make("show", { id, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const path = pathOf(yield* jobId(args, args.id))
    const request = { method: "GET", path, isResponse: isJob } as const
    const job = yield* sendAsAccount(args, request)
    yield* printRows([job], columns, args.json)
  })
).pipe(Command.withDescription("Show a job with its counters."))

const cancel = Command.make("cancel", { id, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const path = pathOf(yield* jobId(args, args.id))
    const request = { method: "DELETE", path, isResponse: isMessage } as const
    const message = yield* sendAsAccount(args, request)
    yield* Console.log(args.json ? JSON.stringify(message) : message.message)
  })
).pipe(Command.withDescription("Cancel a running job, or remove one that has ended."))

const finish = Command.make("finish", { id, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const path = `${pathOf(yield* jobId(args, args.id))}/finish`
    const request = { method: "POST", path, isResponse: isMessage } as const
    const message = yield* sendAsAccount(args, request)
    yield* Console.log(args.json ? JSON.stringify(message) : message.message)
  })
).pipe(
  Command.withDescription("Let a running job end without waiting for its greylisted addresses.")
)

const results = Command.make("results", { id, output, format, only, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    yield* onlyOf(args.only)
    const job = yield* jobId(args, args.id)
    process.exitCode = interruptedCode
    yield* downloadResults(yield* serverOf(args), job, args)
    yield* Console.error(`Results in ${args.output}.`)
    process.exitCode = 0
  })
).pipe(
  Command.withAlias("download"),
  Command.withDescription(
    "Write the results of a job into a file, as CSV or as an Excel workbook. For a running job, the results so far."
  )
)

/** Rows of a large job are copied before the server answers: a million take it a minute. */
const rowsWait = Duration.minutes(10)

const rowFlags = {
  mode: Flag.Literals("mode", ["fast", "deep"]).pipe(
    Flag.withDefault("deep"),
    Flag.withDescription(`Default: deep, up to ${creditsOf(heldFor.deep)} each.`)
  ),
  status: Flag.String("status").pipe(
    Flag.optional,
    Flag.withDescription(`Only rows that are ${statusWords.join(", ")}. Several with commas.`)
  ),
  recommendation: Flag.String("recommendation").pipe(
    Flag.optional,
    Flag.withDescription(`Only rows that are ${recommendationWords.join(", ")}.`)
  ),
  subStatus: Flag.String("sub-status").pipe(
    Flag.optional,
    Flag.withDescription("Only rows with this sub_status, such as mailbox_unverified.")
  ),
  provable: booleanFlag("provable", "Only rows that deep mode may decide.")
}

const verify = Command.make(
  "verify",
  { id, ...rowFlags, ...jobFlags, ...serverFlags },
  ({ mode, provable, subStatus, ...args }) =>
    Effect.gen(function* () {
      yield* checkFlags(args)
      const status = yield* flagWords("status", statusWords, args.status)
      const recommendation = yield* flagWords(
        "recommendation",
        recommendationWords,
        args.recommendation
      )
      const job = yield* jobId(args, args.id)
      process.exitCode = interruptedCode
      const body = {
        mode,
        ...(status.length > 0 && { status }),
        ...(recommendation.length > 0 && { recommendation }),
        ...(Option.isSome(subStatus) && { sub_status: subStatus.value }),
        ...(provable && { provable })
      }
      const meaning = createHash("sha256")
        .update(`${job}\n${JSON.stringify(body)}`)
        .digest("hex")
      const key = `rcpt-verify-${args.again ? randomUUID() : meaning}`
      const request = { path: `${pathOf(job)}/verify`, body, timeout: rowsWait }
      yield* runPriced(yield* serverOf(args), request, key, args)
      process.exitCode = 0
    })
).pipe(
  Command.withDescription(
    "Verify rows of a job that has ended again, as a new job: the price first. The old results stay."
  ),
  Command.withExamples([
    { command: "rcpt jobs verify 3f2a --provable", description: "what deep mode may decide" },
    { command: "rcpt jobs verify 3f2a --status valid --dry-run", description: "the price alone" },
    {
      command: "rcpt jobs verify 3f2a --recommendation ask_again -o new.csv",
      description: "wait for the results"
    }
  ])
)

const since = Flag.String("since").pipe(
  Flag.optional,
  Flag.withDescription("The earlier job. Default: the last of this file name, or of its addresses.")
)

const changes = Command.make("changes", { id, since, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const given = Option.getOrUndefined(args.since)
    const chosen = given === undefined ? undefined : yield* jobId(args, given)
    const job = yield* jobId(args, args.id)
    const found = yield* sendAsAccount(
      args,
      {
        method: "GET",
        path: `${pathOf(job)}/changes`,
        ...(chosen !== undefined && { urlParams: { since: chosen } }),
        isResponse: isChanges
      },
      comparisonWait
    )
    if (!isForPeople(args.json)) return yield* Console.log(JSON.stringify(found))
    yield* Console.log(changesText(found, columnsOf()))
  })
).pipe(Command.withDescription("Show what is different since the same list was verified before."))

export const jobs = Command.make("jobs").pipe(
  Command.withDescription(
    "List jobs, show one, cancel or finish it, fetch its results, verify rows again, compare it."
  ),
  Command.withSubcommands([list, show, cancel, finish, results, verify, changes])
)
