/**
 * A bulk job from upload to download, in the lab, compared with each of its parts alone; and how it
 * slows down single verifications. `BULK_ROWS=100000` for a short run, and `BULK_ONLY=job` for the
 * jobs alone.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { findRunning } from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Effect, Fiber, Option, Schedule } from "effect"

import * as floors from "../support/bench/bulkFloors.ts"
import { csvOf } from "../support/bench/bulkFloors.ts"
import { load } from "../support/bench/httpLoad.ts"
import { elapsed, millis, perSecond, print } from "../support/bench/measure.ts"
import { difference, postgresCounters } from "../support/bench/postgresCost.ts"
import type { Counters } from "../support/bench/postgresCost.ts"
import { cpuOf } from "../support/bench/processCost.ts"
import { sized } from "../support/bench/smoke.ts"
import { startProgram } from "../support/bench/startProgram.ts"

const program = (path: string) => join(import.meta.dirname, "../..", path)

const rowsMax = Number(process.env["BULK_ROWS"] ?? sized(1_000_000, 2_000))
/** Rows of the smaller jobs and of the verifier alone. */
const rowsOfSample = Math.min(rowsMax, 100_000)
const fastClients = 50
const concurrentJobs = 2
/** Milliseconds until both jobs are well under way. */
const jobsAheadFor = sized(10_000, 100)
const millisPerSecond = 1_000
const mebibyte = 1024 * 1024
const apiKey = generate()

type Env = Readonly<Record<string, string>>

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
    const dataDir = yield* folder
    const running = yield* startProgram([program("packages/cli/src/main.ts"), "start"], {
      ...env,
      RCPT_PORT: "0",
      RCPT_DATA_DIR: dataDir,
      RCPT_OWNER_API_KEY: apiKey,
      RCPT_OWNER_CREDITS: "100000000",
      RCPT_RATE_LIMIT: "off",
      RCPT_LOG: "none"
    })
    const url = Option.getOrThrow(yield* findRunning(dataDir))
    return { ...running, counters: yield* postgresCounters(url) }
  })

interface Service {
  readonly port: number
  readonly pid: number
  readonly counters: Effect.Effect<Counters>
}

interface JobBody {
  readonly id: string
  readonly status: string
  readonly processed_rows: number
  readonly started_at: string
  readonly completed_at: string
}

const fetchJson = (port: number, path: string, init: RequestInit = {}): Effect.Effect<JobBody> =>
  Effect.promise(async () => {
    const headers = { "x-api-key": apiKey }
    const url = `http://127.0.0.1:${port}/api/v1${path}`
    return (await fetch(url, { headers, ...init })).json() as Promise<JobBody>
  })

const upload = (port: number, rows: number) => {
  const body = new FormData()
  body.append("file", new File([csvOf(rows)], "list.csv"))
  return fetchJson(port, "/verify/bulk", { method: "POST", body })
}

/** Rows per second from the first chunk to the last. */
const runJob = (port: number, rows: number) =>
  Effect.gen(function* () {
    const { value, millis: uploadMillis } = yield* elapsed(upload(port, rows))
    const job = yield* fetchJson(port, `/jobs/${value.id}`).pipe(
      Effect.repeat({
        until: ({ status }) => status === "complete",
        schedule: Schedule.spaced("100 millis")
      })
    )
    const duration = Date.parse(job.completed_at) - Date.parse(job.started_at)
    return { id: value.id, uploadMillis, rate: (rows * millisPerSecond) / duration }
  })

/** Statistics of Postgres' sessions are a second old at most; the search index is built meanwhile. */
const settleFor = "2500 millis"

/** A job from upload to search index, with what its rows cost. */
const runMeasured = ({ port, pid, counters }: Service, rows: number) =>
  Effect.gen(function* () {
    const before = { cpu: cpuOf(pid), database: yield* counters }
    const job = yield* runJob(port, rows)
    yield* Effect.sleep(settleFor)
    const cpu = cpuOf(pid)
    const { walBytes } = difference(yield* counters, before.database)
    const perThousand = (seconds: number) => (seconds * millisPerSecond * 1_000) / rows
    const own = perThousand(cpu.own - before.cpu.own)
    const postgres = perThousand(cpu.postgres - before.cpu.postgres)
    const cost =
      `cpu ${millis(own + postgres)} per 1,000 (${own.toFixed(1)} + ${postgres.toFixed(1)}), ` +
      `WAL ${(walBytes / rows).toFixed(0)} B a row`
    return { ...job, measured: `${perSecond(job.rate)}, ${cost}` }
  })

