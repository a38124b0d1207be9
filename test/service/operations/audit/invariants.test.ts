import { randomUUIDv7 } from "node:crypto"

import { expect, layer } from "@effect/vitest"
import * as Accounts from "@rcpt/service/accounts/Accounts"
import * as orders from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { contradictions, invariants } from "@rcpt/service/operations/audit/invariants"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../../support/freshDatabase.ts"
import { database, emailsTo, nodeLayer, submitted, workAll } from "../../jobs/jobsWorld.ts"

const purpose = { kind: "verification", mode: "fast" } as const
const receipt = { status: "valid", score: 100 } as const

const lived = Effect.gen(function* () {
  const { open: openAccount } = yield* Accounts.Accounts
  const account = yield* openAccount({ email: "ann@acme.test", passwordHash: "-", owner: false })
  const { submit } = yield* Ledger.Ledger
  const order = (of: Parameters<typeof submit>[1]) => submit(account, of)
  const hold = (holdId: string, credits: number) =>
    order(orders.hold({ holdId, credits, expiresAt: null, purpose }))
  const [charged, refunded, part, open, taken] = Array.from({ length: 5 }, () => randomUUIDv7())
  yield* order(orders.grant({ grantId: randomUUIDv7(), credits: 100, reason: "top-up" }))
  yield* order(orders.adjust({ adjustmentId: randomUUIDv7(), credits: -3, reason: "mistake" }))
  yield* order(orders.adjust({ adjustmentId: randomUUIDv7(), credits: 2, reason: "mistake" }))
  yield* hold(charged!, 1)
  yield* order(orders.settle({ holdId: charged!, charge: 1, receipt }))
  yield* hold(refunded!, 1)
  yield* order(orders.settle({ holdId: refunded!, charge: 0 }))
  yield* hold(part!, 5)
  yield* order(orders.settle({ holdId: part!, charge: 1, receipt }))
  yield* hold(open!, 5)
  yield* hold(taken!, 1)
  yield* order(orders.settle({ holdId: taken!, charge: 1, receipt }))
  yield* order(orders.reverseCharge({ holdId: taken! }))
  const job = yield* submitted({ account, emails: [...emailsTo(8), ...emailsTo(2)] })
  yield* workAll(job.id)
  yield* submitted({ account, emails: emailsTo(3) })
})

const ledger = Layer.effectDiscard(lived).pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Effect.map(database, asSuperuser), nodeLayer)))
)

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
    `update es.event set data = replace(data::text, '"credits":6', '"credits":5')::json
     where type = 'ChunkSettled'`
  ],
  I6: [
    `update es.event set data = replace(data::text, '"valid"', '"unknown"')::json`,
    `update job_result set credits = 1 where status = 'unknown'`,
    `update job_result set credits = 5 where status = 'valid'`
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
    `update es.event set data = replace(data::text, '"chunk":0', '"chunk":7')::json
     where type = 'ChunkSettled'`
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
