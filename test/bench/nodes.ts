/**
 * One, two and three nodes on one Postgres with default settings: what a check costs the processors of all
 * of them together, and how many connections each node has. They share the cores of this machine, so rates
 * do not grow with nodes here; processor time per check shows what a further node adds to the work.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgConnection } from "@effect/sql-pg"
import * as Lab from "@rcpt/lab/Lab"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect, Redacted } from "effect"

import { load } from "../support/bench/httpLoad.ts"
import { millis, perSecond, print } from "../support/bench/measure.ts"
import { difference, postgresCounters } from "../support/bench/postgresCost.ts"
import { cpuOf } from "../support/bench/processCost.ts"
import { isSmoke, sized } from "../support/bench/smoke.ts"
import * as plainPostgres from "../support/plainPostgres.ts"
import type { PlainPostgres } from "../support/plainPostgres.ts"
import type { Running } from "../support/service.ts"
import * as serviceNodes from "../support/serviceNodes.ts"

const apiKey = generate()

/** Of each node, and of all nodes together where they share an account. */
const clients = 60
const clientsTogether = 64

const settings = {
  RCPT_RATE_LIMIT: "off",
  RCPT_SIGNUP: "open",
  RCPT_SIGNUP_CREDITS: "1000000000",
  RCPT_ENUMERATION_LIMIT: "off",
  RCPT_MX_CONCURRENCY: "64",
  RCPT_MX_RATE: "100000"
}

let deepChecks = 0

const queries = {
  fast: () => "email=ann@acme.test",
  // Another name each time: checks of one address at the same time share a session.
  deep: () => `email=stranger${(deepChecks += 1)}@acme.test&mode=deep`
}

/** A node, and the key of those who ask it. */
interface Asked extends Running {
  readonly key: string
}

/** What is compared: how much of the cost is that nodes share an account. */
const kinds = {
  fast: { mode: "fast", isShared: true, clientsOf: () => clients },
  "fast, 64 clients of all": {
    mode: "fast",
    isShared: true,
    clientsOf: (count: number) => Math.ceil(clientsTogether / count)
  },
  "fast, an account a node": { mode: "fast", isShared: false, clientsOf: () => clients },
  deep: { mode: "deep", isShared: true, clientsOf: () => clients },
  "deep, an account a node": { mode: "deep", isShared: false, clientsOf: () => clients }
} as const
type Kind = keyof typeof kinds

/** `NODES_KINDS=deep` measures only those whose name has it; `NODES=1,3` only so many nodes. */
const { NODES_KINDS = "", NODES = isSmoke ? "1,2" : "1,2,3" } = process.env
const kindNames = (Object.keys(kinds) as ReadonlyArray<Kind>).filter((kind) =>
  kind.includes(NODES_KINDS)
)
const counts = NODES.split(",").map(Number)

/**
 * `apart`: nodes that know nothing of each other, each on a database of its own in the same server. What they
 * cost is what sharing a machine costs, and no cluster.
 */
type Together = "cluster" | "apart"

const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(() =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(url).origin, ...headers },
      body: JSON.stringify(body)
    })
  )

/** The key of a new account. */
const keyOfCustomer = Effect.fnUntraced(function* (base: string, number: number) {
  const person = { email: `customer${number}@customer.test`, password: "correct horse battery" }
  yield* post(`${base}/api/v1/signup`, person)
  const session = yield* post(`${base}/api/v1/session`, person)
  const cookie = session.headers.get("set-cookie")!.split(";")[0]!
  const key = yield* post(`${base}/api/v1/keys`, { name: "bench" }, { cookie })
  return String(Object(yield* Effect.promise(() => key.json())).key)
})

const postmasterOf = (dataDir: string): number =>
  Number(
    readFileSync(join(plainPostgres.clusterOf(dataDir), "postmaster.pid"), "utf8").split("\n")[0]
  )

/** Seconds of all processes so far. */
const cpuNow = (nodes: ReadonlyArray<Running>, postgres: number) => ({
  own: nodes.reduce((sum, { pid }) => sum + cpuOf(pid).own, 0),
  postgres: cpuOf(postgres).postgres
})

const loadAll = (
  nodes: ReadonlyArray<Asked>,
  query: () => string,
  options: { readonly clients: number; readonly warmUpFor?: number; readonly measureFor?: number }
) =>
  Effect.forEach(
    nodes,
    ({ base, key }) =>
      load({
        port: Number(new URL(base).port),
        request: () =>
          `GET /api/v1/verify?${query()} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`,
        ...options
      }),
    { concurrency: "unbounded" }
  )

