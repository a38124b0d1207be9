/** `rcpt schedules`: lists that are checked again and again, their runs, and what changed. */
import { readFile } from "node:fs/promises"

import { isMessage } from "@rcpt/api/Message"
import { ContactChanges, Schedule, ScheduleRun, ScheduleRuns, Schedules } from "@rcpt/api/Schedule"
import type { ContactChange } from "@rcpt/api/Schedule"
import { Console, Effect, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { misused } from "./exitCodes.ts"
import { minuteOf } from "./report.ts"
import { isForPeople, printRows } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { booleanFlag, json, serverFlags } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"
import { wholeId } from "./wholeId.ts"

const flags = { json, ...serverFlags }

const isSchedules = Schema.is(Schedules)
const isSchedule = Schema.is(Schedule)
const isRun = Schema.is(ScheduleRun)
const isRuns = Schema.is(ScheduleRuns)
const isChanges = Schema.is(ContactChanges)
const path = "/schedules"

const timeOf = (at: string | null | undefined): string => (at == null ? "–" : minuteOf(at))

const columns: ReadonlyArray<Column<Schedule>> = [
  ["id", ({ id }) => id],
  ["name", ({ name }) => name],
  ["source", ({ source }) => source.kind],
  ["every", ({ every }) => every],
  ["status", ({ status }) => status],
  ["next run", ({ next_run_at: at }) => timeOf(at)],
  ["last run", ({ last_run: run }) => run?.state ?? "–"]
]

const runColumns: ReadonlyArray<Column<ScheduleRun>> = [
  ["id", ({ id }) => id],
  ["began", ({ began_at: at }) => timeOf(at)],
  ["state", ({ state }) => state],
  ["checked", ({ checked }) => String(checked ?? 0)],
  ["credits", ({ credits }) => String(credits)],
  ["new", ({ changes }) => String(changes.new)],
  ["dead", ({ changes }) => String(changes.dead)],
  ["revived", ({ changes }) => String(changes.revived)],
  ["risky", ({ changes }) => String(changes.risky)]
]

const changeColumns: ReadonlyArray<Column<ContactChange>> = [
  ["key", ({ key }) => key],
  ["email", ({ email }) => email],
  ["before", ({ before }) => before ?? "–"],
  ["status", ({ status }) => status],
  ["reason", ({ sub_status: reason }) => reason ?? "–"]
]

const list = Command.make("list", flags, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path, isResponse: isSchedules } as const
    yield* printRows((yield* sendAsAccount(args, request)).schedules, columns, args.json)
  })
).pipe(Command.withDescription("List all schedules."))

const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.optional, Flag.withDescription(description))

const defaults = { mode: "fast", max_age: "30d" } as const

const settings = {
  list: optional("list", "The file name of a list of the account, whose newest version is read."),
  csv: optional("csv", "An https URL of a CSV file."),
  header: optional("header", "A header for the URL of --csv, such as 'Authorization: Bearer …'."),
  key: optional("key-column", "The column of the file that names a contact."),
  file: optional(
    "file",
    "A JSON file with fields of POST /schedules, such as a source of Postgres. Other flags overrule it."
  ),
  every: optional("every", "An interval such as 7d, or a cron expression such as '0 3 * * 1'."),
  zone: optional("time-zone", "Of a cron expression, such as Europe/Berlin. Default: UTC."),
  mode: Flag.Literals("mode", ["fast", "deep"]).pipe(
    Flag.optional,
    Flag.withDescription(`How addresses are checked. Default: ${defaults.mode}.`)
  ),
  maxAge: optional(
    "max-age",
    `Contacts with an older result are checked again. Default: ${defaults.max_age}.`
  ),
  most: Flag.Int("credits-per-run").pipe(
    Flag.optional,
    Flag.withDescription("A run that could cost more does not start.")
  ),
  webhook: booleanFlag("webhook", "Send changes to the webhook endpoints of the account.")
}

const name = Argument.String("name").pipe(Argument.withDescription("What you call it."))

/** A field of the request, if the flag was given. */
const given = <A>(field: string, flag: Option.Option<A>): Readonly<Record<string, A>> =>
  Option.match(flag, { onNone: () => ({}), onSome: (value) => ({ [field]: value }) })

const isSettings = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

/** Secrets of sources and sinks are in a file, and not in the history of a shell. */
const settingsIn = (file: string) =>
  Effect.gen(function* () {
    const text = yield* Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: (error) => misused(`${file} cannot be read: ${String(Object(error).code)}.`)
    })
    const settings = Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
    return isSettings(settings)
      ? settings
      : yield* misused(
          `${file} has to be a JSON object, such as {"source": {"kind": "postgres", …}}.`
        )
  })

