/** `rcpt statements [month]`: what came and went in a month, as a table or as a file for the books. */
import { extname } from "node:path"

import { LedgerStatement, LedgerStatements } from "@rcpt/api/LedgerStatement"
import type { StatementLine } from "@rcpt/api/LedgerStatement"
import type { MonthTotals } from "@rcpt/api/LedgerStatement"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { downloadFile } from "./downloadFile.ts"
import { interruptedCode, misused } from "./exitCodes.ts"
import { isForPeople, printRows } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { json, serverFlags, serverOf } from "./serverFlags.ts"

const month = Argument.String("month").pipe(
  Argument.withDescription("Such as 2026-11 (UTC). Without it: all months, the newest first."),
  Argument.optional
)

const output = Flag.String("output").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("File to write: .pdf the statement, .csv every entry, .json the statement."),
  Flag.optional
)

const isList = Schema.is(LedgerStatements)
const isStatement = Schema.is(LedgerStatement)

const whole = new Intl.NumberFormat("en-US")
const signed = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero" })

const totalColumns: ReadonlyArray<Column<MonthTotals>> = [
  ["month (UTC)", (totals) => totals.month],
  ["before", (totals) => whole.format(totals.balance_before)],
  ["granted", (totals) => signed.format(totals.granted + totals.adjusted)],
  ["held", (totals) => signed.format(-totals.held)],
  ["returned", (totals) => signed.format(totals.refunded)],
  ["after", (totals) => whole.format(totals.balance_after)],
  ["charged", (totals) => whole.format(totals.charged)]
]

const lineColumns: ReadonlyArray<Column<StatementLine>> = [
  ["date", ({ date }) => date],
  ["what", ({ what, mode, job, reason }) => [what, mode, job ?? reason].filter(Boolean).join(" ")],
  ["entries", ({ entries }) => whole.format(entries)],
  ["held", ({ held }) => whole.format(held)],
  ["charged", ({ charged }) => whole.format(charged)],
  ["returned", ({ refunded }) => whole.format(refunded)],
  ["change", ({ change }) => signed.format(change)]
]

/** The API has the source of each kind of file here. */
const pathsByExtension: Readonly<Record<string, (month: string) => string>> = {
  ".pdf": (wanted) => `/ledger/statements/${wanted}/pdf`,
  ".csv": (wanted) => `/ledger.csv?month=${wanted}`,
  ".json": (wanted) => `/ledger/statements/${wanted}`
}

const isMonth = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/u

const list = (args: Parameters<typeof serverOf>[0], asJson: boolean) =>
  Effect.gen(function* () {
    const request = { method: "GET", path: "/ledger/statements", isResponse: isList } as const
    const { statements } = yield* sendAsAccount(args, request)
    const totals = statements.map((one) => one.totals)
    yield* printRows(totals, totalColumns, asJson)
  })

const show = (args: Parameters<typeof serverOf>[0], wanted: string, asJson: boolean) =>
  Effect.gen(function* () {
    const path = `/ledger/statements/${wanted}`
    const statement = yield* sendAsAccount(args, { method: "GET", path, isResponse: isStatement })
    if (!isForPeople(asJson)) return yield* Console.log(JSON.stringify(statement))
    yield* printRows(statement.lines, lineColumns, asJson)
    yield* Console.log("")
    yield* printRows([statement.totals], totalColumns, asJson)
    yield* Console.log(`\nSHA-256 of its CSV: ${statement.csv_sha256}`)
  })

const write = (args: Parameters<typeof serverOf>[0], wanted: string, file: string) =>
  Effect.gen(function* () {
    const pathOf = pathsByExtension[extname(file).toLowerCase()]
    if (pathOf === undefined)
      return yield* misused(`--output must end with .pdf, .csv or .json, not ${file}`)
    process.exitCode = interruptedCode
    const sentences = { 404: `The month ${wanted} has not begun.` }
    yield* downloadFile(yield* serverOf(args), { path: pathOf(wanted), file, sentences })
    process.exitCode = 0
  })

export const statements = Command.make(
  "statements",
  { month, output, json, ...serverFlags },
  (args) =>
    Effect.gen(function* () {
      const wanted = Option.getOrUndefined(args.month)
      const file = Option.getOrUndefined(args.output)
      if (wanted !== undefined && !isMonth.test(wanted))
        return yield* misused(`The month must look like 2026-11, not ${wanted}`)
      if (wanted === undefined)
        return file === undefined
          ? yield* list(args, args.json)
          : yield* misused("--output needs a month, such as 2026-11")
      return file === undefined
        ? yield* show(args, wanted, args.json)
        : yield* write(args, wanted, file)
    })
).pipe(
  Command.withDescription("Show the months of the account, or one of them, or write it to a file.")
)
