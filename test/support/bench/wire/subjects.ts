/**
 * The verifiers of the bench. Each may have two connections to each of the six hosts: ours by its pace, the others by
 * two clients for each host, since they open a connection for each check.
 */
import { join } from "node:path"

import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer } from "effect"
import type { Scope } from "effect"

import { open, send } from "../httpLoad.ts"
import type { Peer } from "../peers/PeerBuild.ts"
import { startRcpt } from "../peers/rcptTool.ts"
import { startPeer } from "../peers/Tool.ts"
import type { Tally, Verdict } from "../peers/Tool.ts"
import { cpuOf } from "../processCost.ts"
import type { CpuSeconds } from "../processCost.ts"
import { askBare } from "./floor.ts"
import { addressesAt, hostsPerPlace } from "./places.ts"
import type { Place } from "./places.ts"

type Env = Readonly<Record<string, string>>

/** The folder of another checkout, whose service is measured in the same run. */
const beside = process.env["WIRE_BESIDE"]

const connectionsPerHost = 2
/** No start waits for its turn, so that connections are the only limit. */
const startsPerSecond = 10_000

/** Rows that the library is asked about at once: more than its sessions take, so that none waits for us. */
const rowsAtOnce = 256

export interface Subject {
  readonly name: string
  /** How many times the rows of a place it gets, as those that need less time for a row are measured longer. */
  readonly share: number
  /** Verifies these rows of a place, which are at its hosts in turn. The floor has no verdicts. */
  readonly verify: (rows: ReadonlyArray<string>, place: Place) => Effect.Effect<Tally | undefined>
  readonly cpu: () => CpuSeconds
  /** Milliseconds until its background work has been counted. */
  readonly settleFor: number
}

const tallyOf = (verdicts: ReadonlyArray<Verdict>): Tally => {
  const tally = { valid: 0, invalid: 0, unknown: 0 }
  for (const verdict of verdicts) tally[verdict] += 1
  return tally
}

const verdicts: Readonly<Record<string, Verdict>> = {
  deliverable: "valid",
  undeliverable: "invalid"
}

const cpuOfThis = (): CpuSeconds => {
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1e6, postgres: 0 }
}

const clients = hostsPerPlace * connectionsPerHost

/** Runs all clients, each with its part of the rows, which are all at one host. */
const inParts = <A>(
  rows: ReadonlyArray<string>,
  client: (rows: ReadonlyArray<string>, host: number) => Promise<A>
): Effect.Effect<ReadonlyArray<A>> =>
  Effect.promise(() => {
    const numbers = Array.from({ length: clients }, (_, number) => number)
    return Promise.all(
      numbers.map((number) => {
        const part = rows.filter((_, row) => row % clients === number)
        return client(part, number % hostsPerPlace)
      })
    )
  })

/** Our verifier in this process, without service and store. */
const startLibrary = (env: Env) =>
  Effect.gen(function* () {
    const unsafeNetworks = ["127.0.0.0/8"]
    const prober = Prober.layer({
      helo: env["RCPT_HELO"] ?? "",
      mailFrom: env["RCPT_MAIL_FROM"] ?? "",
      port: Number(env["RCPT_SMTP_PORT"]),
      unsafeNetworks,
      pace: { connections: connectionsPerHost, startsPerSecond }
    })
    const resolver = Resolver.layer({ servers: [env["RCPT_DNS_SERVERS"] ?? ""] })
    const layer = Verifier.layer({ unsafeNetworks }).pipe(
      Layer.provide([Lists.layer, prober]),
      Layer.provide(resolver)
    )
    const services = yield* Layer.build(layer)
    const verify = (email: string) =>
      Verifier.use((verifier) =>
        verifier.verify(email, { mode: "deep", context: false, urgency: "bulk", isOfList: true })
      ).pipe(
        Effect.provide(services),
        Effect.map(({ evidence: { smtp } }) => verdicts[smtp?.status ?? ""] ?? "unknown")
      )
    return {
      name: "rcpt, its library",
      share: 4,
      verify: (rows: ReadonlyArray<string>) =>
        Effect.map(Effect.forEach(rows, verify, { concurrency: rowsAtOnce }), tallyOf),
      cpu: cpuOfThis,
      settleFor: 200
    }
  })

/** The service, which gets a list over HTTP; perhaps that of another checkout. */
const startService = (env: Env, dataDir: string, checkout?: string) =>
  startRcpt(
    { ...env, RCPT_MX_CONCURRENCY: String(connectionsPerHost), RCPT_MX_RATE: `${startsPerSecond}` },
    join(dataDir, checkout === undefined ? "own" : "other"),
    checkout
  ).pipe(
    Effect.map(({ pid, verifyList, settleFor }) => ({
      name: checkout === undefined ? "rcpt, a list over HTTP" : "the same of WIRE_BESIDE",
      share: 4,
      verify: (rows: ReadonlyArray<string>) => verifyList(rows, "deep"),
      cpu: () => cpuOf(pid),
      settleFor
    }))
  )

const startOther = (peer: Peer) =>
  Effect.map(startPeer(peer), ({ name, port, pid, request, verdictOf, settleFor }) => {
    const client = async (rows: ReadonlyArray<string>): Promise<ReadonlyArray<Verdict>> => {
      const socket = open(port)
      const read: Array<Verdict> = []
      for (const email of rows) {
        const { body } = await send(socket, request(email, "deep"))
        read.push(verdictOf(body))
      }
      socket.destroy()
      return read
    }
    return {
      name,
      share: 1,
      verify: (rows: ReadonlyArray<string>) =>
        Effect.map(inParts(rows, client), (parts) => tallyOf(parts.flat())),
      cpu: () => cpuOf(pid),
      settleFor
    }
  })

const floorOf = (env: Env): Subject => ({
  name: "floor: the commands over node:net",
  share: 4,
  verify: (rows, place) => {
    const addresses = addressesAt(place)
    const port = Number(env["RCPT_SMTP_PORT"])
    const asked = inParts(rows, (part, host) => askBare(addresses[host] ?? "", port, part))
    return Effect.as(asked, undefined)
  },
  cpu: cpuOfThis,
  settleFor: 200
})

export const startSubjects = (
  env: Env,
  dataDir: string,
  peers: ReadonlyArray<Peer>
): Effect.Effect<ReadonlyArray<Subject>, never, Scope.Scope> =>
  Effect.all([
    startLibrary(env),
    startService(env, dataDir),
    ...(beside === undefined ? [] : [startService(env, dataDir, beside)]),
    ...peers.map((peer) => startOther(peer)),
    Effect.succeed(floorOf(env))
  ])