const create = Command.make("create", { name, ...settings, ...flags }, (args) =>
  Effect.gen(function* () {
    const source = {
      ...given("list", args.list),
      ...given("url", args.csv),
      ...given("secret", args.header),
      ...given("key_column", args.key)
    }
    const kind = Option.isSome(args.csv) ? "url" : "list"
    const body = {
      ...defaults,
      ...(Option.isSome(args.file) && (yield* settingsIn(args.file.value))),
      name: args.name,
      ...(Object.keys(source).length > 0 && { source: { kind, ...source } }),
      ...given("every", args.every),
      ...given("mode", args.mode),
      ...given("max_age", args.maxAge),
      ...given("time_zone", args.zone),
      ...given("credits_per_run", args.most),
      ...(args.webhook && { sink: { kind: "webhook" } })
    }
    const request = { method: "POST", path, body, isResponse: isSchedule } as const
    yield* printRows([yield* sendAsAccount(args, request)], columns, args.json)
  })
).pipe(
  Command.withDescription(
    "Make a schedule of a list, of a CSV file at a URL, or by a file of settings."
  ),
  Command.withExamples([
    {
      command: "rcpt schedules create Newsletter --list newsletter.csv --every 7d",
      description: "the newest list with this name"
    },
    {
      command: "rcpt schedules create Customers --file customers.json --every 12h",
      description: "a Postgres, with its secrets in the file"
    }
  ])
)

const schedule = Argument.String("schedule").pipe(
  Argument.withDescription(
    "The schedule, as rcpt schedules list shows it; the beginning is enough."
  )
)

const schedulePath = (server: ServerFlags, wanted: string) => {
  const all = sendAsAccount(server, { method: "GET", path, isResponse: isSchedules })
  const listed = Effect.map(all, ({ schedules }) =>
    schedules.map(({ id, name }) => ({ id, label: name }))
  )
  return Effect.map(
    wholeId(wanted, "schedule", listed),
    (id) => `${path}/${encodeURIComponent(id)}`
  )
}

const show = Command.make("show", { schedule, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = yield* schedulePath(args, args.schedule)
    const found = yield* sendAsAccount(args, { method: "GET", path, isResponse: isSchedule })
    if (!isForPeople(args.json)) return yield* Console.log(JSON.stringify(found))
    yield* printRows([found], columns, args.json)
    const reason = found.paused_reason ?? found.last_run?.reason
    if (reason != null) yield* Console.log(reason)
  })
).pipe(Command.withDescription("Show a schedule, and why its last run failed."))

const runNow = Command.make("run", { schedule, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = `${yield* schedulePath(args, args.schedule)}/run`
    const run = yield* sendAsAccount(args, { method: "POST", path, isResponse: isRun })
    yield* printRows([run], runColumns, args.json)
  })
).pipe(Command.withDescription("Run a schedule now."))

const pausing = (word: "pause" | "resume", description: string) =>
  Command.make(word, { schedule, ...flags }, (args) =>
    Effect.gen(function* () {
      const path = yield* schedulePath(args, args.schedule)
      const body = { paused: word === "pause" }
      const request = { method: "PATCH", path, body, isResponse: isSchedule } as const
      yield* printRows([yield* sendAsAccount(args, request)], columns, args.json)
    })
  ).pipe(Command.withDescription(description))

const remove = Command.make("delete", { schedule, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = yield* schedulePath(args, args.schedule)
    const request = { method: "DELETE", path, isResponse: isMessage } as const
    const message = yield* sendAsAccount(args, request)
    yield* Console.log(args.json ? JSON.stringify(message) : message.message)
  })
).pipe(Command.withDescription("Delete a schedule, with its runs. Its jobs stay."))

const runsOf = (server: ServerFlags, path: string) =>
  sendAsAccount(server, { method: "GET", path: `${path}/runs`, isResponse: isRuns })

const runs = Command.make("runs", { schedule, ...flags }, (args) =>
  Effect.gen(function* () {
    const found = yield* runsOf(args, yield* schedulePath(args, args.schedule))
    yield* printRows(found.runs, runColumns, args.json)
  })
).pipe(Command.withDescription("List the last runs of a schedule."))

const run = Argument.String("run").pipe(
  Argument.withDescription("The run, as rcpt schedules runs shows it; the beginning is enough.")
)

const changes = Command.make("changes", { schedule, run, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = yield* schedulePath(args, args.schedule)
    const listed = Effect.map(runsOf(args, path), ({ runs }) =>
      runs.map(({ id, state }) => ({ id, label: state }))
    )
    const id = yield* wholeId(args.run, "run", listed)
    const of = `${path}/runs/${encodeURIComponent(id)}/changes`
    const all: Array<ContactChange> = []
    for (let next: string | null = ""; next !== null;) {
      const page: ContactChanges = yield* sendAsAccount(args, {
        method: "GET",
        path: `${of}?limit=100${next === "" ? "" : `&cursor=${next}`}`,
        isResponse: isChanges
      })
      all.push(...page.changes)
      next = page.next
    }
    yield* printRows(all, changeColumns, args.json)
  })
).pipe(Command.withDescription("List what a run changed."))

export const schedules = Command.make("schedules").pipe(
  Command.withDescription(
    "Check lists again and again: make, show, run, pause and delete schedules."
  ),
  Command.withSubcommands([
    list,
    create,
    show,
    runNow,
    pausing("pause", "Let no run begin."),
    pausing("resume", "Plan the next run."),
    remove,
    runs,
    changes
  ])
)