/** Rows per second of the finished job's CSV. */
const download = (port: number, id: string, rows: number) => {
  const url = `http://127.0.0.1:${port}/api/v1/jobs/${id}/download`
  const read = Effect.promise(async () => {
    const response = await fetch(url, { headers: { "x-api-key": apiKey } })
    let octets = 0
    for await (const part of response.body!) octets += part.length
    return octets
  })
  return Effect.map(elapsed(read), ({ value, millis }) => ({
    rate: (rows * millisPerSecond) / millis,
    mebibytes: value / mebibyte
  }))
}

/** Milliseconds for the requests that the dashboard's job page makes before it shows anything. */
const firstView = (port: number, id: string) =>
  Effect.all(
    [
      `/jobs/${id}`,
      `/jobs/${id}/facets`,
      `/jobs/${id}/results?page=1&page_size=50&details=true`
    ].map((path) => fetchJson(port, path)),
    { concurrency: "unbounded" }
  ).pipe(
    elapsed,
    Effect.map(({ millis }) => millis)
  )

/** Peak resident memory in MiB. */
const rssOf = (pid: number): number => {
  const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kib) / 1024
}

const request = (i: number): string =>
  `GET /api/v1/verify?email=ann${i}@acme.test HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

const size = (rows: number) => rows.toLocaleString("en")

/** A list of new domains, then a smaller list twice. */
const jobsAlone = (service: Service) =>
  Effect.gen(function* () {
    const { port, pid } = service
    const cold = yield* runMeasured(service, rowsMax)
    const seen = yield* firstView(port, cold.id)
    const file = yield* download(port, cold.id, rowsMax)
    const rss = rssOf(pid)
    const first = yield* runMeasured(service, rowsOfSample)
    const again = yield* runMeasured(service, rowsOfSample)
    const sample = `${size(rowsOfSample)} rows over ${size(rowsOfSample / 10)}`
    return [
      {
        what: `${size(rowsMax)} rows over ${size(rowsMax / 10)} domains, fast, cold`,
        measured: cold.measured,
        target: "≥ 15,000/s"
      },
      { what: `${sample} of them`, measured: first.measured },
      { what: "the same again", measured: again.measured },
      {
        what: "upload of the large one, until the response",
        measured: millis(cold.uploadMillis),
        target: "≤ 8 s"
      },
      {
        what: "memory of the service until then",
        measured: `${Math.round(rss)} MiB`,
        target: "≤ 500 MB"
      },
      { what: "its page in the dashboard, first view", measured: millis(seen), target: "≤ 500 ms" },
      { what: `its download, ${Math.round(file.mebibytes)} MiB`, measured: perSecond(file.rate) }
    ]
  })

const withConcurrentJobs = (port: number) =>
  Effect.gen(function* () {
    const quiet = yield* load({ port, clients: fastClients, request })
    const jobs = yield* Effect.forEach(Array.from({ length: concurrentJobs }), () =>
      Effect.forkChild(runJob(port, rowsMax))
    )
    yield* Effect.sleep(jobsAheadFor)
    const busy = yield* load({ port, clients: fastClients, request })
    yield* Fiber.interruptAll(jobs)
    return [
      {
        what: `GET /verify during ${concurrentJobs} jobs, ${fastClients} clients`,
        measured: `${perSecond(busy.perSecond)}, p99 ${millis(busy.p99)}`,
        target: "p99 ≤ 3 × without jobs"
      },
      {
        what: `GET /verify without jobs, ${fastClients} clients`,
        measured: `${perSecond(quiet.perSecond)}, p99 ${millis(quiet.p99)}`
      }
    ]
  })

const bench = Effect.gen(function* () {
  const env = yield* startWorld
  const service = yield* startService(env)
  const alone = yield* jobsAlone(service)
  if (process.env["BULK_ONLY"] === "job") return yield* print("bulk", alone)
  const { port } = service
  const concurrent = yield* withConcurrentJobs(port)
  const verified = yield* floors.verifierAlone(env["RCPT_DNS_SERVERS"] ?? "", rowsOfSample)
  const inserted = yield* floors.insertAlone(rowsOfSample)
  const parsed = yield* floors.parseAlone(rowsMax)
  yield* print("bulk", [
    ...alone,
    { what: "floor: verifier alone, cold", measured: perSecond(verified) },
    { what: "floor: inserting results alone", measured: perSecond(inserted) },
    { what: "floor: csv-parse alone", measured: perSecond(parsed) },
    ...concurrent
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
