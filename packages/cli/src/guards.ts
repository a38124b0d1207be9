/**
 * `rcpt guards`: which mail servers are probed, at what pace, how many probes wait, and the last
 * replies. Read from the database, where every node writes its guards every two seconds.
 */
import type { ShownGuard } from "@rcpt/service/probing/GuardRecords"
import { shownSince } from "@rcpt/service/probing/GuardRecords"
import { Console, Duration, Effect } from "effect"
import { Command, TerminalCapabilities } from "effect/cli"

import { interruptedCode } from "./exitCodes.ts"
import { readDatabase } from "./readDatabase.ts"
import { painter, wrapped } from "./report.ts"
import type { Paint } from "./report.ts"
import { booleanFlag } from "./serverFlags.ts"

/** The newest replies; `--json` has all of them. */
const repliesShown = 3

const indent = "  "
const nameWidth = 34
const headings = `${"mail servers".padEnd(nameWidth)}   per s   open  waiting  state`

const pauseReasons: Readonly<Record<string, string>> = {
  rateLimited: "these servers asked us to slow down",
  silent: "these servers do not respond",
  refused: "these servers refuse us",
  conduct: "these servers refuse us because of complaints or spam traps",
  blocked: "so many servers refuse us that our address is likely blocked: run rcpt doctor"
}

const decimals = 2

const numberOf = (value: number | undefined): string =>
  value === undefined ? "any" : Number(value.toFixed(decimals)).toString()

const nameOf = ({ group, egress }: ShownGuard): string =>
  egress === "direct" ? group : `${group} by ${egress}`

const stateOf = ({ status }: ShownGuard): string =>
  status.isBlocked ? "BLOCKED" : status.circuit === "halfOpen" ? "retrying" : status.circuit

const pauseLine = ({ status: { pause, circuit } }: ShownGuard): ReadonlyArray<string> =>
  pause === undefined || circuit === "closed"
    ? []
    : [
        `paused until ${new Date(pause.until).toISOString()}: ${pauseReasons[pause.because] ?? pause.because}`
      ]

const warmUpLine = ({ status: { warmUp } }: ShownGuard): ReadonlyArray<string> =>
  warmUp === undefined
    ? []
    : [
        `new address: ${warmUp.left} of ${warmUp.cap} conversations are left until ${new Date(warmUp.until).toISOString()}`
      ]

const ago = (then: number, now: number): string =>
  `${Math.max(0, Math.round((now - then) / 1_000))} s ago`

const replyLines = ({ status }: ShownGuard, now: number): ReadonlyArray<string> =>
  status.lastReplies
    .slice(-repliesShown)
    .toReversed()
    .map(({ host, phase, code, enhancedCode, fault, ruleId, at }) => {
      const reply = fault ?? [code, enhancedCode].filter((part) => part !== undefined).join(" ")
      return `${ago(at, now)}, ${host} to ${phase}: ${reply}${ruleId === undefined ? "" : ` (${ruleId})`}`
    })

const unreadLines = ({ status: { unread } }: ShownGuard): ReadonlyArray<string> =>
  unread === undefined
    ? []
    : [`${unread.count} replies were not understood; report them:`, ...unread.texts]

const guardLines = (paint: Paint, guard: ShownGuard, now: number): ReadonlyArray<string> => {
  const { startsPerSecond, open, waiting, isBlocked, circuit } = guard.status
  const state = stateOf(guard)
  const numbers = [
    numberOf(startsPerSecond).padStart(8),
    String(open).padStart(7),
    String(waiting.realTime + waiting.bulk).padStart(9)
  ].join("")
  const style = isBlocked ? "red" : circuit === "closed" ? "green" : "yellow"
  return [
    `${nameOf(guard).padEnd(nameWidth)}${numbers}  ${paint(style, state)}`,
    ...[
      ...pauseLine(guard),
      ...warmUpLine(guard),
      ...replyLines(guard, now),
      ...unreadLines(guard)
    ].map((line) => wrapped(line, indent, indent + indent))
  ]
}

/**
 * Guards as text of 80 columns: the numbers of each group of mail hosts, and under them why it is paused and its last
 * replies. `now`: epoch milliseconds.
 */
const guardsReport = (
  guards: ReadonlyArray<ShownGuard>,
  now: number,
  canColor: boolean
): string => {
  if (guards.length === 0) return "No mail servers were probed recently."
  const paint = painter(canColor)
  return [
    paint("bold", headings),
    ...guards.flatMap((guard) => guardLines(paint, guard, now))
  ].join("\n")
}

const flags = {
  json: booleanFlag("json", "Print all guards as one line of JSON."),
  all: booleanFlag("all", "Show the last 24 hours, not only the last 10 minutes.")
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
