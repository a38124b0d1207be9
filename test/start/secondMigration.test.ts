/** Tables that are brought up to date by an invented release, and the programs of both releases on them. */
import { PgClient } from "@effect/sql-pg"
import { checkCatalogue } from "@rcpt/service/operations/audit/catalogue/checkCatalogue"
import { Config, load } from "@rcpt/service/platform/Config"
import { joinDatabase } from "@rcpt/service/platform/joining/joinDatabase"
import { migrate, ServiceMigrations } from "@rcpt/service/platform/migrate"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"
import { openAccount } from "../support/openAccount.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { asNextRelease, latest } from "./support/nextRelease.ts"

const on = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }), {
    local: true
  })

/** A database of this release with one account. */
const database = Effect.tap(freshDatabase(), openAccount)

const join = (url: string) =>
  Effect.gen(function* () {
    const { config } = yield* load({}, {})
    yield* joinDatabase(Redacted.make(url)).pipe(
      Effect.scoped,
      Effect.provideService(Config, config)
    )
  })

const applied = SqlClient.SqlClient.use(
  (sql) => sql`select migration_id as id, name from service_migrations order by 1`
)

const motto = SqlClient.SqlClient.use(
  (sql) => sql`select motto_of(account_id) as motto from account`
)

/** A function that is defined again gets another `xmin`, though it says the same. */
const definitions = SqlClient.SqlClient.use(
  (sql) => sql`
    select proname::text, xmin::text from pg_proc
    where pronamespace in ('es'::regnamespace, 'public'::regnamespace) order by 1`
)

/** The migrations of this release, as the table notes them. */
const ours = Effect.runSync(
  Effect.map(ServiceMigrations, ({ numbered }) =>
    Object.keys(numbered).map((name) => ({
      id: Number.parseInt(name, 10),
      name: name.replace(/^\d+_/, "")
    }))
  )
)
const next = { id: latest + 1, name: "motto" }

describe("A second migration", () => {
  it.live("changes tables, rows and functions, once", () =>
    Effect.gen(function* () {
      const url = yield* database
      assert.deepStrictEqual(yield* on(url, applied), ours)
      yield* on(url, asNextRelease(migrate))
      assert.deepStrictEqual(yield* on(url, applied), [...ours, next])
      assert.deepStrictEqual(yield* on(url, motto), [{ motto: "from before" }])
      const before = yield* on(url, definitions)
      yield* on(url, asNextRelease(migrate))
      assert.deepStrictEqual(yield* on(url, definitions), before)
    }).pipe(Effect.scoped)
  )

  it.live("is not undone by an older program beside it, which leaves newer functions alone", () =>
    Effect.gen(function* () {
      const url = yield* database
      const otherAnswer = `
        create or replace function es.partitions_end() returns bigint language sql stable as 'select 7::bigint'`
      yield* on(url, asNextRelease(migrate, { functions: [otherAnswer] }))
      yield* join(url)
      yield* on(url, Effect.andThen(migrateStore, migrate))
      const found = yield* on(
        url,
        SqlClient.SqlClient.use((sql) => sql`select es.partitions_end() as n`)
      )
      assert.deepStrictEqual(found, [{ n: 7n }])
      assert.deepStrictEqual(yield* on(url, applied), [...ours, next])
      const { broken } = yield* on(url, checkCatalogue)
      assert.isUndefined(broken)
    }).pipe(Effect.scoped)
  )

  it.live("excludes older programs where it says so", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* on(url, asNextRelease(migrate, { oldest: latest + 1 }))
      yield* asNextRelease(join(url))
      const { message } = yield* Effect.flip(join(url))
      assert.strictEqual(
        message,
        `The tables of the database are for newer programs (service ${latest + 1}, store 1 at least) than this one ` +
          `(service ${latest}, store 1): update this installation.`
      )
    }).pipe(Effect.scoped)
  )

  it.live("leaves everything as it was if a function cannot be defined", () =>
    Effect.gen(function* () {
      const url = yield* database
      const before = yield* on(url, definitions)
      const wrong =
        "create or replace function wrong() returns int language sql as 'select nothing'"
      yield* Effect.flip(on(url, asNextRelease(migrate, { functions: [wrong] })))
      assert.deepStrictEqual(yield* on(url, applied), ours)
      assert.deepStrictEqual(yield* on(url, definitions), before)
      yield* on(url, asNextRelease(migrate))
      assert.deepStrictEqual(yield* on(url, motto), [{ motto: "from before" }])
    }).pipe(Effect.scoped)
  )

  it.live("is applied once by nodes that start at the same moment", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* Effect.all(
        Array.from({ length: 4 }, () => on(url, asNextRelease(migrate))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* on(url, applied), [...ours, next])
    }).pipe(Effect.scoped)
  )
})

describe("Functions alone", () => {
  it.live("are defined again when their text differs from what the database notes", () =>
    Effect.gen(function* () {
      const url = yield* database
      const before = yield* on(url, definitions)
      const note = SqlClient.SqlClient.use(
        (sql) => sql`comment on table store_migrations is 'functions of another program'`
      )
      yield* on(url, note)
      yield* on(url, migrateStore)
      const after = yield* on(url, definitions)
      for (const [n, { proname, xmin }] of before.entries())
        assert.strictEqual(after[n]!.xmin === xmin, proname === "lease_tokens", String(proname))
    }).pipe(Effect.scoped)
  )
})
