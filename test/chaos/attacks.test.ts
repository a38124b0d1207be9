/**
 * Attacks on the availability of one node, each with other customers who must not notice: they get every
 * answer. What they saw and what the attack cost is printed; the figures are in `test/bench/README.md`.
 */
import { PgClient } from "@effect/sql-pg"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"

import { silentRequests } from "../service/http/silentRequests.ts"
import { scaled } from "../support/scale.ts"
import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { duringAttack, openCustomers } from "./attackWorld.ts"
import type { Customer, Seen } from "./attackWorld.ts"

/** More than `RCPT_MAX_INFLIGHT`. */
const connections = scaled("ATTACK_CONNECTIONS", { usual: 2_010, long: 2_010 })
/** Of a list that has nothing but its header. */
const blankLines = scaled("ATTACK_BLANK_LINES", { usual: 10_000_000, long: 10_000_000 })
const slowUploads = scaled("ATTACK_UPLOADS", { usual: 600, long: 2_050 })

const world = (count: number) =>
  Effect.gen(function* () {
    const running = yield* service.start({ lab: true })
    const customers = yield* openCustomers(running.databaseUrl!, count, 100_000)
    // Known to this node, as the keys of customers are.
    for (const { apiKey } of customers)
      assert.strictEqual((yield* running.get("/api/v1/account", { apiKey })).status, 200)
    return { running, customers }
  })

const allWereServed = ({ statuses, latencies }: Seen) => {
  assert.deepStrictEqual(Object.keys(statuses), ["200"])
  assert.isAbove(latencies.length, 0)
}

const silentSignIn =
  "POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"

const boundary = "list"
const formStart = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n`

const uploadHead = ({ apiKey }: Customer, length: number, query = "") =>
  `POST /api/v1/verify/bulk${query} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`

describe("A node under attack serves its customers", () => {
  it.live("while strangers open more connections than it has places, and send nothing more", () =>
    Effect.gen(function* () {
      const { running, customers } = yield* world(1)
      const attack = Effect.andThen(
        silentRequests(running.base, silentSignIn, connections),
        Effect.sleep("12 seconds")
      )
      const seen = yield* duringAttack("silent sign-ins", running, customers, attack)
      allWereServed(seen)
    }).pipe(Effect.scoped)
  )

  it.live("while one customer begins uploads and falls silent", () =>
    Effect.gen(function* () {
      const { running, customers } = yield* world(2)
      const [attacker, bystander] = customers as [Customer, Customer]
      const begun = uploadHead(attacker, 1_000_000) + formStart + "ann@acme.test\n".repeat(1_000)
      // Below the rate limit of one account.
      const attack = Effect.gen(function* () {
        for (let sent = 0; sent < slowUploads; sent += 18) {
          yield* silentRequests(running.base, begun, 18)
          yield* Effect.sleep("200 millis")
        }
      })
      const seen = yield* duringAttack("slow uploads", running, [bystander], attack)
      allWereServed(seen)
    }).pipe(Effect.scoped)
  )

  it.live("while one customer sends lists of blank lines", () =>
    Effect.gen(function* () {
      const { running, customers } = yield* world(2)
      const [attacker, bystander] = customers as [Customer, Customer]
      const text = `${formStart}${"\n".repeat(blankLines)}\r\n--${boundary}--\r\n`
      const { apiKey } = attacker
      const attack = running
        .get("/api/v1/verify/bulk", {
          method: "POST",
          apiKey,
          headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
          body: text
        })
        .pipe(
          Effect.map(({ status }) => assert.strictEqual(status, 400)),
          Effect.orDie
        )
      const seen = yield* duringAttack("blank lines", running, [bystander], attack)
      allWereServed(seen)
    }).pipe(Effect.scoped)
  )

  it.live("while another writer has locked the ledgers of four accounts", () =>
    Effect.gen(function* () {
      const { running, customers } = yield* world(100)
      const [locked, others] = [customers.slice(0, 4), customers.slice(4)]
      const streams = locked.map(({ account }) => ledgerStream(account))
      const sql = yield* PgClient.make({ url: Redacted.make(running.databaseUrl!) }).pipe(
        Effect.provide(Reactivity.layer)
      )
      const lock = sql.withTransaction(
        Effect.andThen(
          sql`select from es.stream where stream_id in ${sql.in(streams)} for update`,
          Effect.sleep("8 seconds")
        )
      )
      const ask = ({ apiKey }: Customer) =>
        Effect.exit(running.get("/api/v1/verify?email=ann@acme.test", { apiKey }))
      const attack = Effect.all(
        [
          Effect.orDie(lock),
          Effect.forEach([...locked, ...locked, ...locked], ask, { concurrency: 12 })
        ],
        { concurrency: "unbounded" }
      )
      const seen = yield* duringAttack("four locked ledgers", running, others, attack)
      allWereServed(seen)
      // And the four are served again.
      for (const { apiKey } of locked)
        assert.strictEqual(
          (yield* running.get("/api/v1/verify?email=ann@acme.test", { apiKey })).status,
          200
        )
    }).pipe(Effect.scoped)
  )
})
