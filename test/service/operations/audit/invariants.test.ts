import { randomUUIDv7 } from "node:crypto"

import { expect, layer } from "@effect/vitest"
import { heldFor } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import * as Accounts from "@rcpt/service/accounts/Accounts"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import * as orders from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { contradictions, invariants } from "@rcpt/service/operations/audit/invariants"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../../support/freshDatabase.ts"
import { database, emailsTo, nodeLayer, submitted, workAll } from "../../jobs/jobsWorld.ts"

const kind = "verification"
const receipt = { status: "valid", score: 100 } as const
const unknown = { status: "unknown", subStatus: "dns_error", score: 50 } as const
const unrouted = { status: "invalid", subStatus: "mx_unroutable", score: 0 } as const

/** Of the request with a key. */
const key = { commandId: randomUUIDv7(), requestHash: "ab".repeat(32) }
const body = '{"email":"ann@acme.test","credits_used":1}'

const lived = Effect.gen(function* () {
  const { open: openAccount } = yield* Accounts.Accounts
  const account = yield* openAccount({ email: "ann@acme.test", passwordHash: "-", owner: false })
  const { submit } = yield* Ledger.Ledger
  const sql = yield* SqlClient.SqlClient
  const order = (of: Parameters<typeof submit>[1]) => submit(account, of)
  const hold = (mode: Mode) => {
    const holdId = randomUUIDv7()
    const purpose = { kind, mode } as const
    const expiresAt = Date.now() + 600_000
    return Effect.as(
      order(orders.hold({ holdId, credits: heldFor[mode], expiresAt, purpose })),
      holdId
    )
  }
  yield* order(orders.grant({ grantId: randomUUIDv7(), credits: 100, reason: "top-up" }))
  yield* order(orders.adjust({ adjustmentId: randomUUIDv7(), credits: -3, reason: "mistake" }))
  yield* order(orders.adjust({ adjustmentId: randomUUIDv7(), credits: 2, reason: "mistake" }))
  yield* order(orders.settle({ holdId: yield* hold("fast"), charge: 1, receipt }))
  yield* order(orders.settle({ holdId: yield* hold("fast"), charge: 0, receipt: unknown }))
  yield* order(orders.settle({ holdId: yield* hold("deep"), charge: 1, receipt: unrouted }))
  yield* order(orders.settle({ holdId: yield* hold("deep"), charge: 5, receipt }))
  yield* hold("deep")
  const taken = yield* hold("fast")
  yield* order(orders.settle({ holdId: taken, charge: 1, receipt }))
  yield* order(orders.reverseCharge({ holdId: taken }))
  yield* order(orders.refund({ holdId: yield* hold("fast"), reason: "failed" }))
  const early = yield* hold("deep")
  yield* order(orders.refund({ holdId: early, reason: "remainder", keep: 1 }))
  yield* order(orders.expire({ holdId: early, now: Date.now() + 700_000 }))

  yield* sql`
    insert into idempotency (account_id, key_hmac, request_hmac, command_id, lease, leased_until)
    values (${account}, decode(${"cd".repeat(32)}, 'hex'), decode(${key.requestHash}, 'hex'),
      ${key.commandId}, gen_random_uuid(), now())`
  const paid = orders.settle({ holdId: yield* hold("fast"), charge: 1, receipt })
  yield* order(orders.withReply(paid, { ...key, body }))

  const job = yield* submitted({ account, emails: [...emailsTo(8), ...emailsTo(2)] })
  yield* workAll(job.id)
  yield* submitted({ account, emails: emailsTo(3) })
  const removed = yield* submitted({ account, emails: emailsTo(4) })
  yield* workAll(removed.id)
  yield* Jobs.use(({ remove }) => remove({ account, job: removed.id }))
  const jobs = yield* Jobs
  yield* jobs.cancel({ account, job: (yield* submitted({ account, emails: emailsTo(3) })).id })
  const failed = yield* submitted({ account, emails: emailsTo(3), mode: "deep" })
  yield* jobs.fail(failed.id, "upload_unreadable")
})

