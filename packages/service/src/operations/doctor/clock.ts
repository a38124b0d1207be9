/**
 * Other clocks beside ours: the database's, and that of a web server that the verifier contacts anyway. The embedded
 * database has the same clock as this process, so it is not compared.
 */
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { bootstrapUrl } from "@rcpt/verifier/rdap/Bootstrap"
import { httpGet } from "@rcpt/verifier/rdap/httpGet"
import { bootstrapOctetsMax } from "@rcpt/verifier/rdap/limits"
import { Clock, Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import { clockSkewHarmful, clockSkewMax, lag as aheadText } from "../../platform/joining/mayJoin.ts"
import type { DatabaseLearnt, WrongClock } from "./database.ts"
import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

export interface Reading {
  readonly of: string
  /** The other clock minus ours, milliseconds. */
  readonly offset: number
}

/** Other clocks, and nodes of ours whose clock is not the database's. */
export interface Clocks {
  readonly readings: ReadonlyArray<Reading>
  readonly wrongNodes: ReadonlyArray<WrongClock>
}

/** An HTTP date leaves out the fraction of its second (RFC 9110 §5.6.7): on average half of one. */
const halfSecond = 500

const webReading = Effect.gen(function* () {
  const { rdapUrl = bootstrapUrl, unsafeNetworks } = yield* Config
  if (rdapUrl === "off") return []
  const { a, aaaa } = yield* Resolver
  const url = new URL(rdapUrl)
  const before = yield* Clock.currentTimeMillis
  const { header } = yield* httpGet(
    { dns: { a, aaaa }, isPublic: publicAddresses(unsafeNetworks) },
    url,
    {
      // RFC 9110 §13.1.2: "if you have anything there, do not send it". The date comes all the same.
      headers: { "if-none-match": "*" },
      octetsMax: bootstrapOctetsMax,
      plainOrigins: [url.origin]
    }
  )
  const after = yield* Clock.currentTimeMillis
  const date = Date.parse(header("date") ?? "")
  return Number.isNaN(date)
    ? []
    : [{ of: url.hostname, offset: date + halfSecond - (before + after) / 2 }]
}).pipe(Effect.catch(() => Effect.succeed([])))

export const learnClock = <R>(
  database: Effect.Effect<DatabaseLearnt, never, R>
): Effect.Effect<Clocks, never, R | Resolver | Config> =>
  Effect.gen(function* () {
    const [learnt, web] = yield* Effect.all([database, webReading], { concurrency: "unbounded" })
    if (learnt._tag !== "reached") return { readings: web, wrongNodes: [] }
    const own = { of: "the database", offset: learnt.clockOffset }
    return {
      readings: learnt.isEmbedded ? web : [own, ...web],
      wrongNodes: learnt.wrongClocks
    }
  })

const seconds = (offset: number): number => Math.abs(offset) / 1_000

const lag = ({ of, offset }: Reading): string =>
  `${seconds(offset).toFixed(0)} s ${offset > 0 ? "behind" : "ahead of"} that of ${of}`

const advice = "Let NTP set it (chrony, systemd-timesyncd), on the other machine too."

const judgeOwn = (readings: ReadonlyArray<Reading>): Finding => {
  if (readings.length === 0)
    return note("clock", "Our clock was compared with no other: none is in reach.")
  const wrong = readings.filter(({ offset }) => seconds(offset) > clockSkewMax)
  if (wrong.length === 0)
    return ok("clock", `Our clock agrees with that of ${listed(readings.map(({ of }) => of))}.`)
  const says = `Our clock is ${listed(wrong.map(lag))}.`
  const isHarmful = wrong.some(({ offset }) => seconds(offset) > clockSkewHarmful)
  return (isHarmful ? problem : warning)("clock", says, advice)
}

const ofNode = ({ name, ahead }: WrongClock): string => `of ${name} is ${aheadText(ahead)}`

/** The differences that running nodes have measured themselves, at their last heartbeat. */
const judgeNodes = (nodes: ReadonlyArray<WrongClock>): ReadonlyArray<Finding> =>
  nodes.length === 0
    ? []
    : [
        warning(
          "clock.nodes",
          `Of running nodes, the clock ${listed(nodes.map(ofNode))} the database's.`,
          advice
        )
      ]

export const judgeClock = ({ readings, wrongNodes }: Clocks): ReadonlyArray<Finding> => [
  judgeOwn(readings),
  ...judgeNodes(wrongNodes)
]
