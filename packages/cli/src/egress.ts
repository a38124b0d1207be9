/**
 * `rcpt egress`: the addresses from which mail servers are asked, by the settings of this machine and without a service.
 * The settings are the operator's, so `add` says what to write there. `plan` alone asks a server, which knows the paces.
 */
import type { EgressNeed } from "@rcpt/api/Jobs"
import type { Egress, Egresses } from "@rcpt/service/platform/config/Egress"
import { firstUse, parseEgress } from "@rcpt/service/platform/config/Egress"
import { Expected } from "@rcpt/service/platform/config/parse"
import { Console, Duration, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { deepRequestOf, listFlags } from "./bulk.ts"
import { codeOf, examinationFlags, printExamination, settingsHere } from "./doctor.ts"
import { failed, interruptedCode, misused, unavailableCode } from "./exitCodes.ts"
import { priceOf } from "./pricedJob.ts"
import { counted } from "./report.ts"
import { printRows } from "./rows.ts"
import { json, serverFlags, serverOf } from "./serverFlags.ts"

const setting = "RCPT_SMTP_EGRESS"

/** With the names of the options of an egress. No password is among them. */
const shown = ({ id, helo, warmsSince, providers, weight }: Egress, ours: string) => ({
  egress: id,
  helo: helo ?? ours,
  since:
    warmsSince === undefined
      ? null
      : Number.isFinite(warmsSince)
        ? new Date(warmsSince).toISOString().slice(0, "2026-12-01".length)
        : firstUse,
  for: providers === undefined ? null : [...providers],
  weight: weight ?? 1
})

const list = Command.make("list", { json }, (args) =>
  Effect.gen(function* () {
    const { egresses, helo } = yield* settingsHere(false)
    yield* printRows(
      egresses.map((egress) => shown(egress, helo)),
      [
        ["egress", (row) => row.egress],
        ["HELO", (row) => row.helo],
        ["warms up since", (row) => row.since ?? "no"],
        ["for", (row) => row.for?.join(", ") ?? "all"],
        ["weight", (row) => String(row.weight)]
      ],
      args.json
    )
  }).pipe(Effect.scoped)
).pipe(Command.withDescription("Show the egresses of this machine's settings."))

const argument = Argument.String("egress").pipe(
  Argument.withDescription("Such as direct://192.0.2.10 or socks5://name:password@host:1080.")
)

const egressOf = (text: string) => {
  const egress = parseEgress(text)
  return egress instanceof Expected
    ? Effect.fail(misused(`The egress must be ${egress.what}.`))
    : Effect.succeed(egress)
}

const test = Command.make(
  "test",
  { egress: Argument.optional(argument), ...examinationFlags },
  ({ egress, json, lab }) =>
    Effect.gen(function* () {
      process.exitCode = interruptedCode
      const settings = yield* settingsHere(lab)
      const egresses: Egresses = Option.isNone(egress)
        ? settings.egresses
        : [yield* egressOf(egress.value)]
      const ok = yield* printExamination(
        { ...settings, egresses },
        ({ examineEgresses }) => examineEgresses,
        json
      )
      process.exitCode = codeOf(ok)
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Try an egress before you use it, or all of the settings: port 25, PTR, HELO name, sender, blocklists."
  )
)

/** Where the setting is not used yet, this machine itself is the only egress, and stays one. */
const written = ([first, ...others]: Egresses, text: string): string =>
  first.id === "direct" && others.length === 0
    ? `Set this on each node that asks mail servers, and restart it:\n\n  ${setting}=direct,${text}`
    : `Append this to ${setting} on each node that asks mail servers, and restart it:\n\n  ,${text}`

const add = Command.make("add", { egress: argument, lab: examinationFlags.lab }, (args) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const settings = yield* settingsHere(args.lab)
    const egress = yield* egressOf(args.egress)
    if (settings.egresses.some(({ id }) => id === egress.id))
      return yield* misused(`${setting} has ${egress.id} already: change it there.`)
    const ok = yield* printExamination(
      { ...settings, egresses: [egress] },
      ({ examineEgresses }) => examineEgresses,
      false
    )
    const next = ok ? written(settings.egresses, args.egress) : "Solve the problems, and try again."
    yield* Console.log(`\n${next}`)
    process.exitCode = codeOf(ok)
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Try an egress, and print what to write into the settings. Exit code: 0 no problem, 1 a problem."
  )
)

/** One egress asks all providers at once, so the provider that needs most decides. */
const planText = (needs: ReadonlyArray<EgressNeed>, within: string): string => {
  const most = Math.max(1, ...needs.map(({ egresses }) => egresses ?? 1))
  const tooLarge = needs.filter(({ egresses }) => egresses === null)
  const rest =
    `${most === 1 ? "1 egress does" : `${most} egresses do`} ` +
    `${tooLarge.length === 0 ? "this list" : "the rest"} within ${within}, at the ordinary pace of each provider. ` +
    "A new address has to warm up first."
  return [
    ...tooLarge.map(
      ({ mail_servers, domain, domain_rows }) =>
        `No number of egresses does ${mail_servers} within ${within}: ` +
        `a domain keeps one egress, and ${domain} has ${counted(domain_rows, "row")}.`
    ),
    ...(tooLarge.length > 0 && tooLarge.length === needs.length ? [] : [rest])
  ].join("\n")
}

const plan = Command.make(
  "plan",
  {
    ...listFlags,
    within: Flag.String("within").pipe(
      Flag.withDefault("24h"),
      Flag.withDescription("The time for the list, from 1h to 90d. Default: 24h.")
    ),
    json,
    ...serverFlags
  },
  (args) =>
    Effect.gen(function* () {
      process.exitCode = interruptedCode
      const request = yield* deepRequestOf(args)
      const { egress_plan: needs } = yield* priceOf(yield* serverOf(args), {
        ...request,
        urlParams: { ...request.urlParams, within: args.within }
      })
      if (needs === undefined)
        return yield* failed(unavailableCode, "The server is older than this command: upgrade it.")
      yield* printRows(
        needs,
        [
          ["mail servers", (row) => row.mail_servers],
          ["rows", (row) => String(row.rows)],
          ["takes now", (row) => Duration.format(Duration.seconds(row.seconds))],
          ["egresses", (row) => String(row.egresses ?? "not enough")],
          ["largest domain", (row) => `${row.domain}, ${counted(row.domain_rows, "row")}`]
        ],
        args.json
      )
      yield* Console.error(planText(needs, args.within))
      process.exitCode = 0
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Say how many egresses a list needs to be done in a time, by the dry run of a server."
  )
)

export const egress = Command.make("egress").pipe(
  Command.withDescription("Show and try the addresses from which mail servers are asked."),
  Command.withSubcommands([list, test, add, plan])
)
