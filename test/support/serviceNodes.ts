/**
 * Several nodes of one service: real processes on one Postgres with default settings, in one lab, each with
 * an address on loopback by which the others reach it.
 */
import * as Lab from "@rcpt/lab/Lab"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Layer } from "effect"

import * as plainPostgres from "./plainPostgres.ts"
import * as roundRobin from "./roundRobin.ts"
import * as service from "./service.ts"

export interface Options {
  readonly apiKey: string
  /** Of node 1, 2 and so on, where each has a way of its own to the database. */
  readonly databaseUrlOf: (number: number) => string
  /** Also of the lab. */
  readonly env: Readonly<Record<string, string>>
  readonly envOf?: (number: number) => Readonly<Record<string, string>>
  readonly credits?: number
}

/** Of a node, for the others. Each node has its own, also where ports are the same. */
export const clusterHost = (number: number): string => `127.0.0.${10 + number}`

/** Where the others find each node: its `RCPT_CLUSTER_HOST` and `RCPT_CLUSTER_PORT`. */
export const clusterAddresses = (count: number) =>
  Effect.forEach(Array.from({ length: count }), (_, index) =>
    Effect.map(freePort, (port) => ({ host: clusterHost(index + 1), port }))
  ).pipe(Effect.orDie)

export type ClusterAddress = Effect.Success<ReturnType<typeof clusterAddresses>>[number]

/** Starts all at the same time, as an orchestrator does, also on an empty database. */
export const startAll = (options: Options, addresses: ReadonlyArray<ClusterAddress>) =>
  Effect.forEach(
    addresses,
    ({ host, port }, index) =>
      service.start({
        apiKey: options.apiKey,
        databaseUrl: options.databaseUrlOf(index + 1),
        ...(options.credits !== undefined && { credits: options.credits }),
        env: {
          ...options.env,
          RCPT_CLUSTER_HOST: host,
          RCPT_CLUSTER_PORT: String(port),
          ...options.envOf?.(index + 1)
        }
      }),
    { concurrency: "unbounded" }
  )

/** Three nodes on a new Postgres. */
export const three = ({ env = {}, credits }: service.Options) =>
  Effect.gen(function* () {
    const { url } = yield* plainPostgres.create()
    const lab = yield* Lab.start()
    const options = {
      apiKey: generate(),
      databaseUrlOf: () => url,
      env: { ...lab.env, ...env },
      ...(credits !== undefined && { credits })
    }
    return yield* startAll(options, yield* clusterAddresses(3))
  })

/**
 * Three nodes as one service: each request goes to the next of them, and their output is one after another.
 * The rest is the first node's.
 */
export const layer = (options: service.Options): Layer.Layer<service.Service> =>
  Layer.effect(
    service.Service,
    Effect.gen(function* () {
      const nodes = yield* three(options)
      const base = yield* roundRobin.start(nodes.map((node) => node.base))
      const [first] = nodes
      const output = () => nodes.map((node) => node.output()).join("")
      return { ...first!, output, base, get: service.makeGet(base, first!.apiKey) }
    })
  )
