/** Rules as a CSV: one line each, in and out. What was written can be read again as it is. */
import { errorText, fieldFault } from "@rcpt/api/errors/errorTexts"
import { textOf } from "@rcpt/api/errors/Sentence"
import { BadRequest } from "@rcpt/api/Problem"
import { NewRule } from "@rcpt/api/Rules"
import { rulesMax } from "@rcpt/domain/Rules"
import type { KeptRule } from "@rcpt/domain/Rules"
import { parse } from "csv-parse/sync"
import { Effect, Result, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"

import { safeCell } from "../../jobs/csv/resultColumns.ts"
import { quoted } from "../../jobs/csv/writeCsv.ts"
import { ruleGiven } from "../../rules/givenRule.ts"
import type { RuleRow } from "../../rules/ruleRows.ts"
import { sentenceOf } from "../middleware/requestErrors.ts"

/** The order of the columns is part of the contract: new ones go to the end. */
const columns: ReadonlyArray<readonly [name: string, of: (rule: RuleRow) => string]> = [
  ["action", ({ action }) => action],
  ["match", ({ match }) => match],
  ["value", ({ value }) => value],
  ["subdomains", ({ subdomains }) => String(subdomains)],
  ["note", ({ note }) => note],
  ["created_at", ({ createdAt }) => createdAt.toISOString()]
]

/** Without this mark, Excel decodes UTF-8 in the code page of the machine. */
const byteOrderMark = "\ufeff"

const lineOf = (cells: ReadonlyArray<string>): string => `${cells.map(quoted).join(",")}\r\n`

export const writeRules = (rules: ReadonlyArray<RuleRow>): string =>
  byteOrderMark +
  lineOf(columns.map(([name]) => name)) +
  rules.map((rule) => lineOf(columns.map(([, of]) => safeCell(of(rule))))).join("")

const refuse = (error: string) => new BadRequest({ error })

/** The limit of every body (Server.ts). Ten thousand rules take 0.8 MB, and more with long notes. */
const tooLarge = refuse(errorText("rulesTooLarge"))
const notForm = refuse("the body must be the CSV itself, not a form that has it as a file")
const notText = refuse(errorText("rulesNotText"))
const noHeader = refuse(errorText("rulesHeader"))

const readText = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  if (/^multipart\//iu.test(request.headers["content-type"] ?? "")) return yield* notForm
  const bytes = yield* Effect.mapError(request.arrayBuffer, () => tooLarge)
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => notText
  })
})

const delimiters = [",", ";", "\t"]

interface Parsed {
  readonly header: ReadonlyArray<string>
  readonly lines: ReadonlyArray<{ readonly cells: ReadonlyArray<string>; readonly line: number }>
}

const parseWith = (text: string, delimiter: string): Result.Result<Parsed, string> => {
  const read = Result.try(
    () =>
      parse(text, {
        delimiter,
        info: true,
        bom: true,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        trim: true,
        // One more than the account can have, so that the limit is told.
        to: rulesMax + 2
      }) as unknown as ReadonlyArray<{
        readonly record: ReadonlyArray<string>
        readonly info: { readonly lines: number }
      }>
  )
  if (Result.isFailure(read)) return Result.fail(errorText("rulesOpenQuote"))
  const [first, ...rest] = read.success
  return Result.succeed({
    header: (first?.record ?? []).map((name) => name.toLowerCase()),
    lines: rest.map(({ record, info }) => ({ cells: record, line: info.lines }))
  })
}

const needed = ["action", "match", "value"]

const hasColumns = ({ header }: Parsed): boolean => needed.every((name) => header.includes(name))

const parseText = (text: string): Result.Result<Parsed, BadRequest> => {
  const attempts = delimiters.map((delimiter) => parseWith(text, delimiter))
  const found = attempts.flatMap((attempt) => (Result.isSuccess(attempt) ? [attempt.success] : []))
  const fitting = found.find(hasColumns)
  if (fitting !== undefined) return Result.succeed(fitting)
  const [first] = attempts
  return Result.fail(first && Result.isFailure(first) ? refuse(first.failure) : noHeader)
}

const flags: Readonly<Record<string, boolean>> = {
  "": false,
  false: false,
  no: false,
  "0": false,
  true: true,
  yes: true,
  "1": true
}

/** As `safeCell` has written it. */
const plainCell = (cell: string): string =>
  cell.startsWith("'") && safeCell(cell.slice(1)) === cell ? cell.slice(1) : cell

const decode = Schema.decodeUnknownResult(NewRule)

type Given = Omit<KeptRule, "id">

const ruleIn = (
  header: ReadonlyArray<string>,
  cells: ReadonlyArray<string>
): Result.Result<Given, string> => {
  const cell = (name: string) => plainCell(cells[header.indexOf(name)] ?? "")
  const flag = cell("subdomains").toLowerCase()
  const subdomains = Object.hasOwn(flags, flag) ? flags[flag] : undefined
  if (subdomains === undefined) return Result.fail(`subdomains ${fieldFault("boolean")}`)
  const decoded = decode({
    action: cell("action").toLowerCase(),
    match: cell("match").toLowerCase(),
    value: cell("value"),
    subdomains,
    note: cell("note")
  })
  return Result.isFailure(decoded)
    ? Result.fail(textOf(sentenceOf("Payload", decoded.failure.issue)))
    : ruleGiven(decoded.success)
}

const rulesIn = ({ header, lines }: Parsed): Result.Result<ReadonlyArray<Given>, BadRequest> => {
  if (lines.length > rulesMax)
    return Result.fail(refuse(errorText("rulesInFile", { n: rulesMax.toLocaleString("en") })))
  const given: Array<Given> = []
  for (const { cells, line } of lines) {
    const rule = ruleIn(header, cells)
    if (Result.isFailure(rule)) return Result.fail(refuse(`line ${line}: ${rule.failure}`))
    given.push(rule.success)
  }
  return Result.succeed(given)
}

/** The rules of the file that the request brings. */
export const readRules = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function* () {
    const parsed = yield* Effect.fromResult(parseText(yield* readText(request)))
    return yield* Effect.fromResult(rulesIn(parsed))
  })
