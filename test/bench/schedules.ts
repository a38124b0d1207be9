/**
 * A schedule whose source and sink are a table of another Postgres, in the lab: a first run over all contacts, a second over
 * the unchanged table, and a third once some have another address. `SCHEDULE_ROWS=50000` for a short run.
 * `SCHEDULE_POSTGRES`: the URL of a Postgres for the table, by a role that may make it. Default: one of its own.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgConnection } from "@effect/sql-pg"
import type { RunState } from "@rcpt/domain/Schedule"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { findRunning } from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Effect, Option, Redacted, Schedule } from "effect"

import { durableDatabase } from "../support/bench/durableDatabase.ts"
import { middle, print } from "../support/bench/measure.ts"
import type { Row } from "../support/bench/measure.ts"
import { sized } from "../support/bench/smoke.ts"
import { startProgram } from "../support/bench/startProgram.ts"
import { letManage } from "../support/letManage.ts"
import { tempFolder } from "../support/tempFolder.ts"

const program = (path: string) => join(import.meta.dirname, "../..", path)

const rowCount = Number(process.env["SCHEDULE_ROWS"] ?? sized(1_000_000, 2_000))

/** A list of many addresses has few providers. */
const domainCount = 300

/** Of a hundred contacts, so many have another address in the third run. */
const percentChanged = 1

const apiKey = generate()

const table = "rcpt_bench_people"

const statements = [
  `drop table if exists ${table}`,
  `create table ${table} (id bigint primary key, email text not null, mail_status text, checked_at timestamptz)`,
  `insert into ${table} select n,
    'c' || n || '@d' || lpad((n % ${domainCount})::text, 5, '0') || 'quick.test'
    from generate_series(1, ${rowCount}) n`,
  `analyze ${table}`
]

const query = (url: string, sql: string) =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) => connection.query(sql, [], false)),
    Effect.scoped,
    Effect.orDie
  )

const startService = Effect.gen(function* () {
  const file = join(yield* tempFolder(), "env.json")
  yield* startProgram([program("test/support/bench/manyDomains.ts"), file])
  const dataDir = yield* tempFolder()
  const running = yield* startProgram([program("packages/cli/src/main.ts"), "start"], {
    ...(JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>),
    RCPT_PORT: "0",
    RCPT_DATA_DIR: dataDir,
    RCPT_OWNER_API_KEY: apiKey,
    RCPT_OWNER_CREDITS: "100000000",
    RCPT_RATE_LIMIT: "off",
    RCPT_SOURCES_PRIVATE: "127.0.0.0/8",
    RCPT_LOG: "warn"
  })
  const url = Option.getOrThrow(yield* findRunning(dataDir))
  yield* letManage({ RCPT_DATABASE_URL: url }, apiKey)
  return running
})

type Service = Effect.Success<typeof startService>

interface Run {
  readonly state: RunState
  readonly began_at: string
  readonly ended_at: string | null
  readonly contacts: number
  readonly checked: number
  readonly credits: number
  readonly reason: string | null
}

