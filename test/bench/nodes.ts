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
import { cpuOf } from "../support/bench/processCost.ts"
import { sized } from "../support/bench/smoke.ts"
import * as plainPostgres from "../support/plainPostgres.ts"
import type { PlainPostgres } from "../support/plainPostgres.ts"
import type { Running } from "../support/service.ts"
import * as serviceNodes from "../support/serviceNodes.ts"

const apiKey = generate()

/** Of all nodes together. */
const clients = 60

const settings = {
  RCPT_RATE_LIMIT: "off",
  RCPT_ENUMERATION_LIMIT: "off",
  RCPT_MX_CONCURRENCY: "64",
  RCPT_MX_RATE: "100000"
}

const requestFor = (query: string) =>
  `GET /api/v1/verify?${query} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

let deepChecks = 0

const requests = {
  fast: () => requestFor("email=ann@acme.test"),
  // Another name each time: checks of one address at the same time share a session.
  deep: () => requestFor(`email=stranger${(deepChecks += 1)}@acme.test&mode=deep`)
}

const postmasterOf = ({ dataDir }: PlainPostgres): number =>
  Number(
    readFileSync(join(plainPostgres.clusterOf(dataDir), "postmaster.pid"), "utf8").split("\n")[0]
  )

/** Seconds of all processes so far. */
const cpuNow = (nodes: ReadonlyArray<Running>, postgres: number) => ({
  own: nodes.reduce((sum, { pid }) => sum + cpuOf(pid).own, 0),
  postgres: cpuOf(postgres).postgres
})

const loadAll = (nodes: ReadonlyArray<Running>, request: () => string, options = {}) =>
  Effect.forEach(
    nodes,
    ({ base }) =>
      load({
        port: Number(new URL(base).port),
        clients: clients / nodes.length,
        request,
        ...options
      }),
    { concurrency: "unbounded" }
  )

const measured = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<Running>,
  postgres: number,
  mode: keyof typeof requests
) {
  yield* loadAll(nodes, requests[mode], { warmUpFor: sized(10_000, 100), measureFor: 0 })
  const before = cpuNow(nodes, postgres)
  const results = yield* loadAll(nodes, requests[mode], { warmUpFor: 0 })
  const after = cpuNow(nodes, postgres)
  const checks = results.flatMap(({ statuses }) => Object.values(statuses))
  const count = checks.reduce((sum, one) => sum + one, 0)
  return {
    rate: results.reduce((sum, result) => sum + result.perSecond, 0),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    statuses: [...new Set(results.flatMap(({ statuses }) => Object.keys(statuses)))].join(),
    own: ((after.own - before.own) * 1_000) / count,
    postgres: ((after.postgres - before.postgres) * 1_000) / count
  }
})

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

const of = (count: number) =>
  Effect.gen(function* () {
    const lab = yield* Lab.start()
    const database = yield* plainPostgres.create()
    const nodes = yield* serviceNodes.startAll(
      {
        apiKey,
        databaseUrlOf: () => database.url,
        env: { ...lab.env, ...settings },
        credits: 1_000_000_000
      },
      yield* serviceNodes.clusterAddresses(count)
    )
    const postgres = postmasterOf(database)
    const fast = yield* measured(nodes, postgres, "fast")
    const deep = yield* measured(nodes, postgres, "deep")
    return { count, fast, deep, connections: (yield* connectionsOf(database)) / count }
  }).pipe(Effect.scoped)

const bench = Effect.gen(function* () {
  const runs = yield* Effect.forEach([1, 2, 3], of)
  const [one] = runs
  const rows = runs.flatMap(({ count, connections, ...run }) => [
    ...(["fast", "deep"] as const).map((mode) => {
      const { rate, p50, statuses, own, postgres } = run[mode]
      const cpu = own + postgres
      const first = one![mode].own + one![mode].postgres
      return {
        what: `${mode}, ${count} node${count === 1 ? "" : "s"}`,
        measured:
          `cpu ${cpu.toFixed(2)} ms (${own.toFixed(2)} + ${postgres.toFixed(2)}), ` +
          `${(cpu / first).toFixed(2)} ×, ${perSecond(rate)}, p50 ${millis(p50)} (${statuses})`,
        ...(count > 1 && { target: "≤ 1.3 × of one node" })
      }
    }),
    {
      what: `connections of a node, ${count} together`,
      measured: connections.toFixed(1),
      target: "≤ 12"
    }
  ])
  yield* print("nodes", rows)
}).pipe(Effect.scoped)

NodeRuntime.runMain(bench)
