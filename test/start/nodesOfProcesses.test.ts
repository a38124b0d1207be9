/** Two nodes with `RCPT_CLUSTER_HOST`, each of two processes: four members of one cluster. */
import * as Lab from "@rcpt/lab/Lab"
import * as ZoneFile from "@rcpt/lab/ZoneFile"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect, Schedule } from "effect"

import { runs, workersOf } from "../chaos/workers.ts"
import * as plainPostgres from "../support/plainPostgres.ts"
import type { Running } from "../support/service.ts"
import * as serviceNodes from "../support/serviceNodes.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { query } from "./world.ts"

const processes = 2

/** One mail host, which takes its time: conversations overlap. */
const address = "127.0.77.3"
const zone = ZoneFile.parse(
  `customers.test. 300 IN MX 10 mx.customers.test.\nmx.customers.test. 300 IN A ${address}`,
  "customers"
)
const mail = {
  file: "customers",
  text: `
server ${address}
  on greeting   wait 200ms
                220 {host} ESMTP
  on rcpt       550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown in local recipient table
`
}

const conversations = 2

const start = Effect.gen(function* () {
  const lab = yield* Lab.start({ zones: [yield* Effect.fromResult(zone)], mail: [mail] })
  const { url } = yield* plainPostgres.create()
  const options = {
    apiKey: generate(),
    databaseUrlOf: () => url,
    env: {
      ...lab.env,
      RCPT_PROCESSES: String(processes),
      RCPT_RATE_LIMIT: "off",
      RCPT_ENUMERATION_LIMIT: "off",
      RCPT_MX_CONCURRENCY: String(conversations),
      RCPT_MX_RATE: "1000"
    }
  }
  const addresses = yield* serviceNodes.clusterAddresses(2)
  const nodes = yield* serviceNodes.startAll(options, addresses)
  return { url, addresses, nodes, traffic: lab.mail.traffic(address) }
})

const shardsOf = (url: string) =>
  Effect.map(
    query(
      url,
      `select cluster_address, shards from node
       where seen_at > now() - interval '8 s' and shards > 0 order by seen_at`
    ),
    (rows) =>
      new Map(rows.map((row) => [String(row["cluster_address"]), Number(row["shards"])] as const))
  )

/** Of the groups `jobs` and `domains`. */
const shardsInAll = 512

const shared = (url: string, members: ReadonlyArray<string>) =>
  shardsOf(url).pipe(
    Effect.repeat({
      until: (shards) =>
        members.every((member) => shards.has(member)) &&
        [...shards.values()].reduce((sum, one) => sum + one, 0) === shardsInAll,
      schedule: Schedule.spaced("250 millis")
    }),
    Effect.timeout("90 seconds")
  )

const askAll = (nodes: ReadonlyArray<Running>, round: string) =>
  Effect.forEach(
    Array.from({ length: 24 }, (_, n) => n),
    (n) =>
      nodes[n % nodes.length]!.get(
        `/api/v1/verify?mode=deep&timeout=25000&email=${round}${n}@customers.test`
      ),
    { concurrency: "unbounded" }
  )

const smtpOf = (answers: Effect.Success<ReturnType<typeof askAll>>) =>
  answers.map(({ status, json }) => `${status} ${Object(Object(json).smtp).status}`)

describe("Two nodes of two processes each", () => {
  it.live("are one service: one pace at a mail host, and none less after a kill", () =>
    Effect.gen(function* () {
      const { url, addresses, nodes, traffic } = yield* start
      const members = addresses.flatMap(({ host, port }) => [
        `${host}:${port}`,
        `${host}:${port + 1}`
      ])
      yield* shared(url, members)
      assert.deepStrictEqual(
        new Set(smtpOf(yield* askAll(nodes, "ann"))),
        new Set(["200 undeliverable"])
      )
      assert.isAtMost(traffic.openPeak, conversations)

      const [victim] = workersOf(nodes[0]!.pid)
      process.kill(victim!, "SIGKILL")
      yield* Effect.repeat(
        Effect.sync(() => workersOf(nodes[0]!.pid).filter(runs)),
        {
          until: (workers) => workers.length === processes && !workers.includes(victim!),
          schedule: Schedule.spaced("100 millis")
        }
      )
      // It listens where the one before did, and takes its share again.
      yield* shared(url, members)
      assert.deepStrictEqual(
        new Set(smtpOf(yield* askAll(nodes, "ben"))),
        new Set(["200 undeliverable"])
      )
      assert.isAtMost(traffic.openPeak, conversations)
    }).pipe(Effect.scoped)
  )
})
