/** What tests of the ledger ask of a service: customers with credits, their entries, rebuilt views. */
import { randomUUID } from "node:crypto"

import { LedgerPage, LedgerReceipt } from "@rcpt/api/Ledger"
import type { LedgerEntry } from "@rcpt/api/Ledger"
import * as generations from "@rcpt/store/generations"
import type { Projection } from "@rcpt/store/Projection"
import { Effect, Schedule, Schema } from "effect"
import type { SqlClient } from "effect/sql"

import { openAccount } from "../../../support/openAccount.ts"
import type { Opened } from "../../../support/openAccount.ts"
import type { Request, Running } from "../../../support/service.ts"
import { assert } from "../../../support/vitest.ts"
import { sqlOf } from "../../accounts/keysWorld.ts"

const strictly = { onExcessProperty: "error" } as const
const decodePage = Schema.decodeUnknownEffect(LedgerPage, strictly)
const decodeReceipt = Schema.decodeUnknownEffect(LedgerReceipt, strictly)

export const path = "/api/v1/ledger"
const json = { "content-type": "application/json" }

/** As an owner, with a key of its own for each time it is asked. */
export const posted = (
  { get }: Running,
  account: string,
  what: "grants" | "adjustments",
  body: object,
  { key = randomUUID(), ...request }: Request & { readonly key?: string } = {}
) =>
  get(`/api/v1/admin/accounts/${account}/${what}`, {
    method: "POST",
    headers: { ...json, "idempotency-key": key },
    body: JSON.stringify(body),
    ...request
  })

export const customer = (running: Running, credits: number) =>
  Effect.gen(function* () {
    const opened = yield* openAccount(running.databaseUrl!)
    const body = { credits, reason: "top-up" }
    const { status, text } = yield* posted(running, opened.account, "grants", body)
    assert.strictEqual(status, 201, text)
    return opened
  })

export const pageOf = ({ get }: Running, { apiKey }: Pick<Opened, "apiKey">, query = "") =>
  Effect.gen(function* () {
    const { status, text, json: body } = yield* get(`${path}${query}`, { apiKey })
    assert.strictEqual(status, 200, text)
    return yield* decodePage(body)
  })

/** Page by page, the newest first. */
export const entriesOf = (running: Running, who: Pick<Opened, "apiKey">, query = "limit=7") =>
  Effect.gen(function* () {
    const entries: Array<LedgerEntry> = []
    let { next, ...page } = yield* pageOf(running, who, `?${query}`)
    entries.push(...page.entries)
    while (next !== null) {
      ;({ next, ...page } = yield* pageOf(running, who, `?${query}&cursor=${next}`))
      entries.push(...page.entries)
    }
    return entries
  })

export const receiptOf = ({ get }: Running, { apiKey }: Pick<Opened, "apiKey">, id: string) =>
  Effect.gen(function* () {
    const { status, text, json: body } = yield* get(`${path}/${id}`, { apiKey })
    assert.strictEqual(status, 200, text)
    return yield* decodeReceipt(body)
  })

export const creditsOf = ({ get }: Running, { apiKey }: Pick<Opened, "apiKey">) =>
  Effect.map(get("/api/v1/account", { apiKey }), ({ json: body }) => Number(Object(body).credits))

/** The sum of all changes up to an entry is the balance that it says, and the last is the account's. */
export const isBalanced = (entries: ReadonlyArray<LedgerEntry>, credits: number) => {
  let sum = 0
  for (const { id, change, balance } of entries.toReversed()) {
    sum += change
    assert.strictEqual(balance, sum, id)
  }
  assert.strictEqual(sum, credits)
}

/** Begins a view anew in the running service, and waits until what is read is the new one. */
export const rebuilt = (running: Running, projection: Projection) =>
  Effect.gen(function* () {
    const live = Effect.map(generations.status, (all) =>
      all.find(({ name, live }) => name === projection.name && live)
    )
    const before = yield* live
    yield* generations.rebuild(projection)
    yield* Effect.repeat(live, {
      until: (now) => now!.generation > before!.generation,
      schedule: Schedule.spaced("20 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))
    })
    assert.isAbove((yield* live)!.generation, before!.generation)
  }).pipe(Effect.provide(sqlOf(running)), Effect.orDie)

export const finished = ({ get }: Running, { apiKey }: Pick<Opened, "apiKey">, job: string) =>
  get(`/api/v1/jobs/${job}`, { apiKey }).pipe(
    Effect.map(({ json: body }) => String(Object(body).status)),
    Effect.repeat({
      until: (status) => status === "complete",
      schedule: Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))
    })
  )

export const sqlIn = <A, E>(running: Running, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, sqlOf(running))
