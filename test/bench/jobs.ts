/**
 * A bulk job from upload to its last result, in the lab, beside what its parts take alone; and what it
 * costs those who verify single addresses meanwhile.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgClient } from "@effect/sql-pg"
import { generate } from "@rcpt/service/accounts/apiKey"
import { packRow } from "@rcpt/service/jobs/packRow"
import { Lists } from "@rcpt/verifier/Lists"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { durableDatabase } from "../support/bench/durableDatabase.ts"
import { load } from "../support/bench/httpLoad.ts"
import { millis, perSecond, print } from "../support/bench/measure.ts"
import { startProgram } from "../support/bench/startProgram.ts"

const program = (path: string) => join(import.meta.dirname, "../..", path)

const rowsMax = 100_000
const domainsMax = 10_000
const chunkRows = 1_000
const verifiedAtOnce = 128
const fastClients = 8
const millisPerSecond = 1_000
const apiKey = generate()

type Env = Readonly<Record<string, string>>

const addresses = (rows: number): ReadonlyArray<string> =>
  Array.from({ length: rows }, (_, row) => {
    const domain = String(1 + (row % domainsMax)).padStart(5, "0")
    return `ann.lee.${row}@d${domain}.lab.test`
  })

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const startWorld = Effect.gen(function* () {
  const file = join(yield* folder, "env.json")
  yield* startProgram([program("test/support/bench/manyDomains.ts"), file])
  return JSON.parse(readFileSync(file, "utf8")) as Env
})

const startService = (env: Env) =>
  Effect.gen(function* () {
    return yield* startProgram([program("packages/cli/src/main.ts"), "start"], {
      ...env,
      RCPT_PORT: "0",
      RCPT_DATA_DIR: yield* folder,
      RCPT_OWNER_API_KEY: apiKey,
      RCPT_OWNER_CREDITS: "100000000",
      RCPT_RATE_LIMIT: "off",
      RCPT_LOG: "none"
    })
  })

interface Seen {
  readonly id: string
  readonly status: string
  readonly processed_rows: number
  readonly started_at: string
  readonly completed_at: string
}

const ask = (port: number, path: string, init: RequestInit = {}): Effect.Effect<Seen> =>
  Effect.promise(async () => {
    const headers = { "x-api-key": apiKey }
    const url = `http://127.0.0.1:${port}/api/v1${path}`
    return (await fetch(url, { headers, ...init })).json() as Promise<Seen>
  })

const upload = (port: number, rows: number) => {
  const body = new FormData()
  body.append("file", new File([`email\n${addresses(rows).join("\n")}\n`], "list.csv"))
  return ask(port, "/verify/bulk", { method: "POST", body })
}

const elapsed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const startedAt = performance.now()
    const value = yield* work
    return { value, millis: performance.now() - startedAt }
  })

/** Rows per second from the first chunk to the last. */
const runJob = (port: number, rows: number) =>
  Effect.gen(function* () {
    const { value, millis } = yield* elapsed(upload(port, rows))
    const job = yield* ask(port, `/jobs/${value.id}`).pipe(
      Effect.repeat({
        until: ({ status }) => status === "complete",
        schedule: Schedule.spaced("100 millis")
      })
    )
    const took = Date.parse(job.completed_at) - Date.parse(job.started_at)
    return { uploadMillis: millis, rate: (rows * millisPerSecond) / took }
  })

/** The same questions to the same name server, and nothing kept. */
const verifierAlone = (env: Env) => {
  const verifyAll = Effect.gen(function* () {
    const verifier = yield* Verifier
    yield* Effect.forEach(
      addresses(rowsMax),
      (email) => verifier.verify(email, { context: false }),
      { concurrency: verifiedAtOnce, discard: true }
    )
  })
  const layers = Verifier.layer({ unsafeNetworks: ["127.0.0.0/8"] }).pipe(
    Layer.provide(Lists.layer),
    Layer.provide(Resolver.layer({ servers: [env["RCPT_DNS_SERVERS"] ?? ""] }))
  )
  return Effect.map(
    elapsed(Effect.provide(verifyAll, layers)),
    ({ millis }) => (rowsMax * millisPerSecond) / millis
  )
}

const packed = packRow({
  status: "valid",
  score: 95,
  normalizedEmail: "ann.lee@d00001.lab.test",
  isDisposable: false,
  hasMx: true,
  hasSpf: true,
  creditsUsed: 1,
  checkedAt: "2026-11-21T00:00:00.000Z"
})

/** As many results, a thousand per commit, into a table that nobody else uses. */
const insertAlone = Effect.gen(function* () {
  const client = PgClient.layer({ url: Redacted.make(yield* durableDatabase), maxConnections: 1 })
  return yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`create table result (row_no int primary key, result text not null)`
    const { millis } = yield* elapsed(
      Effect.forEach(
        Array.from({ length: rowsMax / chunkRows }, (_, chunk) => chunk),
        (chunk) => sql`
          insert into result select row_no + ${chunk * chunkRows}::int, result from
            unnest(${Array.from({ length: chunkRows }, (_, row) => row)}::int[],
              ${Array.from({ length: chunkRows }, () => packed)}::text[]) as t (row_no, result)`,
        { discard: true }
      )
    )
    return (rowsMax * millisPerSecond) / millis
  }).pipe(Effect.provide(client))
})

/** The most that it ever was. */
const rssOf = (pid: number): number => {
  const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kib) / 1024
}

const request = (i: number): string =>
  `GET /api/v1/verify?email=ann${i}@acme.test HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

const bench = Effect.gen(function* () {
  const env = yield* startWorld
  const { port, pid } = yield* startService(env)
  const cold = yield* runJob(port, rowsMax)
  const warm = yield* runJob(port, rowsMax)
  const rss = rssOf(pid)
  const quiet = yield* load({ port, clients: fastClients, request })
  const large = yield* Effect.forkChild(runJob(port, rowsMax * 3))
  yield* Effect.sleep("3 seconds")
  const beside = yield* load({ port, clients: fastClients, request })
  yield* Fiber.interrupt(large)
  const alone = yield* verifierAlone(env)
  const inserted = yield* insertAlone
  const what = `${rowsMax.toLocaleString("en")} rows over ${domainsMax.toLocaleString("en")} domains`
  yield* print("jobs", [
    { what: `${what}, fast, cold`, measured: perSecond(cold.rate), target: "≥ 15,000/s" },
    { what: "the same, warm", measured: perSecond(warm.rate) },
    { what: "its upload, answered after", measured: millis(cold.uploadMillis) },
    { what: "memory of the service", measured: `${Math.round(rss)} MiB`, target: "≤ 500 MB" },
    { what: "floor: verifier alone, cold", measured: perSecond(alone) },
    { what: "floor: inserting results alone", measured: perSecond(inserted) },
    {
      what: `GET /verify beside a job, ${fastClients} clients`,
      measured: `${perSecond(beside.perSecond)}, p99 ${millis(beside.p99)}`,
      target: "p99 ≤ 3 × quiet"
    },
    {
      what: `GET /verify, quiet, ${fastClients} clients`,
      measured: `${perSecond(quiet.perSecond)}, p99 ${millis(quiet.p99)}`
    }
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
