/**
 * `rcpt guards`: which mail servers are being asked, at what pace, who waits, and what they said last.
 * Read from the database, where every node shows its guards every two seconds.
 */
import { Config, load } from "@rcpt/service/Config"
import { shownSince } from "@rcpt/service/guards/GuardRecords"
import * as auditDatabase from "@rcpt/service/ledger/auditDatabase"
import * as log from "@rcpt/service/log"
import { Console, Duration, Effect, Layer } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./ending.ts"
import { guardsReport } from "./guardsReport.ts"

const flags = {
  json: Flag.Boolean("json").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Print every guard, on one line.")
  ),
  all: Flag.Boolean("all").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Those of the last day too, not of the last ten minutes alone.")
  )
}

const recently = Duration.minutes(10)
const lastDay = Duration.hours(24)

/** What a person reads; the ones in trouble come first. */
const guardsMax = 1_000

/** Of the service's settings only those of the database matter here. */
const loaded = load().pipe(
  Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
)

const unreachable = (sentence: string) => new CommandFailed({ sentence, code: unavailableCode })

const shown = Effect.fnUntraced(function* (since: Duration.Duration) {
  const { config, warnings } = yield* loaded
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  const settings = Layer.succeed(Config, config)
  return yield* shownSince(since, guardsMax).pipe(
    Effect.provide(auditDatabase.layer.pipe(Layer.provide(log.layer), Layer.provide(settings))),
    Effect.catchTag("NoLedger", ({ message }) => Effect.fail(unreachable(message))),
    Effect.catchTag("SqlError", () =>
      Effect.fail(unreachable("The database has no guards: no service of this version ran on it."))
    )
  )
})

export const guards = Command.make("guards", flags, ({ json, all }) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const found = yield* shown(all ? lastDay : recently)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(json ? JSON.stringify(found) : guardsReport(found, Date.now(), canColor))
    process.exitCode = 0
  })
).pipe(Command.withDescription("Show the pace with mail servers: open conversations, who waits."))
