/**
 * `rcpt lists`: what the verifier judges by. Nothing is fetched unless an operator asks; what was
 * fetched lies in the data folder, and a service reads it when it starts.
 */
import { load } from "@rcpt/service/Config"
import { listsFolder } from "@rcpt/service/verifierLayer"
import { Lists } from "@rcpt/verifier/Lists"
import type { ListTable } from "@rcpt/verifier/Lists"
import { refreshLists } from "@rcpt/verifier/refreshLists"
import type { RefreshOutcome } from "@rcpt/verifier/refreshLists"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { FetchHttpClient } from "effect/http"

import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./ending.ts"

/** Of the service's settings only the folder matters here. */
const folder = load().pipe(
  Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode })),
  Effect.map(({ config }) => listsFolder(config.dataDir))
)

const mirrors = Flag.KeyValuePair("url").pipe(
  Flag.withDefault({}),
  Flag.withDescription("A mirror in place of the authors' own: name=https://…; may be repeated.")
)

const lineOf = (outcome: RefreshOutcome): string => {
  const { name, _tag } = outcome
  if (_tag === "unchanged") return `${name}: is up to date`
  if (_tag === "refreshed") return `${name}: ${outcome.before} entries before, ${outcome.after} now`
  const what = _tag === "refused" ? "refused" : "not fetched"
  return `${name}: ${what}, ${outcome.why}; the list in use stays`
}

const isStale = ({ _tag }: RefreshOutcome): boolean => _tag === "refused" || _tag === "failed"

const refresh = Command.make("refresh", { urls: mirrors }, ({ urls }) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const outcomes = yield* refreshLists({ folder: yield* folder, urls })
    yield* Effect.forEach(outcomes, (outcome) => Console.log(lineOf(outcome)))
    process.exitCode = outcomes.some(isStale) ? unavailableCode : 0
  }).pipe(Effect.provide(FetchHttpClient.layer))
).pipe(
  Command.withDescription(
    "Fetch newer lists; a running service reads them at its next start. " +
      "Exit code: 69 when a list was not fetched or is not trusted."
  )
)

const tableLine = ({ name, kind, asOf, entries, licence, refreshed }: ListTable): string =>
  [
    name.padEnd(27),
    kind.padEnd(10),
    asOf,
    String(entries).padStart(7),
    licence.padEnd(10),
    refreshed ? "refreshed" : "bundled"
  ].join(" ")

const show = Command.make("show", {}, () =>
  Effect.gen(function* () {
    const tables = yield* Effect.provide(
      Lists.use(({ tables }) => Effect.succeed(tables)),
      Lists.layerFrom(yield* folder)
    )
    yield* Effect.forEach(tables, (table) => Console.log(tableLine(table)))
  })
).pipe(Command.withDescription("The lists in use: name, kind, date, entries, licence."))

export const lists = Command.make("lists").pipe(
  Command.withDescription("The lists that addresses are judged by."),
  Command.withSubcommands([show, refresh])
)
