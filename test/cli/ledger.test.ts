import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate } from "@rcpt/store/migrate"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser, freshDatabase } from "../support/freshDatabase.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"
import type { Finished } from "./rcpt.ts"

const columnsMax = 80
const account = randomUUIDv7()
const [charged, open] = [randomUUIDv7(), randomUUIDv7()]
const kind = "verification"
const expiresAt = Date.now() + 600_000
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
const history = Effect.gen(function* () {
  const { submit } = yield* Ledger.Ledger
  const run = (command: commands.LedgerCommand) => submit(account, command)
  yield* run(commands.grant({ grantId: randomUUIDv7(), credits: 100, reason: "top-up" }))
  yield* run(
    commands.hold({ holdId: charged, credits: 1, expiresAt, purpose: { kind, mode: "fast" } })
  )
  yield* run(commands.settle({ holdId: charged, charge: 1, receipt }))
  yield* run(
    commands.hold({ holdId: open, credits: 5, expiresAt, purpose: { kind, mode: "deep" } })
  )
  yield* EventStore.use(({ seal }) => seal)
})

/** Changes rows past the triggers that forbid it. */
const tamper = (statement: string) =>
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

interface AuditOutput {
  readonly ok: boolean
  readonly findings: ReadonlyArray<{ readonly id: string; readonly broken?: Broken }>
}

const brokenIn = ({ stdout }: Finished): Readonly<Record<string, Broken>> => {
  const { findings } = JSON.parse(stdout) as AuditOutput
  return Object.fromEntries(findings.flatMap(({ id, broken }) => (broken ? [[id, broken]] : [])))
}

class TheUrl extends Context.Service<TheUrl, string>()("test/TheUrl") {}

const world = Layer.unwrap(
  Effect.map(freshDatabase(), (url) =>
    Layer.effectDiscard(history).pipe(
      Layer.provideMerge(ledgerOn(asSuperuser(url))),
      Layer.provideMerge(Layer.succeed(TheUrl, url))
    )
  )
)

/** How the ledger is tampered with, how to undo it, and what each failed check reports. */
const tamperings = [
  {
    name: "a transfer was removed",
    statement: `with gone as (delete from es.journal where kinds = '{charged}' returning *)
      insert into es.parked_journal select * from gone`,
    undo: "insert into es.journal select * from es.parked_journal",
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
      I6: /^a row that cannot be read: .*"x"/,
      I8: /^a row that cannot be read: .*"x"/
    }
  }
] as const

layer(world, { excludeTestServices: true })("rcpt ledger verify", (it) => {
  it.effect("ends with 0 when every check passes, and lists each check", function* () {
    const url = yield* TheUrl
    const { code, stdout, stderr } = yield* verify(url)
    assert.deepStrictEqual([code, stderr], [0, ""], stdout)
    assert.match(stdout, /^ok {6}versions {2}The versions/)
    assert.match(stdout, /\nok {6}I6 /)
    assert.match(stdout, /\n\nAll 32 checks passed: 4 events in 4 commits\.\n$/)
    const asJson = yield* verify(url, "--json")
    assert.strictEqual(asJson.stdout.split("\n").length, 2)
    const { ok, findings } = JSON.parse(asJson.stdout) as AuditOutput
    assert.deepStrictEqual([asJson.code, ok, findings.length], [0, true, 32])
    assert.deepStrictEqual(brokenIn(asJson), {})
  })

  for (const { name, statement, undo, finds } of tamperings)
    it.effect(`ends with 1 when ${name}, and reports what is broken`, function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table if not exists es.parked_journal (like es.journal)`
      yield* tamper(statement)
      const asJson = yield* verify(yield* TheUrl, "--json")
      const asText = yield* verify(yield* TheUrl)
      yield* tamper(undo)
      const broken = brokenIn(asJson)
      assert.deepStrictEqual(Object.keys(broken), Object.keys(finds))
      for (const [id, says] of Object.entries(finds)) {
        assert.match(broken[id]!.found, says)
        assert.match(asText.stdout, new RegExp(`\nBROKEN {2}${id} |^BROKEN {2}${id} `))
      }
      assert.deepStrictEqual([asJson.code, asText.code], [1, 1])
      const count = Object.keys(finds).length
      assert.match(asText.stdout, new RegExp(`\n\n${count} of 32 checks failed: .*\n$`))
    })

  it.effect("names stream, version and commit, within 80 columns", function* () {
    const change = (from: string, to: string) =>
      tamper(`update es.event set data = replace(data::text, '${from}', '${to}')::json`)
    yield* change("top-up", "bribe!")
    const { stdout } = yield* verify(yield* TheUrl)
    yield* change("bribe!", "top-up")
    for (const line of stdout.split("\n")) assert.isAtMost(line.length, columnsMax)
    const text = stdout.replaceAll(/\s+/g, " ")
    assert.include(text, `stream ledger-${account}, version 1, commit 1, field hash expected hash `)
  })

  it.effect("writes nothing: an event that waits for its number still waits", function* () {
    const sql = yield* SqlClient.SqlClient
    const { submit } = yield* Ledger.Ledger
    yield* submit(account, commands.refund({ holdId: open, reason: "failed" }))
    assert.strictEqual((yield* verify(yield* TheUrl)).code, 0)
    assert.deepStrictEqual(yield* sql`select seq from es.head`, [{ seq: 4n }])
  })
})

describe("rcpt ledger verify without RCPT_DATABASE_URL", () => {
  const here = (dataDir: string) => rcpt(["ledger", "verify"], { RCPT_DATA_DIR: dataDir })

  it.live(
    "uses the database of a running service, and starts the database if none runs",
    function* () {
      const dataDir = yield* tempFolder()
      yield* Effect.gen(function* () {
        const { url } = yield* EmbeddedPostgres.start({ dataDir, durable: false })
        const empty = yield* here(dataDir)
        assert.strictEqual(empty.code, 69, empty.stderr)
        assert.match(empty.stderr, /^There is no ledger in this database/)
        yield* Effect.provide(history, ledgerOn(url))
        const running = yield* here(dataDir)
        assert.strictEqual(running.code, 0, running.stdout + running.stderr)
        assert.match(running.stdout, /4 events in 4 commits\.\n$/)
      }).pipe(Effect.scoped)
      const alone = yield* here(dataDir)
      assert.strictEqual(alone.code, 0, alone.stdout + alone.stderr)
      assert.match(alone.stdout, /4 events in 4 commits\.\n$/)
    }
  )

  it.live("ends with 69 if there is no database, and creates none", function* () {
    const dataDir = yield* tempFolder()
    const { code, stdout, stderr } = yield* here(dataDir)
    assert.deepStrictEqual([code, stdout], [69, ""])
    assert.match(stderr, /^There is no database in .*, and RCPT_DATABASE_URL is not set\.\n$/)
  })

  it.live(
    "ends with 69 if the database does not answer, and with 64 if a setting is wrong",
    function* () {
      const unreachable = yield* verify("postgres://rcpt@127.0.0.1:1/rcpt")
      assert.strictEqual(unreachable.code, 69)
      assert.match(unreachable.stderr, /^The database cannot be reached: .*ECONNREFUSED/)
      const wrong = yield* verify("mysql://x")
      assert.strictEqual(wrong.code, 64)
      assert.match(wrong.stderr, /^RCPT_DATABASE_URL must be/)
    }
  )
})
