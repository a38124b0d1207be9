/** A Postgres of an account as source and sink: what is read and written there, what is refused, and what is a failure. */
import type { Change } from "@rcpt/service/schedules/adapters/Adapter"
import { numberParameters } from "@rcpt/service/schedules/adapters/postgres/numberParameters"
import { postgresSink } from "@rcpt/service/schedules/adapters/postgres/postgresSink"
import {
  columnsAmong,
  postgresSource
} from "@rcpt/service/schedules/adapters/postgres/postgresSource"
import { Effect, Stream } from "effect"
import { inject } from "vitest"

import { asSuperuser, emptyDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { change, query, run, worldOn } from "./adapterWorld.ts"

const account = "acc_1"

const sourceOf = (secret: string, sql: string) =>
  Effect.map(postgresSource, (source) => source.open({ account, settings: { query: sql }, secret }))

const readAll = (secret: string, sql: string) =>
  sourceOf(secret, sql).pipe(
    Effect.flatMap((source) => source.read(null)),
    Effect.flatMap((read) =>
      read.isUnchanged ? Effect.die("unchanged") : Stream.runCollect(read.contacts)
    ),
    Effect.map((parts) => parts.flat()),
    Effect.scoped
  )

const sinkOf = (secret: string, statement: string) =>
  Effect.map(postgresSink, (sink) => sink.open({ account, settings: { statement }, secret }))

const people = `create table people as
  select n::bigint as id, nullif('c' || n || '@acme.test', 'c4501@acme.test') as email,
    null::text as status, null::timestamptz as checked_at
  from generate_series(1, 4501) n`

/** A database of the account, with a table, and rcpt's own. */
const world = Effect.gen(function* () {
  const [own, theirs] = [yield* emptyDatabase(), yield* emptyDatabase()]
  yield* query(theirs, people)
  return { own, theirs }
})

describe("The columns of a query", () => {
  for (const [names, expected] of [
    [["email", "key"], { email: 0, key: 1 }],
    [["key", "name", "email"], { email: 2, key: 0 }],
    [["id", "email"], { email: 1, key: 0 }],
    [["email", "id"], { email: 0, key: 1 }],
    [["address", "id", "name"], { email: 0, key: 1 }],
    [["email"], undefined]
  ] as const)
    it(`${names.join(", ")} are known`, () => assert.deepStrictEqual(columnsAmong(names), expected))
})

describe("The named parameters of", () => {
  for (const [statement, sql] of [
    ["update t set s = :status where id = :key", "update t set s = $1 where id = $2"],
    ["update t set s = :key::int where k = :key", "update t set s = $1::int where k = $1"],
    ["select ':key', \":key\", E'\\':key', :key", "select ':key', \":key\", E'\\':key', $1"],
    ["select $x$ :key $x$, :key -- :email", "select $x$ :key $x$, $1 -- :email"],
    [
      "select a[1:2] /* :email */ from t where k = :key",
      "select a[1:2] /* :email */ from t where k = $1"
    ]
  ] as const)
    it(statement, () => {
      const numbered = numberParameters(statement)
      assert(typeof numbered === "object")
      assert.strictEqual(numbered.sql, sql)
    })

  it("others are refused, and a statement without a contact", () => {
    assert.include(numberParameters("update t set s = :state where k = :key"), ":state")
    assert.include(numberParameters("update t set s = :status"), ":key or :email")
  })
})

describe("A Postgres as a source", () => {
  it.live("is read to its end, and rows without an address are left out", () =>
    Effect.gen(function* () {
      const { own, theirs } = yield* world
      const sql = "select id, email from people order by id; "
      const contacts = yield* readAll(theirs, sql).pipe(Effect.provide(yield* worldOn(own)))
      assert.strictEqual(contacts.length, 4_500)
      assert.deepStrictEqual(contacts[4_499], { key: "4500", email: "c4500@acme.test" })
    }).pipe(Effect.scoped)
  )

  it.live("fails with a sentence where it cannot be read, and changes nothing there", () =>
    Effect.gen(function* () {
      const { own, theirs } = yield* world
      const fault = (secret: string, sql: string, more = {}) =>
        Effect.flatMap(worldOn(own, more), (world) =>
          Effect.flip(readAll(secret, sql).pipe(Effect.provide(world)))
        ).pipe(Effect.scoped)
      const all = "select email, id from people"
      for (const [secret, sql, expected] of [
        [theirs, "select email from people", /two columns/],
        [theirs, "select email, nothing from people", /"nothing" does not exist/],
        [theirs, "select email, null as key from people", /whose key is null/],
        [theirs, "delete from people returning email, id", /syntax error/],
        [theirs, "select email, lo_creat(-1) from people", /read-only transaction/],
        [theirs.replace(/:[^:@]+@/, ":wrong@"), all, /password authentication failed/],
        [own, "select 1, 2", /database of rcpt itself/],
        [inject("superuserUrl"), "select 1, 2", /a role that is not a superuser/],
        [`${theirs}?sslrootcert=/etc/passwd`, all, /cannot name a file/],
        ["postgres://ann@/db?sslkey=/etc/passwd", all, /cannot name a file/],
        [`${theirs}?host=/run/postgresql`, all, /Unix socket/],
        ["mysql://127.0.0.1/x", all, /starts with postgres/]
      ] as const) {
        const { message, sentence } = yield* fault(secret, sql)
        assert.match(sentence, expected)
        assert.notInclude(message + sentence, new URL(theirs).password)
      }
      const unnamed = yield* fault(theirs, all, { RCPT_SOURCES_PRIVATE: "db.internal" })
      assert.match(unnamed.sentence, /no public address.*RCPT_SOURCES_PRIVATE/)
      const named = yield* fault(theirs.replace("127.0.0.1", "localhost"), "select 1", {
        RCPT_SOURCES_PRIVATE: "localhost"
      })
      assert.match(named.sentence, /two columns/)
      assert.deepStrictEqual(yield* query(theirs, "select count(*)::int as n from people"), [
        { n: 4_501 }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("that is lost in the middle has failed, not ended", () =>
    Effect.gen(function* () {
      const { own, theirs } = yield* world
      const read = yield* Effect.flatMap(
        sourceOf(theirs, "select email, id from people"),
        (source) => source.read(null)
      ).pipe(Effect.provide(yield* worldOn(own)))
      assert(!read.isUnchanged)
      const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rcpt schedule'
        and datname = '${new URL(theirs).pathname.slice(1)}'`
      const failure = yield* read.contacts.pipe(
        Stream.tap(() => query(asSuperuser(theirs), end)),
        Stream.runDrain,
        Effect.flip
      )
      assert.strictEqual(failure._tag, "SourceFailed")
      assert.isTrue(failure.mayHelp)
    }).pipe(Effect.scoped)
  )
})

const update = "update people set status = :status, checked_at = :checked_at where id = :key;"

describe("A Postgres as a sink", () => {
  it.live("has all changes of a write or none, and trying it writes nothing", () =>
    Effect.gen(function* () {
      const { own, theirs } = yield* world
      const written = query(
        theirs,
        "select status, count(*)::int as n from people group by 1 order by 1"
      )
      const untouched = [{ status: null, n: 4_501 }]
      const changes = Array.from({ length: 300 }, (_, n) => change(String(n + 1)))
      const sink = yield* sinkOf(theirs, update).pipe(Effect.provide(yield* worldOn(own)))
      yield* sink.tryOut
      const bad: ReadonlyArray<Change> = [...changes, change("not a number")]
      const failure = yield* Effect.flip(sink.write(run, bad))
      assert.match(failure.sentence, /invalid input syntax/)
      assert.deepStrictEqual(yield* written, untouched)
      yield* sink.write(run, changes)
      yield* sink.write(run, changes)
      assert.deepStrictEqual(yield* written, [
        { status: "invalid", n: 300 },
        { status: null, n: 4_201 }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("is refused when it is tried if it would not work", () =>
    Effect.gen(function* () {
      const { own, theirs } = yield* world
      yield* query(asSuperuser(theirs), "create table secrets (id text)")
      for (const [statement, expected] of [
        ["update nothing set status = :status where id = :key", /"nothing" does not exist/],
        ["update secrets set id = :status where id = :key", /permission denied/],
        ["drop table people -- :key\n where :key", /syntax error/],
        ["update people set status = :status where id = :id", /:id, which is no parameter/]
      ] as const) {
        const sink = yield* sinkOf(theirs, statement).pipe(Effect.provide(yield* worldOn(own)))
        assert.match((yield* Effect.flip(sink.tryOut)).sentence, expected)
      }
    }).pipe(Effect.scoped)
  )
})