const ledger = Layer.effectDiscard(lived).pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Effect.map(database, asSuperuser), nodeLayer)))
)

/** Changes the text of events of one type, all of them or the first that match. */
const rewrite = (type: string, from: string, to: string, which = "true") =>
  `update es.event set data = replace(data::text, '${from}', '${to}')::json
   where type = '${type}' and (${which})`

const ofFirst = (condition: string) =>
  `(commit_id, idx) = (select commit_id, idx from es.event where ${condition} order by commit_id, idx limit 1)`

/** The first charge of a valid check in fast mode, made to look like a refund. */
const asRefund = (fields: string) =>
  `update es.event set type = 'CreditsRefunded',
     data = (data::jsonb - 'receipt' || '${fields}')::json
   where ${ofFirst("type = 'CreditsCharged'")}`

/** Somebody with the rights of an administrator, and the worst of intentions. */
const tampered: Readonly<Record<string, ReadonlyArray<string>>> = {
  I1: [`update es.account set available = available + 1`],
  I2: [
    `alter table es.account drop constraint account_available_check;
     update es.account set available = -1`
  ],
  I3: [`update es.hold set refunded = refunded + 1 where credits > charged + refunded`],
  I4: [`insert into es.account values (gen_random_uuid(), 5)`],
  I5: [
    `update es.transfer set amount = amount + 1 where credit like 'sys:usage:%'`,
    rewrite("ChunkSettled", '"credits":6', '"credits":5')
  ],
  I6: [
    `update es.event set data = replace(data::text, '"valid"', '"unknown"')::json`,
    `update job_result set credits = 1 where status = 'unknown'`,
    `update job_result set credits = 5 where status = 'valid'`,
    asRefund(`{"reason":"unknown","receipt":{"status":"valid","score":100}}`),
    asRefund(`{"reason":"unknown"}`),
    asRefund(`{"reason":"failed","receipt":{"status":"valid","score":100}}`),
    asRefund(`{"reason":"remainder"}`),
    asRefund(`{"reason":"unanswered"}`),
    asRefund(`{"reason":"gift"}`),
    asRefund(`{}`),
    rewrite("CreditsCharged", '"credits":1', '"credits":5', "data::text like '%mx_unroutable%'"),
    rewrite("CreditsCharged", '"credits":5', '"credits":3'),
    rewrite("CreditsCharged", ',"receipt":{"status":"valid","score":100}', ""),
    rewrite("CreditsHeld", '"mode":"fast"', '"mode":"deep"'),
    rewrite("CreditsHeld", '"credits":5', '"credits":4', "data::text like '%deep%'"),
    rewrite("CreditsHeld", '"kind":"verification"', '"kind":"job"'),
    `update es.event set data = (data::jsonb || '{"expiresAt":null}')::json where type = 'CreditsHeld'`,
    rewrite("CreditsRefunded", '"credits":4', '"credits":3'),
    rewrite("CreditsRefunded", "unknown", "valid", "data::text like '%dns_error%'"),
    rewrite("CreditsRefunded", "unanswered", "failed"),
    `delete from es.event where type = 'CreditsHeld' and version = 4`,
    `insert into es.event select commit_id, idx + 10, stream_id, version + 100, type, v, data, hash
     from es.event where type = 'CreditsCharged' and data::text like '%valid%'`,
    rewrite("ChunkSettled", '"credits":3', '"credits":0'),
    rewrite("ChunkSettled", '"credits":3', '"credits":4'),
    rewrite("ChunkSettled", '"valid":1', '"valid":2')
  ],
  I7: [
    `update job_result set credits = 5 where row_no = 0`,
    `update job_result set status = 'risky' where row_no = 0`,
    `delete from job_result`,
    `delete from job_repeat where first_row = 1`,
    `update job set valid_rows = valid_rows - 1, risky_rows = risky_rows + 1 where valid_rows > 0`,
    `update job set charged = charged - 1 where charged > 0`,
    `update job set version = version + 1`,
    `update es.hold set refunded = refunded - 1
     where hold_id = (select hold_id from job where status = 'complete')`,
    rewrite("ChunkSettled", '"chunk":0', '"chunk":7'),
    rewrite("JobSubmitted", '"mode":"fast"', '"mode":"deep"'),
    rewrite("JobSubmitted", '"rows":4', '"rows":5'),
    `delete from es.event where type = 'JobCompleted'`,
    `update es.event set type = 'JobCompleted' where type = 'JobCancelled'`,
    `update es.event set type = 'JobCancelled' where type = 'JobFailed'`,
    `insert into es.event select commit_id, idx + 10, stream_id, version + 100, type, v, data, hash
     from es.event where type = 'ChunkSettled'`,
    `delete from es.event where stream_id like 'job-%'`,
    `update es.event set data = (data::jsonb || '{"holdId":"00000000-0000-7000-8000-000000000000"}')::json
     where type = 'ChunkSettled'`,
    rewrite("CreditsRefunded", '"remainder"', '"failed"', "data::text like '%remainder%'")
  ],
  I8: [
    `update es.hold set expires_at = null where charged + refunded < credits`,
    `update es.hold set expires_at = expires_at + interval '1 year'`,
    `update es.hold set account_id = gen_random_uuid() where charged = 1`,
    `update es.hold set credits = credits + 1 where charged = 5`,
    `delete from es.hold where charged + refunded < credits`,
    `insert into es.hold (hold_id, account_id, credits, expires_at)
     select gen_random_uuid(), account_id, 5, now() from es.account`
  ],
  I9: [
    `delete from es.command where outcome ->> 'credits' = '100'`,
    `update es.command set outcome = '{"account":"somebody","credits":100}'
     where outcome ->> 'credits' = '100'`,
    `update es.command set request_hash = sha256('x') where outcome ->> 'credits' = '-3'`,
    `update es.command set commit_id = commit_id + 1 where outcome ->> 'credits' = '2'`,
    `insert into es.command select gen_random_uuid(), request_hash, commit_id, outcome
     from es.command where outcome ->> 'credits' = '2'`,
    `update es.command set commit_id = (select max(commit_id) from es.event where stream_id like 'job-%')
     where command_id = '${key.commandId}'`,
    `delete from es.command where command_id = '${key.commandId}'`,
    `update es.command set request_hash = sha256('x') where command_id = '${key.commandId}'`,
    `delete from es.reply`
  ]
}

layer(ledger)("The invariants of the ledger", (it) => {
  it.effect("hold for everything that can happen to credits", () =>
    Effect.gen(function* () {
      expect(yield* contradictions).toEqual([])
    })
  )

  const crimes = invariants.flatMap(({ id, says }) =>
    tampered[id]!.map((crime, n) => ({ id, says, crime, n: n + 1 }))
  )
  for (const { id, says, crime, n } of crimes)
    it.effect(`${id}: ${says} A row that is tampered with is found (${n})`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const found = yield* Effect.gen(function* () {
          yield* sql`set local session_replication_role = replica`
          for (const statement of crime.split(";")) yield* sql.unsafe(statement)
          return yield* Effect.flip(Effect.flatMap(contradictions, Effect.fail))
        }).pipe(
          // The tampering is undone: each row of the table is a crime of its own.
          Effect.flatMap((broken) => Effect.fail({ broken })),
          sql.withTransaction,
          Effect.flip
        )
        expect("broken" in found && found.broken).toContainEqual(
          expect.objectContaining({ invariant: expect.objectContaining({ id }) })
        )
        expect(yield* contradictions).toEqual([])
      })
    )
})
