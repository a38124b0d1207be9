/** Bulk jobs over HTTP: upload forms, and jobs with results chosen by the test. */
import { randomUUIDv7 } from "node:crypto"
import { readFileSync } from "node:fs"

import { BulkJob, JobResultsPage, UploadPrice } from "@rcpt/api/Jobs"
import * as Chunks from "@rcpt/service/jobs/Chunks"
import { readCsv } from "@rcpt/service/jobs/csv/readCsv"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import * as Uploads from "@rcpt/service/jobs/Uploads"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { Context, Duration, Effect, Layer, Schedule, Schema, Stream } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../support/openAccount.ts"
import type { Opened } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Answer, Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { startNode } from "./jobsWorld.ts"
import type { Node } from "./jobsWorld.ts"

export const path = "/api/v1/verify/bulk"

export interface Part {
  readonly name: string
  readonly filename?: string
  readonly content: string | Uint8Array
}

export const list = (content: string | Uint8Array, filename = "list.csv"): Part => ({
  name: "file",
  filename,
  content
})
export const mode = (content: string): Part => ({ name: "mode", content })

const boundary = "----part-of-a-test"
export const formType = `multipart/form-data; boundary=${boundary}`

export const formOf = (parts: ReadonlyArray<Part>): Buffer => {
  const pieces = parts.flatMap(({ name, filename, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: text/csv`,
    "\r\n\r\n",
    content,
    "\r\n"
  ])
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
}

export interface Sent {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly apiKey?: string
}

/** Sends `body` unchanged. */
export const send = (
  { base, apiKey }: Running,
  body: Uint8Array,
  { query = "", headers = {}, apiKey: other = apiKey }: Sent = {}
): Effect.Effect<Answer, unknown> =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(base + path + query, {
      method: "POST",
      headers: { "x-api-key": other, "content-type": formType, ...headers },
      body: body as Uint8Array<ArrayBuffer>,
      signal
    })
    const text = await response.text()
    const json: unknown = text === "" ? undefined : JSON.parse(text)
    return { status: response.status, headers: response.headers, text, json }
  })

export const upload = (running: Running, parts: ReadonlyArray<Part>, sent?: Sent) =>
  send(running, formOf(parts), sent)

const decodeJob = Schema.decodeUnknownEffect(BulkJob, { onExcessProperty: "error" })
const decodePage = Schema.decodeUnknownEffect(JobResultsPage, { onExcessProperty: "error" })
const decodePrice = Schema.decodeUnknownEffect(UploadPrice, { onExcessProperty: "error" })

export const jobOf = ({ status, text, json }: Answer, expected = 200) =>
  Effect.suspend(() => {
    assert.strictEqual(status, expected, text)
    return decodeJob(json)
  })

export const pageOf = ({ status, text, json }: Answer) =>
  Effect.suspend(() => {
    assert.strictEqual(status, 200, text)
    return decodePage(json)
  })

export const priceOf = ({ status, text, json }: Answer) =>
  Effect.suspend(() => {
    assert.strictEqual(status, 200, text)
    return decodePrice(json)
  })

export const isProblem = ({ status, json }: Answer, expected: number, error: string) =>
  assert.deepStrictEqual({ status, json }, { status: expected, json: { error } })

export interface Place {
  readonly running: Running
  /** A node on the same database that creates and settles jobs, which the service does not run. */
  readonly node: Node
  readonly customer: (credits: number) => Effect.Effect<Opened>
}

export class World extends Context.Service<World, Place>()("test/service/jobsHttp/World") {}

const grant = (account: string, credits: number) =>
  Ledger.Ledger.use(({ submit }) =>
    submit(account, commands.grant({ grantId: randomUUIDv7(), credits, reason: "top-up" }))
  )

/** Every new job has an endless lease, so the service never runs it. */
const leaseForever = SqlClient.SqlClient.use(
  (sql) => sql`alter table job alter column tended_until set default 'infinity'`
)

export const start = (
  env: Readonly<Record<string, string>> = {},
  isNode = false
): Effect.Effect<Place, never, Scope.Scope> =>
  Effect.gen(function* () {
    const running = yield* service.start({
      lab: true,
      isNode,
      credits: 1_000_000,
      env: { RCPT_RATE_LIMIT: "off", ...env }
    })
    const node = yield* startNode(running.databaseUrl!)
    yield* Effect.provide(leaseForever, node)
    return {
      running,
      node,
      customer: (credits: number) =>
        Effect.gen(function* () {
          const opened = yield* openAccount(running.databaseUrl!)
          if (credits > 0) yield* Effect.provide(grant(opened.account, credits), node)
          return opened
        }).pipe(Effect.orDie)
    }
  }).pipe(Effect.orDie)

export const layer = (env?: Readonly<Record<string, string>>) => Layer.effect(World, start(env))

/** Resident memory of the service's process, in bytes. */
export const memoryOf = ({ pid }: Running): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024

/** Rows of uploads without a job. */
const leftBehind = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly rows: number; readonly holds: number }>`
    select (select count(*)::int from job_chunk where job_id not in (select job_id from job))
        + (select count(*)::int from job_search where job_id not in (select job_id from job))
        + (select count(*)::int from job_scraps) as rows,
      (select count(*)::int from es.hold where charged + refunded < credits) as holds`
)

/** Waits until the background erasure is complete. */
export const nothingIsLeft = Effect.gen(function* () {
  const { rows } = (yield* leftBehind)[0]!
  if (rows > 0) yield* Effect.fail(`${rows} rows are left`)
}).pipe(Effect.retry(Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: "20 seconds" }))))

export interface Settling {
  readonly account: string
  readonly csv: string | Uint8Array
  readonly filename?: string
  readonly mode?: "fast" | "deep"
  /** The result of a verified row; `undefined`: it gets none. */
  readonly result: (row: number, email: string) => ResultRow | undefined
}

/** A job with these results. It is complete if each of its rows has one. */
export const settled = ({
  account,
  csv,
  filename = "list.csv",
  mode: jobMode = "fast",
  result
}: Settling) =>
  Effect.gen(function* () {
    const { store } = yield* Uploads.Uploads
    const { submit } = yield* Jobs.Jobs
    const { claimable, claim, finish } = yield* Chunks.Chunks
    const { settle } = yield* Settlements.Settlements
    const stored = yield* store(readCsv(Stream.make(Buffer.from(csv as string))))
    const submitted = yield* submit({ account, filename, mode: jobMode, upload: stored })
    if (submitted.kept === "before") return yield* Effect.die(new Error("there was no key"))
    const { id, chunks } = submitted.job
    for (const chunk of yield* claimable(id, chunks)) {
      const claimed = yield* claim({ job: id, chunk }, Duration.minutes(1))
      const rows = claimed!.rows.flatMap(([row, email]) => {
        const jobRow = result(row, email)
        return jobRow === undefined ? [] : [{ row, result: jobRow }]
      })
      yield* settle({ job: id, rows })
      yield* finish({ job: id, chunk })
    }
    return id
  }).pipe(Effect.orDie)
