import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import * as orders from "@rcpt/service/ledger/orders"
import * as EmbeddedPostgres from "@rcpt/service/postgres/EmbeddedPostgres"
import { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate } from "@rcpt/store/migrate"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { rcpt } from "./rcpt.ts"
import type { Finished } from "./rcpt.ts"

const columnsMax = 80
const account = randomUUIDv7()
const [charged, open] = [randomUUIDv7(), randomUUIDv7()]
const purpose = { kind: "verification", mode: "fast" } as const
const receipt = { status: "valid", score: 100 } as const

const ledgerOn = (url: string) =>
  Ledger.layer.pipe(
    Layer.provideMerge(EventStorePg.layer),
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(
      Layer.effectDiscard(migrate).pipe(
        Layer.provideMerge(PgClient.layer({ url: Redacted.make(url), maxConnections: 4 }))
      )
    )
  )

/** 100 granted, 1 charged, 5 held, 94 left. */
const lived = Effect.gen(function* () {
  const { submit } = yield* Ledger.Ledger
  const order = (of: orders.Order) => submit(account, of)
  yield* order(orders.grant({ grantId: randomUUIDv7(), credits: 100, reason: "top-up" }))
  yield* order(orders.hold({ holdId: charged, credits: 1, expiresAt: null, purpose }))
  yield* order(orders.settle({ holdId: charged, charge: 1, receipt }))
  yield* order(orders.hold({ holdId: open, credits: 5, expiresAt: null, purpose }))
  yield* EventStore.use(({ seal }) => seal)
})

const meddle = (statement: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.andThen(sql`set local session_replication_role = replica`, sql.unsafe(statement))
    )
  )

const verify = (url: string, ...args: ReadonlyArray<string>) =>
  rcpt(["ledger", "verify", ...args], { RCPT_DATABASE_URL: url })

interface Broken {
  readonly found: string
  readonly expected: string
}

interface Answer {
  readonly ok: boolean
  readonly findings: ReadonlyArray<{ readonly id: string; readonly broken?: Broken }>
}

const brokenIn = ({ stdout }: Finished): Readonly<Record<string, Broken>> => {
  const { findings } = JSON.parse(stdout) as Answer
  return Object.fromEntries(findings.flatMap(({ id, broken }) => (broken ? [[id, broken]] : [])))
}

class TheUrl extends Context.Service<TheUrl, string>()("test/TheUrl") {}

const world = Layer.unwrap(
  Effect.map(freshDatabase(), (url) =>
    Layer.effectDiscard(lived).pipe(
      Layer.provideMerge(ledgerOn(url)),
      Layer.provideMerge(Layer.succeed(TheUrl, url))
    )
  )
)

/** A crime, how to undo it, and what each check that fails says that it found. */
const crimes = [
  {
    name: "a transfer was removed",
    statement: `with gone as (delete from es.transfer where credit like 'sys:usage:%' returning *)
      insert into es.parked_transfer select * from gone`,
    undo: "insert into es.transfer select * from es.parked_transfer",
    finds: {
      I1: /granted 100, but available 94 \+ held 5 \+ charged 0/,
      I3: new RegExp(`hold ${charged}: row says 1/1/0 .*, transfers say 1/0/0`),
      I5: /commit 3, event 1 \(CreditsCharged\): says .*, transfer is {2}→ {2}$/
    }
  },
  {
    name: "a balance was changed",
    statement: "update es.account set available = available + 1000",
    undo: "update es.account set available = available - 1000",
    finds: {
      I1: /granted 100, but available 1094/,
      I4: new RegExp(`account ${account}: row says 1094, transfers say 94`)
    }
  },
  {
    name: "an event no longer says how much",
    statement: `update es.event set data = replace(data::text, '"credits":1,', '"credits":"x",')::json`,
    undo: `update es.event set data = replace(data::text, '"credits":"x",', '"credits":1,')::json`,
    finds: {
      chain: /^hash [0-9a-f]{64}$/,
      I5: /^a row that cannot be read: .*"x"/,
      I6: /^a row that cannot be read: .*"x"/
    }
  }
] as const

