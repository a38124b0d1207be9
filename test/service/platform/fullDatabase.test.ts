/** A Postgres whose other connections are all taken: what a node has open goes on serving. */
import { PgConnection } from "@effect/sql-pg"
import * as Database from "@rcpt/service/platform/Database"
import { patience } from "@rcpt/service/platform/lateRefusal"
import { Clock, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { query } from "../../start/world.ts"
import * as plainPostgres from "../../support/plainPostgres.ts"
import * as service from "../../support/service.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import { assert, describe, it } from "../../support/vitest.ts"

/** Opens connections until the server has none left, and keeps them until the scope closes. */
const takeAll = (url: string) =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.repeat({ times: 1_000 }),
    Effect.flip,
    Effect.tap(({ reason }) =>
      Effect.sync(() => assert.match(String(reason.cause), /connection|clients/))
    )
  )

const openOf = (superuserUrl: string, name: string) =>
  Effect.map(
    query(superuserUrl, `select pid from pg_stat_activity where application_name = '${name}'`),
    (rows) => rows.map(({ pid }) => Number(pid))
  )

describe("A Postgres without a free connection", () => {
  it.live(
    "is no reason to refuse a check, for a minute's quiet before it neither",
    () =>
      Effect.gen(function* () {
        const postgres = yield* plainPostgres.create()
        const running = yield* service.start({
          lab: true,
          credits: 10_000,
          databaseUrl: postgres.url,
          env: { RCPT_RATE_LIMIT: "off" }
        })
        assert.isAtLeast((yield* openOf(postgres.superuserUrl, "rcpt write")).length, 5)
        yield* takeAll(postgres.url)
        const checks = Array.from({ length: 400 }, (_, index) =>
          running.get(`/api/v1/verify?email=user${index}@acme.test`)
        )
        const answers = yield* Effect.all(checks, { concurrency: 40 })
        const statuses = answers.map(({ status }) => status)
        assert.deepStrictEqual([...new Set(statuses)], [200])
        const account = yield* running.get("/api/v1/account")
        assert.strictEqual(account.status, 200)
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.live(
    "lets a request wait for a connection that is open, although others were lost meanwhile",
    () =>
      Effect.gen(function* () {
        const postgres = yield* plainPostgres.create()
        const layer = Layer.fresh(Database.layer(Redacted.make(postgres.url)))
        yield* Effect.gen(function* () {
          const write = yield* Database.WriteSql
          const read = yield* SqlClient.SqlClient
          yield* takeAll(postgres.url)
          const [kept, ...lost] = yield* openOf(postgres.superuserUrl, "rcpt write")
          assert.isAtLeast(lost.length, 4)
          assert.isDefined(kept)
          yield* query(
            postgres.superuserUrl,
            `select pg_terminate_backend(pid) from unnest('{${lost.join(",")}}'::int[]) as pid`
          )
          yield* Effect.forkScoped(Effect.forever(Effect.ignore(takeAll(postgres.url))))
          yield* takeAll(postgres.url)
          // Each holds its connection for a while, so that some always wait, also when an attempt to open one fails.
          const order = write.withTransaction(write`select pg_sleep(0.05)`)
          const startedAt = yield* Clock.currentTimeMillis
          yield* Effect.all(
            Array.from({ length: 100 }, () => order),
            { concurrency: 10 }
          )
          yield* Effect.all(
            Array.from({ length: 60 }, () => read`select 1`),
            { concurrency: 60 }
          )
          assert.isBelow((yield* Clock.currentTimeMillis) - startedAt, 10 * patience)
        }).pipe(Effect.scoped, Effect.provide(layer))
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.live(
    "has all that a node keeps open, soon after Postgres is back and before anybody asks",
    () =>
      Effect.gen(function* () {
        const postgres = yield* plainPostgres.create()
        const url = new URL(postgres.url)
        const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
        url.port = String(proxy.port)
        const counts = Effect.all(
          ["rcpt read", "rcpt write"].map((name) => openOf(postgres.superuserUrl, name))
        ).pipe(Effect.map((pools) => pools.map((pids) => pids.length)))
        yield* Effect.gen(function* () {
          yield* proxy.cut
          yield* Effect.repeat(counts, { until: ([read, write]) => read === 0 && write === 0 })
          // Several attempts of each pool fail.
          yield* Effect.sleep("300 millis")
          yield* proxy.mend
          yield* Effect.repeat(counts, {
            until: ([read, write]) => read === 2 && write === 5,
            schedule: Schedule.spaced("20 millis")
          }).pipe(Effect.timeout("20 seconds"))
        }).pipe(Effect.provide(Layer.fresh(Database.layer(Redacted.make(url.href)))))
      }).pipe(Effect.scoped)
  )

  it.live("refuses whoever got none, with the words of Postgres and in bounded time", () =>
    Effect.gen(function* () {
      const postgres = yield* plainPostgres.create()
      yield* Effect.provide(Effect.void, Layer.fresh(Database.layer(Redacted.make(postgres.url))))
      yield* takeAll(postgres.url)
      const startedAt = yield* Clock.currentTimeMillis
      const options = Database.connect(Redacted.make(postgres.url), "write")
      const { reason } = yield* Effect.flip(Effect.scoped(PgConnection.make(options)))
      const took = (yield* Clock.currentTimeMillis) - startedAt
      assert.match(String(reason.cause), /connection|clients/)
      assert.isAtLeast(took, patience)
      assert.isBelow(took, 5 * patience)
    }).pipe(Effect.scoped)
  )
})
