import { randomUUIDv7 } from "node:crypto"

import { toBulkJob } from "@rcpt/service/jobs/JobRecord"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import * as orders from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { WriteSql } from "@rcpt/service/platform/Database"
import { creditsLow } from "@rcpt/service/views/creditsLow"
import * as Webhooks from "@rcpt/service/webhooks/Webhooks"
import { EventStore } from "@rcpt/store/EventStore"
import { rebuild } from "@rcpt/store/generations"
import { catchUp } from "@rcpt/store/Projection"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../support/vitest.ts"
import { customer, emailsTo, rowsFrom, submitted } from "../jobs/jobsWorld.ts"
import { deliver, log, lowBelow, receiver, secretOf, verified, world } from "./webhookWorld.ts"

const toldOf = (credits: number) =>
  Effect.gen(function* () {
    const { configure } = yield* Webhooks.Webhooks
    const account = yield* customer(credits)
    const to = yield* receiver()
    yield* configure(account, to.url)
    return { account, to, secret: (yield* secretOf(account))! }
  })

describe("The end of a job", () => {
  const ends = [
    [
      "completed",
      (job: string) =>
        Effect.asVoid(
          Settlements.Settlements.use(({ settle }) => settle({ job, rows: rowsFrom([0, 1]) }))
        )
    ],
    [
      "failed",
      (job: string) => Effect.asVoid(Jobs.Jobs.use(({ fail }) => fail(job, "upload_unreadable")))
    ],
    [
      "cancelled",
      (job: string, account: string) =>
        Effect.asVoid(Jobs.Jobs.use(({ cancel }) => cancel({ account, job })))
    ]
  ] as const

  for (const [how, end] of ends)
    it.effect(`is told when it is ${how}, as GET /jobs/{id} shows it`, () =>
      world(
        Effect.gen(function* () {
          const { account, to, secret } = yield* toldOf(1_000)
          const { id } = yield* submitted({ account, emails: emailsTo(2) })
          yield* end(id, account)
          const job = toBulkJob(yield* Jobs.Jobs.use(({ get }) => get(id)))
          yield* deliver
          assert.strictEqual(to.heard.length, 1)
          assert.deepStrictEqual(verified(secret, to.heard[0]!), {
            type: `job.${how}`,
            timestamp: job.completed_at,
            data: job
          })
        })
      )
    )

  it.effect("is told once, however often it is asked for", () =>
    world(
      Effect.gen(function* () {
        const { account } = yield* toldOf(1_000)
        const { cancel, remove } = yield* Jobs.Jobs
        const { id: job } = yield* submitted({ account, emails: emailsTo(2) })
        const own = { account, job }
        yield* Effect.all([cancel(own), cancel(own), cancel(own)], { concurrency: "unbounded" })
        yield* remove(own)
        assert.deepStrictEqual(
          (yield* log(account)).map(({ type }) => type),
          ["job.cancelled"]
        )
      })
    )
  )

  it.effect("is nothing to tell for an account without a webhook", () =>
    world(
      Effect.gen(function* () {
        const account = yield* customer(1_000)
        const { id: job } = yield* submitted({ account, emails: emailsTo(2) })
        yield* Jobs.Jobs.use(({ cancel }) => cancel({ account, job }))
        assert.deepStrictEqual(yield* log(account), [])
      })
    )
  )
})

const low = creditsLow(lowBelow)

/** As the service does behind every append. */
const followed = Effect.gen(function* () {
  const store = yield* EventStore
  while ((yield* store.seal).sealed > 0);
  const write = yield* WriteSql
  yield* Effect.provideService(catchUp(low), SqlClient.SqlClient, write)
})

const ordered = (account: string, order: orders.LedgerCommand) =>
  Effect.andThen(
    Ledger.Ledger.use(({ submit }) => submit(account, order)),
    followed
  )

const grant = (account: string, credits: number) =>
  ordered(account, orders.grant({ grantId: randomUUIDv7(), credits, reason: "top-up" }))

const hold = (account: string, credits: number) =>
  Effect.gen(function* () {
    const holdId = randomUUIDv7()
    const expiresAt = Date.now() + 600_000
    const purpose = { kind: "verification", mode: "fast" } as const
    yield* ordered(account, orders.hold({ holdId, credits, expiresAt, purpose }))
    return holdId
  })

const settle = (account: string, holdId: string, charge: number) =>
  ordered(account, orders.settle({ holdId, charge }))

const spend = (account: string, credits: number) =>
  Effect.flatMap(hold(account, credits), (id) => settle(account, id, credits))

const types = (account: string) => Effect.map(log(account), (rows) => rows.map(({ type }) => type))

describe("Low credits", () => {
  it.effect(
    "are told once when the balance falls under the threshold, and again after it rose",
    () =>
      world(
        Effect.gen(function* () {
          const { account, to, secret } = yield* toldOf(lowBelow + 1)
          yield* spend(account, 1)
          assert.deepStrictEqual(yield* types(account), [])
          yield* spend(account, 1)
          assert.deepStrictEqual(yield* types(account), ["credits.low"])
          yield* spend(account, 5)
          yield* grant(account, 5)
          yield* spend(account, 5)
          assert.strictEqual((yield* types(account)).length, 1)
          yield* grant(account, 6)
          yield* spend(account, 1)
          assert.strictEqual((yield* types(account)).length, 2)
          yield* deliver
          const said = to.heard.map((heard) => verified(secret, heard))
          for (const one of said)
            assert.deepInclude(one, { type: "credits.low", data: { credits: 99 } })
          assert.strictEqual(said.length, 2)
        })
      )
  )

  it.effect("are not those that a request holds and gives back", () =>
    world(
      Effect.gen(function* () {
        const { account } = yield* toldOf(lowBelow + 3)
        for (let n = 0; n < 3; n++) yield* settle(account, yield* hold(account, 5), 1)
        assert.deepStrictEqual(yield* types(account), [])
        yield* settle(account, yield* hold(account, 5), 1)
        assert.deepStrictEqual(yield* types(account), ["credits.low"])
      })
    )
  )

  it.effect("are those that a job does not hold", () =>
    world(
      Effect.gen(function* () {
        const { account } = yield* toldOf(lowBelow + 1)
        yield* submitted({ account, emails: emailsTo(2) })
        yield* followed
        assert.deepStrictEqual(yield* types(account), ["credits.low"])
      })
    )
  )

  it.effect("are no news for a webhook that is set when they are low already", () =>
    world(
      Effect.gen(function* () {
        const { account } = yield* toldOf(lowBelow - 1)
        yield* spend(account, 1)
        assert.deepStrictEqual(yield* types(account), [])
        yield* grant(account, 2)
        yield* spend(account, 1)
        assert.deepStrictEqual(yield* types(account), ["credits.low"])
      })
    )
  )

  it.effect("are told nobody again when the view is made anew", () =>
    world(
      Effect.gen(function* () {
        const { account } = yield* toldOf(lowBelow)
        yield* spend(account, 1)
        yield* rebuild(low)
        yield* followed
        yield* followed
        assert.deepStrictEqual(yield* types(account), ["credits.low"])
      })
    )
  )
})