describe("rcpt ledger verify", () => {
  layer(world, { excludeTestServices: true })((it) => {
    it.effect("ends with 0 when everything is true, and says of each check that it holds", () =>
      Effect.gen(function* () {
        const url = yield* TheUrl
        const { code, stdout, stderr } = yield* verify(url)
        assert.deepStrictEqual([code, stderr], [0, ""], stdout)
        assert.match(stdout, /^ok {6}versions {2}The versions/)
        assert.match(stdout, /\nok {6}I6 /)
        assert.match(stdout, /\n\nAll 15 checks hold: 4 events in 4 commits\.\n$/)
        const asked = yield* verify(url, "--json")
        assert.strictEqual(asked.stdout.split("\n").length, 2)
        const { ok, findings } = JSON.parse(asked.stdout) as Answer
        assert.deepStrictEqual([asked.code, ok, findings.length], [0, true, 15])
        assert.deepStrictEqual(brokenIn(asked), {})
      })
    )

    for (const { name, statement, undo, finds } of crimes)
      it.effect(`ends with 1 when ${name}, and says what is broken`, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`create table if not exists es.parked_transfer (like es.transfer)`
          yield* meddle(statement)
          const asked = yield* verify(yield* TheUrl, "--json")
          const shown = yield* verify(yield* TheUrl)
          yield* meddle(undo)
          const broken = brokenIn(asked)
          assert.deepStrictEqual(Object.keys(broken), Object.keys(finds))
          for (const [id, says] of Object.entries(finds)) {
            assert.match(broken[id]!.found, says)
            assert.match(shown.stdout, new RegExp(`\nBROKEN {2}${id} |^BROKEN {2}${id} `))
          }
          assert.deepStrictEqual([asked.code, shown.code], [1, 1])
          const count = Object.keys(finds).length
          assert.match(shown.stdout, new RegExp(`\n\n${count} of 15 checks failed: .*\n$`))
        })
      )

    it.effect("names stream, version and commit, within 80 columns", () =>
      Effect.gen(function* () {
        const change = (from: string, to: string) =>
          meddle(`update es.event set data = replace(data::text, '${from}', '${to}')::json`)
        yield* change("top-up", "bribe!")
        const { stdout } = yield* verify(yield* TheUrl)
        yield* change("bribe!", "top-up")
        for (const line of stdout.split("\n")) assert.isAtMost(line.length, columnsMax)
        const text = stdout.replaceAll(/\s+/g, " ")
        assert.include(text, `stream ledger-${account}, version 1, commit 1 expected hash `)
      })
    )

    it.effect("changes nothing: what waits for its number waits on", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { submit } = yield* Ledger.Ledger
        yield* submit(account, orders.refund({ holdId: open, reason: "failed" }))
        assert.strictEqual((yield* verify(yield* TheUrl)).code, 0)
        assert.deepStrictEqual(yield* sql`select seq from es.head`, [{ seq: 4n }])
      })
    )
  })
})

describe("rcpt ledger verify without RCPT_DATABASE_URL", () => {
  const here = (dataDir: string) => rcpt(["ledger", "verify"], { RCPT_DATA_DIR: dataDir })

  it.live("asks the database of the service that runs, and starts it when none does", () =>
    Effect.gen(function* () {
      const dataDir = yield* tempFolder()
      yield* Effect.gen(function* () {
        const { url } = yield* EmbeddedPostgres.start({ dataDir, durable: false })
        const empty = yield* here(dataDir)
        assert.strictEqual(empty.code, 69, empty.stderr)
        assert.match(empty.stderr, /^There is no ledger in this database/)
        yield* Effect.provide(lived, ledgerOn(url))
        const running = yield* here(dataDir)
        assert.strictEqual(running.code, 0, running.stdout + running.stderr)
        assert.match(running.stdout, /4 events in 4 commits\.\n$/)
      }).pipe(Effect.scoped)
      const alone = yield* here(dataDir)
      assert.strictEqual(alone.code, 0, alone.stdout + alone.stderr)
      assert.match(alone.stdout, /4 events in 4 commits\.\n$/)
    })
  )

  it.live("ends with 69 where there is no database, and makes none", () =>
    Effect.gen(function* () {
      const dataDir = yield* tempFolder()
      const { code, stdout, stderr } = yield* here(dataDir)
      assert.deepStrictEqual([code, stdout], [69, ""])
      assert.match(stderr, /^There is no database in .*, and RCPT_DATABASE_URL is not set\.\n$/)
    })
  )

  it.live("ends with 69 when nobody answers, and with 64 when a setting is wrong", () =>
    Effect.gen(function* () {
      const nobody = yield* verify("postgres://rcpt@127.0.0.1:1/rcpt")
      assert.strictEqual(nobody.code, 69)
      assert.match(nobody.stderr, /^The database cannot be reached: .*ECONNREFUSED/)
      const wrong = yield* verify("mysql://x")
      assert.strictEqual(wrong.code, 64)
      assert.match(wrong.stderr, /^RCPT_DATABASE_URL must be/)
    })
  )
})
