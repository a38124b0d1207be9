import { erasedPersonOf } from "@rcpt/service/erasure/ErasedPerson"
import { eraseMail } from "@rcpt/service/erasure/eraseKept"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../support/vitest.ts"
import { begin, lowFor, queue, recipient, resetFor, rows, send } from "./mailWorld.ts"

const erase = (account: string, email: string) =>
  Effect.flatMap(WriteSql, (sql) =>
    Effect.provideService(eraseMail(account, erasedPersonOf(email)), SqlClient.SqlClient, sql)
  )

describe("An address that is erased", () => {
  it.effect("has no mail left of the account, sent or not, in whatever spelling", function* () {
    const { node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      yield* queue(lowFor({ ...to, email: "Ann@Customer.test" }, 1))
      yield* send
      yield* queue(resetFor({ ...to, email: "ann@customer.test" }))
      yield* queue(lowFor({ ...to, email: "joann@customer.test" }, 1))
      assert.strictEqual(yield* erase(to.account, "ann@customer.test"), 2)
      assert.strictEqual((yield* rows).length, 1)
      assert.strictEqual(yield* erase(to.account, "ann@customer.test"), 0)
    }).pipe(Effect.provide(node))
  })

  it.effect("is in no message that waits for somebody else", function* () {
    const { node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      const facts = { name: "key of ann@customer.test", last4: "abcd" }
      yield* queue({ kind: "key_made", to, facts })
      yield* queue({ kind: "email_replaced", to, facts: { new: "ann@customer.test" } })
      yield* queue(lowFor(to, 1))
      assert.strictEqual(yield* erase(to.account, "ann@customer.test"), 2)
      assert.strictEqual((yield* rows).length, 1)
    }).pipe(Effect.provide(node))
  })

  it.effect("stays in the mail of other accounts", function* () {
    const { node } = yield* begin
    yield* Effect.gen(function* () {
      const [one, other] = [yield* recipient(), yield* recipient()]
      yield* queue(lowFor({ ...other, email: "ann@customer.test" }, 1))
      assert.strictEqual(yield* erase(one.account, "ann@customer.test"), 0)
    }).pipe(Effect.provide(node))
  })
})
