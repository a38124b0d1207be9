/** What `rcpt ledger verify` says about a disk that has lost or changed something. */
import { randomUUIDv7 } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { migrate } from "@rcpt/service/platform/migrate"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { inSnapshot } from "@rcpt/store/audit"
import { locateDamage } from "@rcpt/store/audit/readable"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const blockOctets = 8_192

const ledgerOn = (url: string) =>
  Ledger.layer.pipe(
    Layer.provideMerge(EventStorePg.layer),
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(PgClient.layer({ url: Redacted.make(url), maxConnections: 4 }))
  )

/** Grants enough for some blocks of events. */
const grants = Effect.gen(function* () {
  yield* Effect.andThen(migrateStore, migrate)
  const { submit } = yield* Ledger.Ledger
  const account = randomUUIDv7()
  const one = Effect.suspend(() =>
    submit(account, commands.grant({ grantId: randomUUIDv7(), credits: 1, reason: "top-up" }))
  )
  yield* Effect.all(
    Array.from({ length: 300 }, () => one),
    { concurrency: 50 }
  )
})

const fileOf = (relation: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly file: string; readonly checksums: string }>`
      select pg_relation_filepath(${relation}::regclass) as file,
        current_setting('data_checksums') as checksums`
  ).pipe(Effect.map(([row]) => row!))

/** A ledger whose Postgres was stopped; answers the file of one of its relations. */
const stopped = (dataDir: string, relation: string) =>
  Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({ dataDir, durable: false })
    const { file, checksums } = yield* Effect.provide(
      Effect.andThen(grants, fileOf(relation)),
      ledgerOn(url)
    )
    assert.strictEqual(checksums, "on")
    return join(dataDir, "postgres", file)
  }).pipe(Effect.scoped)

const flipBit = (path: string, block: number): void => {
  const bytes = fs.readFileSync(path)
  bytes[block * blockOctets + 6_000]! ^= 1
  fs.writeFileSync(path, bytes)
}

interface Output {
  readonly findings: ReadonlyArray<{
    readonly id: string
    readonly broken?: { readonly found: string; readonly table?: string; readonly block?: number }
  }>
}

const damages: ReadonlyArray<{
  readonly name: string
  readonly relation: string
  readonly damage: (path: string) => void
  readonly place: string
  readonly found: RegExp
  /** Checks that do not need it, and pass. */
  readonly passes: ReadonlyArray<string>
}> = [
  {
    name: "a bit of an event was flipped",
    relation: "es.event_0",
    damage: (path) => flipBit(path, 2),
    place: "es.event_0 2",
    found: /^damaged data: invalid page in block 2/,
    passes: ["log", "complete", "I1", "I4", "catalogue"]
  },
  {
    name: "a bit of an index was flipped",
    relation: "es.event_0_stream_version",
    damage: (path) => flipBit(path, 1),
    place: "es.event_0 (es.event_0_stream_version) 1",
    found: /^damaged data: invalid page in block 1/,
    passes: ["commits", "I1", "I3", "catalogue"]
  },
  {
    name: "the file of a table is gone",
    relation: "es.journal_0",
    damage: (path) => fs.rmSync(path),
    place: "es.journal_0 undefined",
    found: /^damaged data: could not open file/,
    passes: ["chain", "commits", "heads", "I6", "entries", "catalogue"]
  }
]

describe("rcpt ledger verify", () => {
  for (const { name, relation, damage, place, found, passes } of damages)
    it.live(`names table and block when ${name}, and goes on with the other checks`, function* () {
      const dataDir = yield* tempFolder()
      damage(yield* stopped(dataDir, relation))
      const verify = (...args: ReadonlyArray<string>) =>
        rcpt(["ledger", "verify", ...args], { RCPT_DATA_DIR: dataDir })
      const { code, stdout, stderr } = yield* verify("--json")
      assert.strictEqual(code, 1, stdout + stderr)
      const { findings } = JSON.parse(stdout) as Output
      const broken = findings.flatMap((finding) => finding.broken ?? [])
      assert.isNotEmpty(broken)
      for (const one of broken) {
        assert.match(one.found, found)
        assert.strictEqual(`${one.table} ${one.block}`, place)
      }
      const passed = findings.filter((one) => one.broken === undefined).map(({ id }) => id)
      assert.includeMembers(passed, [...passes])
      const text = (yield* verify()).stdout.replaceAll(/\s+/g, " ")
      assert.include(
        text,
        `table ${place.replace(/ (\d+)$/, ", block $1").replace(/ undefined$/, "")}`
      )
    })

  it.live("finds the block also where Postgres does not name it", function* () {
    const dataDir = yield* tempFolder()
    flipBit(yield* stopped(dataDir, "es.event_0"), 3)
    const { url } = yield* EmbeddedPostgres.start({ dataDir, durable: false })
    const place = yield* inSnapshot(locateDamage("a message without a file")).pipe(
      Effect.provide(ledgerOn(url))
    )
    assert.deepStrictEqual(place, { table: "es.event_0", block: 3 })
  })
})
