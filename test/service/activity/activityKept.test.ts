/** How activity is written, and how it goes: in groups, for some days, and never at the cost of a check. */
import { PgClient } from "@effect/sql-pg"
import * as Activity from "@rcpt/service/activity/Activity"
import type { ActivityEntry } from "@rcpt/service/activity/activityRows"
import { deleteActivity } from "@rcpt/service/activity/sweepActivity"
import { Config } from "@rcpt/service/platform/Config"
import { WriteSql } from "@rcpt/service/platform/Database"
import { metricTable } from "@rcpt/service/platform/metrics/metricTable"
import * as Secrets from "@rcpt/service/platform/Secrets"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { lockRows } from "../../support/lockRows.ts"
import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { sqlOf } from "../accounts/keysWorld.ts"
import { scrapeUntil } from "../platform/metrics/metricsWorld.ts"
import type { Metrics } from "../platform/metrics/metricsWorld.ts"
import { age, countIn, rows, sent, sqlIn, verifyPath } from "./activityWorld.ts"

const metrics = { RCPT_METRICS_PORT: "0", RCPT_RATE_LIMIT: "off" }

const counted = (outcome: string) =>
  metricTable.activityRows
    .samples()
    .find(({ labels }) => labels.some(([, value]) => value === outcome))!.value

const droppedIn = (found: Metrics): number =>
  found
    .get("rcpt_activity_rows_total")!
    .series.find(({ labels }) => labels["outcome"] === "not_written")!.value

const entryOf = (accountId: string, at: number): ActivityEntry => ({
  caller: { accountId, addressKey: Buffer.alloc(32, 1), authMode: "jwt" },
  method: "GET",
  route: "/api/v1/verify",
  url: `/api/v1/verify?email=a${at}@acme.test`,
  endedAt: Date.now(),
  millis: 1,
  requestId: undefined,
  httpStatus: 402,
  code: "insufficient_credits",
  noted: []
})

class Url extends Context.Service<Url, string>()("test/service/activity/Url") {}

const config = { activityDays: 30 } as unknown as Config["Service"]

const database = Layer.unwrap(
  Effect.map(freshDatabase(), (url) =>
    Layer.effect(WriteSql, SqlClient.SqlClient).pipe(
      Layer.provideMerge(PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })),
      Layer.provideMerge(Layer.succeed(Url, url))
    )
  )
)

describe("Activity", () => {
  it.live("is written in groups, and what is too much at once is dropped and counted", () =>
    Effect.gen(function* () {
      const { account } = yield* openAccount(yield* Url)
      const { note, flush } = yield* Activity.Activity
      const before = [counted("written"), counted("too_many")]
      for (let at = 0; at < Activity.waitingMax + 7; at++) note(entryOf(account, at))
      yield* flush
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly rows: number; readonly groups: number }>`
        select count(*)::int as rows, count(distinct xmin::text)::int as groups from activity`
      assert.strictEqual(row!.rows, Activity.waitingMax)
      assert.isBelow(row!.groups, 25)
      assert.deepStrictEqual(
        [counted("written") - before[0]!, counted("too_many") - before[1]!],
        [Activity.waitingMax, 7]
      )
    }).pipe(
      Effect.provide(Activity.layer),
      Effect.provide(Secrets.layer),
      Effect.provideService(Config, config),
      Effect.provide(database)
    )
  )

  it.live("delays no check while its table is locked or gone; it is dropped and counted", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, env: metrics })
      const check = Effect.gen(function* () {
        const begun = Date.now()
        const answer = yield* running.get(verifyPath("ann@acme.test"))
        assert.strictEqual(answer.status, 200)
        return Date.now() - begun
      })
      const untilDropped = (least: number) =>
        Effect.andThen(
          check,
          scrapeUntil(running, (found) => droppedIn(found) >= least)
        )
      yield* sent(running, verifyPath("ann@acme.test"))
      yield* Effect.gen(function* () {
        const release = yield* lockRows(
          SqlClient.SqlClient.use((sql) => sql`lock table activity in access exclusive mode`)
        )
        assert.isBelow(yield* check, 1_000)
        yield* untilDropped(1)
        yield* release
      }).pipe(Effect.scoped, Effect.provide(sqlOf(running)))
      yield* sent(running, verifyPath("bob@acme.test"))
      yield* sqlIn(running, (sql) => sql`alter table activity rename to elsewhere`)
      yield* untilDropped(2)
      const account = yield* running.get("/api/v1/account")
      assert.isAtMost(Object(account.json).credits, 1_000 - 5)
    }).pipe(Effect.scoped)
  )

  it.live("is kept for its days, and with 0 nothing is written and what is left goes", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const options = { lab: true, databaseUrl: url }
      yield* Effect.gen(function* () {
        const running = yield* service.start(options)
        yield* sent(running, verifyPath("ann@acme.test"))
        yield* age(running, 29)
        const { row } = yield* sent(running, verifyPath("bob@acme.test"))
        const sweep = (days: number) =>
          deleteActivity(Date.now() - days * 86_400_000).pipe(
            Effect.provide(Layer.effect(WriteSql, SqlClient.SqlClient)),
            Effect.provide(sqlOf(running)),
            Effect.orDie
          )
        assert.strictEqual(yield* sweep(30), 0)
        assert.isAtLeast(yield* sweep(28), 3)
        assert.strictEqual(yield* countIn(running, "activity_hour"), 1)
        assert.include(
          (yield* rows(running, "?what=check")).map(({ id }) => id),
          row.id
        )
        assert.lengthOf(yield* rows(running, "?email=ann@acme.test"), 0)
        assert.isAtLeast(yield* countIn(running, "activity_answers"), 1)
      }).pipe(Effect.scoped)
      const { apiKey } = yield* openAccount(url)
      const running = yield* service.start({
        ...options,
        apiKey,
        env: { RCPT_ACTIVITY_DAYS: "0" }
      })
      const answer = yield* running.get(verifyPath("valid@sandbox.rcpt.test"), { apiKey })
      assert.strictEqual(answer.status, 200, answer.text)
      yield* Effect.sleep("2 seconds")
      assert.deepStrictEqual(yield* rows(running, "", { apiKey }), [])
      for (const table of ["activity", "activity_answers", "activity_hour"] as const)
        assert.strictEqual(yield* countIn(running, table), 0, table)
    }).pipe(Effect.scoped)
  )
})
