/** Credits that nobody gave who had the ledger's key, and keys that replace each other. */
import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import * as commands from "@rcpt/service/ledger/commands"
import type { LedgerCommand } from "@rcpt/service/ledger/commands"
import { commitCommands } from "@rcpt/service/ledger/commitCommands"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { rcpt } from "../../../cli/rcpt.ts"
import { openAccount } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const keyOf = (name: string): string => Buffer.alloc(32, name).toString("base64")
const [oldKey, newKey] = [keyOf("old"), keyOf("new")]

type Settings = Readonly<Record<string, string>>

const storeOf = ({ databaseUrl }: Running) =>
  EventStorePg.layer.pipe(
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(PgClient.layer({ url: Redacted.make(databaseUrl!), maxConnections: 2 }))
  )

/** Past the service, but with all that belongs to it: events, transfers, balance. */
const append = (running: Running, account: string, command: LedgerCommand) =>
  Effect.provide(commitCommands(account, [command]), Layer.fresh(storeOf(running)))

const brokenBy = (running: Running, settings: Settings, ...args: ReadonlyArray<string>) =>
  Effect.map(
    rcpt(["ledger", "verify", "--json", ...args], {
      RCPT_DATABASE_URL: running.databaseUrl!,
      ...settings
    }),
    ({ stdout }) => {
      const { findings } = JSON.parse(stdout) as {
        readonly findings: ReadonlyArray<{
          readonly id: string
          readonly broken?: { readonly found: string; readonly stream?: string }
        }>
      }
      return Object.fromEntries(
        findings.flatMap(({ id, broken }) => (broken ? [[id, broken]] : []))
      )
    }
  )

const posting = (running: Running, account: string, kind: string, credits: number) =>
  Effect.map(
    running.get(`/api/v1/admin/accounts/${account}/${kind}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUIDv7() },
      body: JSON.stringify({ credits, reason: "a reason" })
    }),
    ({ status, text }) => assert.strictEqual(status, 201, text)
  )

const sealIn = (running: Running, account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly seal: string }>`
      select data ->> 'seal' as seal from es.event
      where stream_id = ${`ledger-${account}`} and type = 'CreditsGranted'`
  ).pipe(
    Effect.map(([row]) => row!.seal),
    Effect.provide(Layer.fresh(storeOf(running)))
  )

describe("A grant", () => {
  it.live("that was not given with the key of the ledger is found", () =>
    Effect.gen(function* () {
      const settings = { RCPT_LEDGER_KEY: oldKey }
      const running = yield* service.start({ env: settings })
      const { account } = yield* openAccount(running.databaseUrl!)
      yield* posting(running, account, "grants", 50)
      yield* posting(running, account, "adjustments", -5)
      assert.deepStrictEqual(yield* brokenBy(running, settings), {})

      const { account: other } = yield* openAccount(running.databaseUrl!)
      const seal = yield* sealIn(running, account)
      // The same words again: the seal says which grant it was for, and to whom.
      const grantId = randomUUIDv7()
      const copied = commands.grant({ grantId, credits: 50, reason: "a reason", seal })
      yield* append(running, other, copied)
      const { grants: another } = yield* brokenBy(running, settings)
      assert.deepInclude(another, {
        stream: `ledger-${other}`,
        found: "a seal of another key, or of something else"
      })
    }).pipe(Effect.scoped)
  )

  it.live("without a seal is found, though everything else fits", () =>
    Effect.gen(function* () {
      const settings = { RCPT_LEDGER_KEY: oldKey }
      const running = yield* service.start({ env: settings })
      const { account } = yield* openAccount(running.databaseUrl!)
      const forged = { grantId: randomUUIDv7(), credits: 1_000_000, reason: "invoice 2026-017" }
      yield* append(running, account, commands.grant(forged))
      const broken = yield* brokenBy(running, settings)
      assert.deepStrictEqual(Object.keys(broken), ["grants"])
      assert.deepInclude(broken["grants"], { stream: `ledger-${account}`, found: "none" })
    }).pipe(Effect.scoped)
  )
})

describe("A key of the ledger", () => {
  it.live("is replaced by another, and what it has signed is checked with it for ever", () =>
    Effect.gen(function* () {
      const first = yield* service.start({ env: { RCPT_LEDGER_KEY: oldKey } })
      const databaseUrl = first.databaseUrl!
      const { account } = yield* openAccount(databaseUrl)
      yield* posting(first, account, "grants", 50)
      const entries = yield* first.get("/api/v1/ledger")
      yield* first.get(`/api/v1/ledger/${Object(entries.json).entries[0].id}/proof`)
      const printed = yield* rcpt(["ledger", "key"], {
        RCPT_DATABASE_URL: databaseUrl,
        RCPT_LEDGER_KEY: oldKey
      })
      const retired = printed.stdout.trim()
      yield* first.kill("SIGTERM")

      const settings = { RCPT_LEDGER_KEY: newKey, RCPT_LEDGER_RETIRED_KEYS: retired }
      const { apiKey } = first
      const second = yield* service.start({ env: settings, databaseUrl, apiKey })
      yield* posting(second, account, "grants", 70)
      const { json } = yield* second.get("/api/v1/ledger/checkpoints")
      assert.lengthOf(Object(json).keys, 2)
      assert.strictEqual(Object(json).keys[1], retired)
      assert.deepStrictEqual(yield* brokenBy(second, settings), {})
      const forgetful = yield* brokenBy(second, { RCPT_LEDGER_KEY: newKey })
      assert.deepStrictEqual(Object.keys(forgetful).toSorted(), ["grants", "signed"])
      const wrong = yield* rcpt(["ledger", "key"], {
        RCPT_DATABASE_URL: databaseUrl,
        RCPT_LEDGER_RETIRED_KEYS: "x"
      })
      assert.include(wrong.stderr, "RCPT_LEDGER_RETIRED_KEYS must be")
    }).pipe(Effect.scoped)
  )
})
