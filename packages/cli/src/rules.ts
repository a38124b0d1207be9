/** `rcpt rules`: the account's own rules about verdicts: list, add, remove, and as a CSV in and out. */
import { readFile } from "node:fs/promises"

import { pageSizeMax } from "@rcpt/api/jobsQuery"
import { isMessage } from "@rcpt/api/Message"
import type { Message } from "@rcpt/api/Message"
import { ImportedRules, Rule, RulesPage } from "@rcpt/api/Rules"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { downloadFile } from "./downloadFile.ts"
import { interruptedCode, misused } from "./exitCodes.ts"
import type { CommandFailed } from "./exitCodes.ts"
import { isForPeople, printRows } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { booleanFlag, json, serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"
import { wholeId } from "./wholeId.ts"

const isRule = Schema.is(Rule)
const isPage = Schema.is(RulesPage)
const isImported = Schema.is(ImportedRules)

const path = "/rules"
const csvPath = "/rules.csv"

const { action, match } = Rule.fields

const columns: ReadonlyArray<Column<Rule>> = [
  ["action", (rule) => rule.action],
  ["match", (rule) => rule.match],
  ["value", ({ value, subdomains }) => (subdomains ? `${value} and below` : value)],
  ["note", ({ note }) => note],
  ["id", ({ id }) => id]
]

const limit = Flag.Int("limit").pipe(
  Flag.withDefault(pageSizeMax),
  Flag.withDescription(`How many rules, newest first. Default: ${pageSizeMax}.`)
)

const filters = {
  action: Flag.Literals("action", action.literals).pipe(
    Flag.optional,
    Flag.withDescription("Only rules that do this.")
  ),
  match: Flag.Literals("match", match.literals).pipe(
    Flag.optional,
    Flag.withDescription("Only rules about this.")
  ),
  search: Flag.String("search").pipe(
    Flag.optional,
    Flag.withDescription("Only rules whose value or note has this text.")
  )
}

const rulesOf = (
  server: ServerFlags,
  chosen: Readonly<Record<string, string>>,
  wanted: number
): Effect.Effect<ReadonlyArray<Rule>, CommandFailed> =>
  Effect.gen(function* () {
    const rules: Array<Rule> = []
    let cursor: string | null = null
    do {
      const page: RulesPage = yield* sendAsAccount(server, {
        method: "GET",
        path,
        urlParams: {
          ...chosen,
          limit: String(Math.min(wanted - rules.length, pageSizeMax)),
          ...(cursor !== null && { cursor })
        },
        isResponse: isPage
      })
      rules.push(...page.rules)
      cursor = page.next
    } while (cursor !== null && rules.length < wanted)
    return rules
  })

/** The newest rules, among which the beginning of an id is looked up: as many as an account may have. */
const rulesSearched = 10_000

const list = Command.make("list", { limit, ...filters, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    if (args.limit < 1) return yield* misused("--limit must be 1 or more.")
    const { action, match, search } = args
    const chosen = Object.fromEntries(
      Object.entries({ action, match, search }).flatMap(([name, value]) =>
        Option.isSome(value) ? [[name, value.value]] : []
      )
    )
    yield* printRows(yield* rulesOf(args, chosen, args.limit), columns, args.json)
  })
).pipe(Command.withDescription("List the rules, newest first."))

const subdomains = booleanFlag(
  "subdomains",
  "With domain and mail_host: names below the value are meant too."
)

const note = Flag.String("note").pipe(
  Flag.withDefault(""),
  Flag.withDescription("Why the rule is there.")
)