const ask = (port: number, method: string, path: string, body?: object) =>
  Effect.promise(async (): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/schedules${path}`, {
      method,
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    // On a busy machine, a page may not be there within its time.
    if (!response.ok && response.status !== 503)
      throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return response.ok ? JSON.parse(text) : undefined
  }).pipe(
    Effect.repeat({
      until: (answer) => answer !== undefined,
      schedule: Schedule.spaced("1 second")
    })
  )

const create = (port: number, url: string) =>
  ask(port, "POST", "", {
    name: "Bench",
    source: { kind: "postgres", secret: url, query: `select email, id from ${table}` },
    sink: {
      kind: "postgres",
      secret: url,
      statement: `update ${table} set mail_status = :status, checked_at = :checked_at where id = :key`
    },
    every: "30d",
    max_age: "30d"
  }).pipe(Effect.map((made) => String(Object(made).id)))

/** Resident memory in MiB, and the most that it ever was. */
const memoryOf = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const mib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
  return { now: mib("VmRSS"), most: mib("VmHWM") }
}

interface Sample {
  readonly state: RunState
  readonly mib: number
}

/** Looks once a second until a run has ended. */
const follow = ({ port, pid }: Service, schedule: string, count: number) =>
  Effect.gen(function* () {
    const samples: Array<Sample> = []
    const { runs } = yield* ask(port, "GET", `/${schedule}/runs`).pipe(
      Effect.map((page) => page as { readonly runs: ReadonlyArray<Run> }),
      Effect.tap(({ runs: [newest] }) =>
        Effect.sync(() => {
          if (newest) samples.push({ state: newest.state, mib: memoryOf(pid).now })
        })
      ),
      Effect.repeat({
        until: ({ runs }) => runs.filter(({ ended_at: at }) => at !== null).length >= count,
        schedule: Schedule.spaced("1 second")
      })
    )
    return { run: runs[0]!, samples }
  })

type Followed = Effect.Success<ReturnType<typeof follow>>

/** Memory is flat if the first third of a phase has as much as the last. */
const phase = (
  samples: ReadonlyArray<Sample>,
  state: RunState,
  what: string
): ReadonlyArray<Row> => {
  const of = samples.filter((sample) => sample.state === state).map(({ mib }) => mib)
  if (of.length === 0) return []
  const third = Math.ceil(of.length / 3)
  const [first, last] = [of.slice(0, third), of.slice(-third)].map((some) =>
    middle(some).toFixed(0)
  )
  return [
    {
      what,
      measured: `${of.length} s, memory ${first} MiB in its first third, ${last} in its last`
    }
  ]
}

const rowsOf = (name: string, { run, samples }: Followed, target?: string): ReadonlyArray<Row> => {
  const seconds = (Date.parse(run.ended_at!) - Date.parse(run.began_at)) / 1_000
  const { state, contacts, checked, credits, reason } = run
  const n = (value: number) => value.toLocaleString("en")
  const measured = `${seconds.toFixed(1)} s: ${state}, ${n(contacts)} contacts, ${n(checked ?? 0)} checked, ${n(credits)} credits`
  return [
    {
      what: name,
      measured: reason === null ? measured : `${measured}; ${reason}`,
      ...(target && { target })
    },
    ...phase(samples, "waiting", "  reads"),
    ...phase(samples, "checking", "  checks, and takes the results"),
    ...phase(samples, "writing", "  writes")
  ]
}

const bench = Effect.gen(function* () {
  const url = process.env["SCHEDULE_POSTGRES"] ?? (yield* durableDatabase)
  yield* Effect.addFinalizer(() => query(url, statements[0]!))
  for (const statement of statements) yield* query(url, statement)
  const service = yield* startService
  const { port, pid } = service
  const schedule = yield* create(port, url)
  const first = yield* follow(service, schedule, 1)
  const again = Effect.fnUntraced(function* (count: number) {
    yield* ask(port, "POST", `/${schedule}/run`)
    return yield* follow(service, schedule, count)
  })
  const second = yield* again(2)
  yield* query(url, `update ${table} set email = 'new' || email where id % 100 < ${percentChanged}`)
  const third = yield* again(3)
  const { rows: written } = yield* query(
    url,
    `select count(*)::int as count from ${table} where mail_status is not null`
  )
  yield* print(`schedules: ${rowCount.toLocaleString("en")} rows from and to Postgres`, [
    ...rowsOf("first run", first),
    ...rowsOf("second run", second, "≤ 5 % of the credits, read in ≤ 120 s"),
    ...rowsOf("third run, 1 % of the addresses changed", third),
    { what: "rows written", measured: String(Object(written[0]).count) },
    { what: "memory of the service at most", measured: `${memoryOf(pid).most.toFixed(0)} MiB` }
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