const measured = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<Asked>,
  { superuserUrl, dataDir }: PlainPostgres,
  kind: Kind
) {
  const { mode, clientsOf } = kinds[kind]
  const ofEach = { clients: clientsOf(nodes.length) }
  const postgres = postmasterOf(dataDir)
  const counters = yield* postgresCounters(superuserUrl)
  yield* loadAll(nodes, queries[mode], {
    ...ofEach,
    warmUpFor: sized(10_000, 100),
    measureFor: 0
  })
  const before = { cpu: cpuNow(nodes, postgres), counted: yield* counters }
  const results = yield* loadAll(nodes, queries[mode], { ...ofEach, warmUpFor: 0 })
  const after = { cpu: cpuNow(nodes, postgres), counted: yield* counters }
  const checks = results.flatMap(({ statuses }) => Object.values(statuses))
  const count = checks.reduce((sum, one) => sum + one, 0)
  return {
    rate: results.reduce((sum, result) => sum + result.perSecond, 0),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    statuses: [...new Set(results.flatMap(({ statuses }) => Object.keys(statuses)))].join(),
    own: ((after.cpu.own - before.cpu.own) * 1_000) / count,
    postgres: ((after.cpu.postgres - before.cpu.postgres) * 1_000) / count,
    commits: difference(after.counted, before.counted).commits / count
  }
}, Effect.scoped)

const connectionsOf = ({ superuserUrl }: PlainPostgres) =>
  PgConnection.make({ url: Redacted.make(superuserUrl) }).pipe(
    Effect.flatMap((connection) =>
      connection.query(
        "select count(*)::int as count from pg_stat_activity where application_name like 'rcpt %'"
      )
    ),
    Effect.map(({ rows }) => Number(Object(rows[0]).count)),
    Effect.scoped
  )

/** For each node a database of its own, owned by the service's role. */
const databasesBeside = ({ url, superuserUrl }: PlainPostgres, count: number) =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({ url: Redacted.make(superuserUrl) })
    const role = new URL(url).username
    return yield* Effect.forEach(Array.from({ length: count }), (_, index) => {
      const name = `apart${index + 1}`
      const beside = Object.assign(new URL(url), { pathname: `/${name}` }).href
      return Effect.as(connection.query(`create database ${name} owner ${role}`), beside)
    })
  }).pipe(Effect.scoped)

const startedApart = (
  options: Omit<serviceNodes.Options, "databaseUrlOf">,
  urls: ReadonlyArray<string>
) =>
  Effect.map(
    Effect.forEach(urls, (url) =>
      Effect.flatMap(serviceNodes.clusterAddresses(1), (address) =>
        serviceNodes.startAll({ ...options, databaseUrlOf: () => url }, address)
      )
    ),
    (nodes) => nodes.flat()
  )

const of = (together: Together, count: number) =>
  Effect.gen(function* () {
    const lab = yield* Lab.start()
    const database = yield* plainPostgres.create()
    const options = { apiKey, env: { ...lab.env, ...settings }, credits: 1_000_000_000 }
    const nodes = yield* together === "apart"
      ? startedApart(options, yield* databasesBeside(database, count))
      : serviceNodes.startAll(
          { ...options, databaseUrlOf: () => database.url },
          yield* serviceNodes.clusterAddresses(count)
        )
    const asked = yield* Effect.forEach(nodes, (node, index) =>
      Effect.map(keyOfCustomer(node.base, index + 1), (key) => ({ ...node, key }))
    )
    const ofOne = nodes.map((node) => ({ ...node, key: apiKey }))
    const costs = yield* Effect.forEach(kindNames, (kind) =>
      measured(kinds[kind].isShared ? ofOne : asked, database, kind)
    )
    return { together, count, costs, connections: (yield* connectionsOf(database)) / count }
  }).pipe(Effect.scoped)

const bench = Effect.gen(function* () {
  const runs = [
    ...(yield* Effect.forEach(counts, (count) => of("cluster", count))),
    ...(yield* Effect.forEach(
      counts.filter((count) => count > 1),
      (count) => of("apart", count)
    ))
  ]
  const [one] = runs
  const rows = runs.flatMap(({ together, count, connections, costs }) => [
    ...costs.map(({ rate, p50, statuses, own, postgres, commits }, index) => {
      const cpu = own + postgres
      const first = one!.costs[index]!.own + one!.costs[index]!.postgres
      return {
        what: `${kindNames[index]}, ${count} ${together === "apart" ? "apart" : count === 1 ? "node" : "nodes"}`,
        measured:
          `cpu ${cpu.toFixed(2)} ms (${own.toFixed(2)} + ${postgres.toFixed(2)}), ` +
          `${(cpu / first).toFixed(2)} ×, ${perSecond(rate)}, p50 ${millis(p50)}, ` +
          `${commits.toFixed(2)} commits (${statuses})`,
        ...(count > 1 && together === "cluster" && { target: "≤ 1.3 × of one node" })
      }
    }),
    {
      what: `connections of a node, ${count} ${together === "apart" ? "apart" : "together"}`,
      measured: connections.toFixed(1),
      target: "≤ 12"
    }
  ])
  yield* print("nodes", rows)
}).pipe(Effect.scoped)

NodeRuntime.runMain(bench)
