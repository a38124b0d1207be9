/** `rcpt activity [id]`: what the account checked and asked in the last days, or one of it. */
import type { ActivityRow } from "@rcpt/api/Activity"
import { ActivityDetail, ActivityPage } from "@rcpt/api/Activity"
import { ActivityKind, StatusClass } from "@rcpt/api/activityQuery"
import { pageSizeMax } from "@rcpt/api/jobsQuery"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { CommandFailed, usageCode } from "./exitCodes.ts"
import { minuteOf, report } from "./report.ts"
import { columnsOf, isForPeople, printLines, tableText } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { json, serverFlags } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"
import { wholeId } from "./wholeId.ts"

/** `2026-11-21 08:30:07` */
const secondOf = (dateTime: string): string =>
  dateTime.slice(0, "2026-11-21T08:30:07".length).replace("T", " ")

const subjectOf = ({ email, method, path }: ActivityRow): string =>
  email ?? [method, path].join(" ")

const answerOf = ({ status, http_status, error_code, replay }: ActivityRow): string =>
  [
    status ?? [http_status ?? "no answer", error_code].filter(Boolean).join(" "),
    ...(replay ? ["again"] : [])
  ].join(" ")

const columns: ReadonlyArray<Column<ActivityRow>> = [
  ["time (UTC)", ({ created_at }) => secondOf(created_at)],
  ["what", subjectOf],
  ["answer", answerOf],
  ["mode", ({ mode }) => mode ?? "–"],
  ["credits", ({ credits }) => String(credits)],
  ["ms", ({ duration_ms }) => String(duration_ms)]
]

/** A request of a session has no key. */
const idColumns: ReadonlyArray<Column<ActivityRow>> = [
  ["  request", ({ request_id }) => `  ${request_id}`],
  ["key", ({ key_id, via }) => key_id ?? via]
]

/** Rows as text of 80 columns, two lines each: the request and its answer, and the ids that other commands take. */
export const activityTable = (rows: ReadonlyArray<ActivityRow>, width: number): string => {
  const ids = tableText(rows, idColumns, width).split("\n")
  return tableText(rows, columns, width)
    .split("\n")
    .map((line, at) => `${line}\n${ids[at]}`)
    .join("\n")
}

/** The row, then what only this answer has. */
export const activityReport = (
  detail: ActivityDetail,
  { width, canColor }: { readonly width: number; readonly canColor: boolean }
): string => {
  const { ledger_entry, items, result } = detail
  return [
    activityTable([detail], width),
    ...(items === undefined ? [] : [`addresses: ${items}`]),
    ...(ledger_entry === undefined ? [] : [`ledger entry: ${ledger_entry}`]),
    ...(result === undefined ? [] : ["", report(result, canColor)])
  ].join("\n")
}

const id = Argument.String("id").pipe(
  Argument.withDescription(
    "A request of the list, its beginning, or any X-Request-Id. Without it: the list."
  ),
  Argument.optional
)

const limit = Flag.Int("limit").pipe(
  Flag.withDefault(20),
  Flag.withDescription("How many rows, newest first. Default: 20.")
)

const text = (name: string, says: string) =>
  Flag.String(name).pipe(Flag.optional, Flag.withDescription(says))

const word = <const A extends ReadonlyArray<string>>(name: string, words: A, says: string) =>
  Flag.Literals(name, words).pipe(Flag.optional, Flag.withDescription(says))

const filters = {
  what: word("what", ActivityKind.literals, "Only rows of this kind."),
  email: text("email", "Only checks of this mailbox, in any spelling."),
  status: word("status", VerifyResult.fields.status.literals, "Only checks with this verdict."),
  httpStatus: word("http-status", StatusClass.literals, "Only responses of this class."),
  key: text("key", "Only requests with the API key of this id."),
  requestId: text("request-id", "Only rows of this request, such as those of a batch."),
  since: text("since", "Only this time and later, such as 2026-11-25T14:00:00Z."),
  until: text("until", "Only before this time.")
}

type FilterName = keyof typeof filters

/** The API spells these otherwise. */
const parameters: Readonly<Partial<Record<FilterName, string>>> = {
  httpStatus: "http_status",
  requestId: "request_id"
}

const filterNames = Object.keys(filters) as ReadonlyArray<FilterName>

type Filters = Readonly<Record<FilterName, Option.Option<string>>>

const chosenOf = (args: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filterNames.flatMap((name) =>
      Option.isSome(args[name]) ? [[parameters[name] ?? name, args[name].value]] : []
    )
  )

const isPage = Schema.is(ActivityPage)
const isDetail = Schema.is(ActivityDetail)

/** Page by page, as far as it takes: one where few match may be short, or empty. */
const rowsOf = (
  server: ServerFlags,
  chosen: Readonly<Record<string, string>>,
  wanted: number
): Effect.Effect<ReadonlyArray<ActivityRow>, CommandFailed> =>
  Effect.gen(function* () {
    const rows: Array<ActivityRow> = []
    let cursor: string | null = null
    do {
      const page: ActivityPage = yield* sendAsAccount(server, {
        method: "GET",
        path: "/activity",
        urlParams: {
          ...chosen,
          limit: String(Math.min(wanted - rows.length, pageSizeMax)),
          ...(cursor !== null && { cursor })
        },
        isResponse: isPage
      })
      rows.push(...page.rows)
      cursor = page.next
    } while (cursor !== null && rows.length < wanted)
    return rows
  })

const show = (server: ServerFlags, wanted: string, asJson: boolean) =>
  Effect.gen(function* () {
    const listed = Effect.map(rowsOf(server, {}, pageSizeMax), (rows) =>
      rows.map((row) => ({ id: row.id, label: minuteOf(row.created_at) }))
    )
    const path = `/activity/${encodeURIComponent(yield* wholeId(wanted, "request", listed))}`
    const detail = yield* sendAsAccount(server, { method: "GET", path, isResponse: isDetail })
    if (!isForPeople(asJson)) return yield* Console.log(JSON.stringify(detail))
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(activityReport(detail, { width: columnsOf(), canColor }))
  })

export const activity = Command.make(
  "activity",
  { id, limit, ...filters, json, ...serverFlags },
  (args) =>
    Effect.gen(function* () {
      const chosen = chosenOf(args)
      if (Option.isNone(args.id)) {
        const rows = yield* rowsOf(args, chosen, args.limit)
        if (!isForPeople(args.json)) return yield* printLines(rows)
        return yield* Console.log(activityTable(rows, columnsOf()))
      }
      if (Object.keys(chosen).length > 0) {
        const sentence = "Filters are for the list: leave them or the id out."
        return yield* new CommandFailed({ sentence, code: usageCode })
      }
      yield* show(args, args.id.value, args.json)
    })
).pipe(
  Command.withDescription("List checks and requests of the last days, or show one."),
  Command.withExamples([
    { command: "rcpt activity --email ann@example.com", description: "checks of an address" },
    { command: "rcpt activity --http-status 4xx --limit 5", description: "what was refused" }
  ])
)
