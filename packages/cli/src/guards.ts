/**
 * `rcpt guards`: which mail servers are probed, at what pace, how many probes wait, and the last
 * replies. Read from the database, where every node writes its guards every two seconds.
 */
import { shownSince } from "@rcpt/service/probing/GuardRecords"
import { Console, Duration, Effect } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { interruptedCode } from "./exitCodes.ts"
import { guardsReport } from "./guardsReport.ts"
import { readDatabase } from "./readDatabase.ts"

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

export const guards = Command.make("guards", flags, ({ json, all }) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const recent = yield* readDatabase("guards", shownSince(all ? lastDay : lastMinutes, guardsMax))
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(json ? JSON.stringify(recent) : guardsReport(recent, Date.now(), canColor))
    process.exitCode = 0
  })
).pipe(
  Command.withDescription(
    "Show the pace of probes for each group of mail servers: open connections and waiting probes."
  )
)
