/** Leases of processes: renewed, ended by others, and lost. */
import { PgClient } from "@effect/sql-pg"
import { WriteSql } from "@rcpt/service/platform/Database"
import * as NodeLease from "@rcpt/service/platform/NodeLease"
import { Context, Effect, Layer, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import { assert, describe, it } from "../../support/vitest.ts"

/** They log what the tests do to them. */
const quiet = Layer.succeed(References.MinimumLogLevel, "None")

const start = (url: string) =>
  Effect.map(
    Layer.build(
      Layer.fresh(
        NodeLease.layer.pipe(
          Layer.provide(Layer.effect(WriteSql, SqlClient.SqlClient)),
          Layer.provideMerge(PgClient.layer({ url: Redacted.make(url), maxConnections: 2 })),
          Layer.provideMerge(quiet)
        )
      )
    ),
    (context) => ({
      ...Context.get(context, NodeLease.NodeLease),
      sql: Context.get(context, SqlClient.SqlClient)
    })
  )

const clientOf = (url: string) =>
  Effect.map(
    Layer.build(Layer.fresh(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))),
    (context) => Context.get(context, SqlClient.SqlClient)
  )

const until = (isSo: () => boolean) =>
  Effect.sleep("20 millis").pipe(Effect.repeat({ until: isSo }), Effect.timeout("60 seconds"))

const endedOf = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly holder: string }>`${NodeLease.endedHolders(sql)}`, (rows) =>
    rows.map(({ holder }) => holder)
  )

describe("The lease of a process", () => {
  it.live("that is cut off is ended by others, and is held under a new name from then on", () =>
    Effect.gen(function* () {
      const direct = yield* freshDatabase()
      const url = new URL(direct)
      const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
      url.port = String(proxy.port)
      const node = yield* start(url.href)
      const name = node.holder()
      assert.isTrue(node.isHeld())
      yield* proxy.cut
      yield* until(() => !node.isHeld())

      const sql = yield* clientOf(direct)
      assert.deepStrictEqual(yield* endedOf(sql), [])
      yield* sql`update node_lease set is_ended = true where holder = ${name}`
      yield* proxy.mend
      yield* until(node.isHeld)
      assert.notStrictEqual(node.holder(), name)
      assert.deepStrictEqual(yield* endedOf(sql), [name])
    }).pipe(Effect.scoped)
  )

  it.live("of another is ended once it has expired, but not right after an outage", () =>
    Effect.gen(function* () {
      const node = yield* start(yield* freshDatabase())
      const { sql } = node
      yield* sql`
        insert into node_lease (holder, held_until)
        values ('dead', now() - interval '1 second'), ('alive', now() + interval '1 hour')`
      // The node has begun just now, as after an outage: who is alive may not have renewed yet.
      yield* Effect.sleep(NodeLease.renewEvery)
      assert.deepStrictEqual(yield* endedOf(sql), [])
      let ended: ReadonlyArray<string> = []
      yield* Effect.gen(function* () {
        while (ended.length === 0) {
          yield* Effect.sleep("50 millis")
          ended = yield* endedOf(sql)
        }
      }).pipe(Effect.timeout("60 seconds"))
      assert.deepStrictEqual(ended, ["dead"])

      // It has lost its own: others may not have renewed theirs either.
      const name = node.holder()
      yield* sql`
        with late as (
          insert into node_lease (holder, held_until) values ('late', now() - interval '1 second'))
        update node_lease set is_ended = true where holder = ${name}`
      yield* until(() => node.holder() !== name)
      assert.notInclude(yield* endedOf(sql), "late")
    }).pipe(Effect.scoped)
  )

  it.live("ends with the process", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const name = yield* Effect.scoped(Effect.map(start(url), ({ holder }) => holder()))
      const sql = yield* clientOf(url)
      assert.deepStrictEqual(yield* endedOf(sql), [name])
    }).pipe(Effect.scoped)
  )
})
