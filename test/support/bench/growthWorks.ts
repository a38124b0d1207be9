/** What is measured of a store that has grown, beside requests: sealing, lists, the audit. */
import { spawn } from "node:child_process"
import { join } from "node:path"

import { PgConnection } from "@effect/sql-pg"
import { entriesTable } from "@rcpt/service/views/ledger/entryRows"
import { Effect, Redacted, Schedule } from "effect"

import runtime from "../../../packages/cli/bin/runtime.json" with { type: "json" }
import type { startService } from "./httpCost.ts"
import { elapsed } from "./measure.ts"
import { cpuOf } from "./processCost.ts"
import { sized } from "./smoke.ts"

export type Service = Effect.Success<ReturnType<typeof startService>>

const connect = (service: Service) =>
  PgConnection.make({ url: Redacted.make(service.superuserUrl) }).pipe(
    Effect.tap((connection) => connection.query("set statement_timeout = 0"))
  )

export const sealedCount = sized(5_000, 200)

/** Milliseconds of one round, which is rolled back. Its commits have no events. */
export const sealing = (service: Service): Effect.Effect<number> =>
  Effect.gen(function* () {
    const connection = yield* connect(service)
    yield* connection.query("begin")
    yield* connection.query(`insert into es.commit (at, events, leaf)
      select now(), 1, sha256('') from generate_series(1, ${sealedCount})`)
    const round = connection.query(
      `select (es.seal(${sealedCount}, 100000) ->> 'sealed')::int as sealed`
    )
    const { value, millis } = yield* elapsed(round)
    yield* connection.query("rollback")
    const { sealed } = Object(value.rows[0])
    if (sealed !== sealedCount) throw new Error(`${sealed} commits were sealed, by whom else?`)
    return millis
  }).pipe(Effect.scoped, Effect.orDie)

export interface EntryIds {
  readonly first: string
  readonly last: string
}

/** A page further than the first and behind the last entry of the account that asks. */
export const entryIds = (service: Service): Effect.Effect<EntryIds> =>
  Effect.gen(function* () {
    const connection = yield* connect(service)
    const at = (order: string) =>
      connection.query(`select commit_id || '-' || idx as id from ${entriesTable} every
        where generation = (select generation from es.projection where name = 'ledger' and live)
          and account_id = (select account_id from account where owner) and type = 'charge'
        order by seq ${order}, idx ${order} limit 1 offset 100`)
    const [first, last] = [yield* at("asc"), yield* at("desc")]
    return { first: Object(first.rows[0]).id, last: Object(last.rows[0]).id }
  }).pipe(Effect.scoped, Effect.orDie)

export const rowsOfList = sized(20_000, 200)

interface Job {
  readonly id: string
  readonly status: string
}

/** Submits a list and waits for its end: processor time of a row in milliseconds, and the job. */
export const runList = (service: Service, apiKey: string) =>
  Effect.gen(function* () {
    const ask = (path: string, init: RequestInit = {}) =>
      Effect.promise(async () => {
        const url = `http://127.0.0.1:${service.port}/api/v1${path}`
        const response = await fetch(url, { headers: { "x-api-key": apiKey }, ...init })
        return (await response.json()) as Job
      })
    const emails = Array.from({ length: rowsOfList }, (_, n) => `user${n}@acme.test`)
    const body = new FormData()
    body.append("file", new File([["email", ...emails].join("\n")], "list.csv"))
    const before = cpuOf(service.pid)
    const { id } = yield* ask("/verify/bulk", { method: "POST", body })
    yield* Effect.repeat(ask(`/jobs/${id}`), {
      until: ({ status }) => status === "complete",
      schedule: Schedule.spaced("100 millis")
    })
    const after = cpuOf(service.pid)
    const perRow = (of: "own" | "postgres") => ((after[of] - before[of]) * 1_000) / rowsOfList
    return { id, own: perRow("own"), postgres: perRow("postgres") }
  })

interface Findings {
  readonly findings: ReadonlyArray<{
    readonly id: string
    readonly examined?: number
    readonly broken?: object
  }>
}

const program = join(import.meta.dirname, "../../../packages/cli/src/main.ts")

const output = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  Effect.callback<string>((resume) => {
    const flags = [...runtime.flags, ...runtime.logReaderFlags]
    const child = spawn(process.execPath, [...flags, program, ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let text = ""
    child.stdout.setEncoding("utf8").on("data", (more) => (text += more))
    child.once("close", () => resume(Effect.succeed(text)))
    return Effect.sync(() => child.kill())
  })

/** Work, with its time and what it costs this process and all that it has started, services and their Postgres among them. */
export const costly = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = cpuOf(process.pid)
    const { value, millis } = yield* elapsed(work)
    const after = cpuOf(process.pid)
    const own = after.own - before.own
    const postgres = after.postgres - before.postgres
    return { value, millis, own, postgres }
  })

/** `rcpt ledger verify`, also beside a running service: events of its chains, time and seconds of processor, what it found. */
export const verifyLedger = (dataDir: string) =>
  Effect.gen(function* () {
    const { value, ...cost } = yield* costly(
      output(["ledger", "verify", "--json"], { RCPT_DATA_DIR: dataDir })
    )
    const { findings } = JSON.parse(value) as Findings
    const events = findings.find(({ id }) => id === "chain")?.examined ?? 0
    const broken = findings.filter((finding) => finding.broken !== undefined).map(({ id }) => id)
    return { events, broken, ...cost }
  })
