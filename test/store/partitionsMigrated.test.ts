import { assert, it } from "@effect/vitest"
import { audit, inSnapshot } from "@rcpt/store/audit"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate, migrateUpTo } from "@rcpt/store/migrate"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { emptySqlLayer } from "../support/storeDatabase.ts"
import { postOne, wholeLog } from "./appends.ts"

/** The files of tables and of their indexes: a table that is written anew gets another. */
const filesOf = (suffix: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly file: string }>`
      select pg_relation_filepath(oid) as file from pg_class where oid in (
        select unnest(array[indrelid, indexrelid]) from pg_index join pg_class c on c.oid = indrelid
        where relnamespace = 'es'::regnamespace
          and relname in (${"commit" + suffix}, ${"event" + suffix}, ${"transfer" + suffix}))
      order by 1`
  ).pipe(Effect.map((rows) => rows.map(({ file }) => file)))

const post = (stream: string, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => postOne(stream), { discard: true })

const store = EventStorePg.layer.pipe(Layer.provideMerge(Hints.layerLocal))

it.live("The log of an older release becomes the first partition, in its own files", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateUpTo(8)
    // The store keeps statements that it has prepared on the tables before.
    yield* Effect.gen(function* () {
      yield* post("a", 20)
      const before = yield* wholeLog()
      yield* sql`select setval('es.commit_commit_id_seq', 70000000)`
      yield* sql`update es.head set max_seen = 70000000`
      yield* post("a", 1)
      const files = yield* filesOf("")
      assert.lengthOf(files, 3 + 4)
      yield* migrateUpTo(9)
      assert.deepStrictEqual(yield* filesOf("_0"), files)
      yield* migrate
      yield* post("a", 2)
      const log = yield* wholeLog()
      assert.deepStrictEqual(log.slice(0, 20), before)
      assert.deepStrictEqual(
        log.slice(20).map(({ commitId }) => commitId),
        [70_000_001, 70_000_002, 70_000_003]
      )
      const findings = yield* inSnapshot(audit)
      assert.deepStrictEqual(
        findings.filter(({ broken }) => broken !== undefined),
        []
      )
      const [bounds] = yield* sql`
        select pg_get_expr(relpartbound, oid) as first,
          (select count(*)::int4 from pg_inherits where inhparent = 'es.commit'::regclass) as all
        from pg_class where oid = 'es.commit_0'::regclass`
      assert.deepStrictEqual(bounds, {
        first: "FOR VALUES FROM (MINVALUE) TO ('100000000')",
        all: 2
      })
    }).pipe(Effect.provide(store))
  }).pipe(Effect.provide(emptySqlLayer))
)
