/**
 * `rcpt guards`: which mail servers are probed, at what pace, how many probes wait, and the last
 * replies. Read from the database, where every node writes its guards every two seconds.
 */
import * as auditDatabase from "@rcpt/service/operations/audit/auditDatabase"
import { Config, load } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import { shownSince } from "@rcpt/service/probing/GuardRecords"
import { Console, Duration, Effect, Layer } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { guardsReport } from "./guardsReport.ts"

const flags = {
  json: Flag.Boolean("json").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Print all guards as one line of JSON.")
  ),
  all: Flag.Boolean("all").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Show the last 24 hours, not only the last 10 minutes.")
  )
}

const lastMinutes = Duration.minutes(10)
const lastDay = Duration.hours(24)

/** Guards with problems come first. */
const guardsMax = 1_000

/** Only the settings of the database matter here. */
const loaded = load().pipe(
  Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
)

const unreachable = (sentence: string) => new CommandFailed({ sentence, code: unavailableCode })

const readGuards = Effect.fnUntraced(function* (since: Duration.Duration) {
  const { config, warnings } = yield* loaded
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  const settings = Layer.succeed(Config, config)
  return yield* shownSince(since, guardsMax).pipe(
    Effect.provide(auditDatabase.layer.pipe(Layer.provide(log.layer), Layer.provide(settings))),
    Effect.catchTag("NoLedger", ({ message }) => Effect.fail(unreachable(message))),
    Effect.catchTag("SqlError", () =>
      Effect.fail(
        unreachable("The database has no guards: no service of this version has run on it.")
      )
    )
  )
})

export const guards = Command.make("guards", flags, ({ json, all }) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const recent = yield* readGuards(all ? lastDay : lastMinutes)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(json ? JSON.stringify(recent) : guardsReport(recent, Date.now(), canColor))
    process.exitCode = 0
  })
).pipe(
  Command.withDescription(
    "Show the pace of probes for each group of mail servers: open connections and waiting probes."
  )
)
