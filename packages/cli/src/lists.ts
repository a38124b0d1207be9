/**
 * `rcpt lists`: the lists that the verifier uses. Newer ones are fetched by `rcpt lists refresh`, and by a
 * service with RCPT_LISTS_REFRESH. They are stored in the data folder, where a running service finds them.
 */
import { load } from "@rcpt/service/platform/Config"
import { listsFolder } from "@rcpt/service/probing/verifierLayer"
import { Lists } from "@rcpt/verifier/lists/Lists"
import type { ListTable } from "@rcpt/verifier/lists/Lists"
import { refreshLists } from "@rcpt/verifier/lists/refreshLists"
import type { RefreshOutcome } from "@rcpt/verifier/lists/refreshLists"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { FetchHttpClient } from "effect/http"

import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"

/** Only the setting of the data folder matters here. */
const folder = load().pipe(
  Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode })),
  Effect.map(({ config }) => listsFolder(config.dataDir))
)

const mirrors = Flag.KeyValuePair("url").pipe(
  Flag.withDefault({}),
  Flag.withDescription("Fetch a list from a mirror: name=https://… Can be repeated.")
)

const lineOf = (outcome: RefreshOutcome): string => {
  const { name, _tag } = outcome
  if (_tag === "unchanged") return `${name}: up to date`
  if (_tag === "refreshed") return `${name}: ${outcome.before} entries before, ${outcome.after} now`
  const what = _tag === "refused" ? "refused" : "not fetched"
  return `${name}: ${what}, ${outcome.why}; the current list stays in use`
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
    "Fetch newer lists. A running service loads them within a minute. " +
      "Exit code: 69 if a list was refused or could not be fetched."
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
).pipe(Command.withDescription("Show the lists in use: name, kind, date, entries, licence."))

export const lists = Command.make("lists").pipe(
  Command.withDescription("Show or refresh the lists that addresses are checked against."),
  Command.withSubcommands([show, refresh])
)
