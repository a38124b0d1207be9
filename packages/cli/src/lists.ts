/**
 * `rcpt lists`: the lists that the verifier uses. Newer ones are fetched by `rcpt lists refresh`, and by a
 * service with RCPT_LISTS_REFRESH. They are stored in the data folder, where a running service finds them.
 */
import { faultSentence } from "@rcpt/domain/saidReasons"
import { load } from "@rcpt/service/platform/Config"
import { listsFolder } from "@rcpt/service/probing/verifierLayer"
import { parseDomain } from "@rcpt/verifier/address/parseAddress"
import { conclude } from "@rcpt/verifier/lists/domainLists"
import type { Standing } from "@rcpt/verifier/lists/domainLists"
import { Lists } from "@rcpt/verifier/lists/Lists"
import type { ListTable } from "@rcpt/verifier/lists/Lists"
import { listSources } from "@rcpt/verifier/lists/listSources"
import type { Naming } from "@rcpt/verifier/lists/packedLists"
import { refreshLists } from "@rcpt/verifier/lists/refreshLists"
import type { RefreshOutcome } from "@rcpt/verifier/lists/refreshLists"
import { Console, Effect, Option, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
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

/** The name of the table, the date since when, and what it takes to get there. */
const namingLine = ({ list, since }: Naming): string => {
  const source = listSources.find(({ name }) => name === list)
  const how = source === undefined ? "" : `${source.kind}, ${bySays[source.by]}`
  return `  ${list.padEnd(27)}since ${since}  ${how}`
}

const bySays = {
  opened: "opens a mailbox first",
  collected: "collects reports",
  contested: "of mailbox providers"
} as const

const conclusionSays: Readonly<Record<Standing["conclusion"], string>> = {
  disposable: "disposable",
  free: "free: people can open a mailbox there",
  closed: "neither disposable nor free",
  relay: "a relay: aliases that each forward to one person",
  hint: "not disposable: one list, or a contested listing, is only a hint",
  none: "nothing"
}

const standingLines = (domain: string, standing: Standing | undefined): ReadonlyArray<string> => {
  if (standing === undefined) return [`${domain}: on no list`]
  const { entry, namings, correction, conclusion } = standing
  return [
    `${domain}: ${conclusionSays[conclusion]}`,
    ...(entry === domain ? [] : [`  listed as ${entry}`]),
    ...namings.map(namingLine),
    ...(correction === undefined && conclusion === "disposable" && conclude(namings) === "hint"
      ? ["  its own name, which throwaway services have"]
      : []),
    ...(correction === undefined
      ? []
      : [`  our correction: ${correction.is} (${correction.source})`])
  ]
}

const domain = Argument.String("domain").pipe(
  Argument.optional,
  Argument.withDescription("Show which lists have this domain, since when, and the conclusion.")
)

const show = Command.make("show", { domain }, ({ domain: asked }) =>
  Effect.gen(function* () {
    const known = yield* Effect.provide(Lists.use(Effect.succeed), Lists.layerFrom(yield* folder))
    if (Option.isNone(asked)) {
      yield* Effect.forEach(known.tables, (table) => Console.log(tableLine(table)))
      return
    }
    const parsed = parseDomain(asked.value.slice(asked.value.lastIndexOf("@") + 1))
    if (Result.isFailure(parsed)) {
      const sentence = `"${asked.value}" is no domain: ${faultSentence(parsed.failure)}. Write it as example.org`
      return yield* new CommandFailed({ sentence, code: usageCode })
    }
    yield* Effect.forEach(standingLines(parsed.success, known.standingOf(parsed.success)), (line) =>
      Console.log(line)
    )
  })
).pipe(
  Command.withDescription(
    "Show the lists in use: name, kind, date, entries, licence. With a domain: which lists have it."
  )
)

export const lists = Command.make("lists").pipe(
  Command.withDescription("Show or refresh the lists that addresses are checked against."),
  Command.withSubcommands([show, refresh])
)