const add = Command.make(
  "add",
  {
    action: Argument.Literals("action", action.literals).pipe(
      Argument.withDescription("block: risky, no mail server is asked. allow: lists do not count.")
    ),
    match: Argument.Literals("match", match.literals).pipe(
      Argument.withDescription("What the value is; an address outranks the others.")
    ),
    value: Argument.String("value").pipe(
      Argument.withDescription("Such as ann@example.com, example.com, mx.example.com or xyz.")
    ),
    subdomains,
    note,
    json,
    ...serverFlags
  },
  (args) =>
    Effect.gen(function* () {
      const { action, match, value, note } = args
      const body = { action, match, value, note, ...(args.subdomains && { subdomains: true }) }
      const request = { method: "POST", path, body, isResponse: isRule } as const
      yield* printRows([yield* sendAsAccount(args, request)], columns, args.json)
    })
).pipe(
  Command.withDescription("Add a rule, or change the one for the same match and value."),
  Command.withExamples([
    { command: "rcpt rules add block domain spam.example --subdomains", description: "a domain" },
    { command: "rcpt rules add allow address ann@example.com", description: "one address" }
  ])
)

const said = (message: Message, asJson: boolean) =>
  Console.log(asJson ? JSON.stringify(message) : message.message)

const remove = Command.make(
  "remove",
  {
    which: Argument.String("which").pipe(
      Argument.withDescription(
        "The rule's id or its beginning, as rcpt rules list shows it; or its match."
      ),
      Argument.optional
    ),
    value: Argument.String("value").pipe(
      Argument.withDescription("After a match: the value of the rule."),
      Argument.optional
    ),
    all: booleanFlag("all", "All rules of the account."),
    json,
    ...serverFlags
  },
  (args) =>
    Effect.gen(function* () {
      const [which, value] = [Option.getOrUndefined(args.which), Option.getOrUndefined(args.value)]
      if (args.all === (which !== undefined))
        return yield* misused("Name a rule by its id, or by match and value; or pass --all alone.")
      const request = { method: "DELETE", isResponse: isMessage } as const
      if (which !== undefined && value === undefined) {
        const listed = Effect.map(rulesOf(args, {}, rulesSearched), (all) =>
          all.map(({ id, match, value }) => ({ id, label: `${match} ${value}` }))
        )
        const id = yield* wholeId(which, "rule", listed)
        const one = { ...request, path: `${path}/${encodeURIComponent(id)}` }
        return yield* said(yield* sendAsAccount(args, one), args.json)
      }
      const urlParams: Record<string, string> =
        which === undefined || value === undefined ? { all: "true" } : { match: which, value }
      yield* said(yield* sendAsAccount(args, { ...request, path, urlParams }), args.json)
    })
).pipe(
  Command.withDescription("Remove a rule, or all."),
  Command.withExamples([
    { command: "rcpt rules remove domain spam.example", description: "by its match and value" }
  ])
)

const readCsv = (file: string) =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (error) => misused(`${file} cannot be read: ${String(Object(error).code)}.`)
  })

const importRules = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("A CSV with the columns action, match and value.")
    ),
    json,
    ...serverFlags
  },
  (args) =>
    Effect.gen(function* () {
      const csv = yield* readCsv(args.file)
      const request = { method: "POST", path: csvPath, csv, isResponse: isImported } as const
      const imported = yield* sendAsAccount(args, request)
      if (!isForPeople(args.json)) return yield* Console.log(JSON.stringify(imported))
      const { added, changed, unchanged } = imported
      yield* Console.log(`${added} added, ${changed} changed, ${unchanged} were there already`)
    })
).pipe(Command.withDescription("Add rules from a CSV: all of them, or none if one is wrong."))

const isText = Schema.is(Schema.String)

const output = Flag.String("output").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("File to write. Default: standard output."),
  Flag.optional
)

const exportRules = Command.make("export", { output, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    if (Option.isSome(args.output)) {
      const download = { path: csvPath, file: args.output.value, sentences: {} }
      process.exitCode = interruptedCode
      yield* downloadFile(yield* serverOf(args), download)
      process.exitCode = 0
      return
    }
    const request = { method: "GET", path: csvPath, isText: true, isResponse: isText } as const
    const csv = yield* sendAsAccount(args, request)
    yield* Effect.sync(() => void process.stdout.write(csv))
  })
).pipe(Command.withDescription("Write all rules as a CSV, which can be imported again."))

export const rules = Command.make("rules").pipe(
  Command.withDescription("List, add and remove rules of your own; import and export them."),
  Command.withSubcommands([list, add, remove, importRules, exportRules])
)
