/** Nodes that work on bulk jobs on one database, each with its own pools like a process. */
import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import type { Status } from "@rcpt/domain/Verdict"
import * as Accounts from "@rcpt/service/accounts/Accounts"
import * as Chunks from "@rcpt/service/jobs/Chunks"
import type { CsvPart } from "@rcpt/service/jobs/csv/CsvPart"
import { readCsv } from "@rcpt/service/jobs/csv/readCsv"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import * as Uploads from "@rcpt/service/jobs/Uploads"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { WriteSql } from "@rcpt/service/platform/Database"
import { migrate } from "@rcpt/service/platform/migrate"
import * as ProbeQueue from "@rcpt/service/probing/queue/ProbeQueue"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Duration, Effect, Layer, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { retries } from "../probing/queue/probeWorld.ts"

const services = Layer.mergeAll(
  Accounts.layer,
  Chunks.layer,
  Jobs.layer,
  Ledger.layer,
  Settlements.layer
).pipe(Layer.provideMerge(Uploads.layer), Layer.provideMerge(ProbeQueue.layer(retries)))

/** With the pool settings of the service, so that a deadlock or a slow plan shows. */
export const nodeLayer = (url: string) => {
  const client = (maxConnections: number) =>
    PgClient.layer({
      url: Redacted.make(url),
      maxConnections,
      startupParameters: {
        statement_timeout: "2000",
        lock_timeout: "1500",
        enable_seqscan: "off"
      }
    })
  const write = Layer.effect(WriteSql, SqlClient.SqlClient).pipe(
    Layer.provide(Layer.fresh(client(7)))
  )
  return services.pipe(
    Layer.provideMerge(
      EventStorePg.layer.pipe(Layer.provide(Layer.effect(SqlClient.SqlClient, WriteSql)))
    ),
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(Layer.merge(write, client(4)))
  )
}

export const startNode = (url: string) => Layer.build(Layer.fresh(nodeLayer(url)))

export type Node = Effect.Success<ReturnType<typeof startNode>>

/** The URL of a new database with the tables. */
export const database = Effect.gen(function* () {
  const url = yield* freshDatabase()
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
  yield* Effect.andThen(migrateStore, migrate).pipe(Effect.provide(Layer.fresh(client)))
  return url
})

/** An account with credits. */
export const customer = (credits: number) =>
  Effect.gen(function* () {
    const { open } = yield* Accounts.Accounts
    const { submit } = yield* Ledger.Ledger
    const email = `${randomUUIDv7()}@customer.test`
    const account = yield* open({ email, passwordHash: "-", owner: false })
    if (credits > 0)
      yield* submit(account, commands.grant({ grantId: randomUUIDv7(), credits, reason: "top-up" }))
    return account
  })

export const balanceOf = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly available: bigint }>`
      select available from es.account where account_id = ${account}`
  ).pipe(Effect.map(([row]) => Number(row?.available ?? 0)))

export const csvOf = (emails: Iterable<string>): Stream.Stream<CsvPart, unknown> =>
  readCsv(
    Stream.fromIterable(emails).pipe(
      Stream.map((email) => `${email}\n`),
      Stream.grouped(500),
      Stream.map((lines) => new TextEncoder().encode(lines.join(""))),
      (lines) => Stream.concat(Stream.make(new TextEncoder().encode("email\n")), lines)
    )
  )

export interface JobOf {
  readonly account: string
  readonly emails: Iterable<string>
  readonly mode?: "fast" | "deep"
}

export const submitted = ({ account, emails, mode = "fast" }: JobOf) =>
  Effect.gen(function* () {
    const { store } = yield* Uploads.Uploads
    const { submit } = yield* Jobs.Jobs
    const upload = yield* store(csvOf(emails))
    const result = yield* submit({ account, filename: "list.csv", mode, upload })
    if (result.kept === "before") return yield* Effect.die(new Error("there was no key"))
    return result.job
  })

const statuses = ["valid", "risky", "invalid", "unknown"] as const satisfies ReadonlyArray<Status>

/** The result of row `row`: every status and every price occurs. */
export const resultOf = (row: number, mode: "fast" | "deep" = "fast"): ResultRow => {
  const status = statuses[row % statuses.length]!
  const price = mode === "deep" && row % 3 === 0 ? 5 : 1
  return {
    status,
    score: 80,
    normalizedEmail: `user${row}@acme.test`,
    has_mx: true,
    ...(status === "unknown" && { subStatus: "dns_error" }),
    creditsUsed: status === "unknown" ? 0 : price,
    checkedAt: "2026-11-21T00:00:00.000Z"
  }
}

export const rowsFrom = (rows: Iterable<number>, mode?: "fast" | "deep") =>
  Array.from(rows, (row) => ({ row, result: resultOf(row, mode) }))

export const emailsTo = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, row) => `user${row}@acme.test`)

/** Works on every chunk like ChunkWork, until none is claimable. */
export const workAll = (job: string, mode: "fast" | "deep" = "fast") =>
  Effect.gen(function* () {
    const { claimable, claim, finish, pass } = yield* Chunks.Chunks
    const { settle } = yield* Settlements.Settlements
    while (true) {
      const [chunk] = yield* claimable(job, 1)
      if (chunk === undefined) return
      const claimed = yield* claim({ job, chunk }, Duration.minutes(1))
      if (claimed === undefined) return
      yield* settle({
        job,
        rows: rowsFrom(
          claimed.rows.map(([row]) => row),
          mode
        )
      })
      if (!(yield* finish({ job, chunk }))) yield* pass(claimed)
    }
  })

/** Runs a test on its own node and database. */
export const world = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const node = yield* startNode(yield* database)
    return yield* Effect.provide(test, node)
  }).pipe(Effect.scoped)

/** The number of rows in each table, of one job or of all. */
export const stored = (job?: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const count = (table: string) =>
      sql<{ readonly count: number }>`
        select count(*)::int as count from ${sql(table)}
        where ${job ?? null}::uuid is null or job_id = ${job ?? null}::uuid`.pipe(
        Effect.map(([row]) => row!.count)
      )
    return yield* Effect.all({
      jobs: count("job"),
      chunks: count("job_chunk"),
      repeats: count("job_repeat"),
      results: count("job_result"),
      search: count("job_search"),
      erasures: count("job_scraps"),
      waiting: count("probe_queue")
    })
  })

export const nothingStored = {
  jobs: 0,
  chunks: 0,
  repeats: 0,
  results: 0,
  search: 0,
  erasures: 0,
  waiting: 0
}

/** Waits until the counts are as expected: rows are erased in the background. */
export const untilStored = (expected: Partial<typeof nothingStored>, job?: string) =>
  Effect.repeat(Effect.delay(stored(job), "20 millis"), {
    until: (counts) => Object.entries(expected).every(([key, n]) => counts[key as never] === n)
  }).pipe(Effect.timeout("30 seconds"))
