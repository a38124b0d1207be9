/** What schedules know of a person is found by its digests, among however many changes. */
import { randomUUIDv7 } from "node:crypto"

import { erasedPersonOf } from "@rcpt/service/erasure/ErasedPerson"
import { eraseContacts } from "@rcpt/service/erasure/eraseKept"
import {
  addressDigestOf,
  changeMailboxOf,
  contactMailboxOf
} from "@rcpt/service/schedules/contactDigest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser, freshDatabase } from "../../support/freshDatabase.ts"
import { openAccount } from "../../support/openAccount.ts"
import * as planWatch from "../../support/planWatch.ts"
import { assert, it } from "../../support/vitest.ts"

const otherCount = 20_000
const schedule = randomUUIDv7()

/** One mailbox in several spellings, two of them in cells with others. */
const named = [
  { key: "1", email: "A.Zykowski+News@Gmail.com" },
  { key: "azykowski@gmail.com", email: "azykowski@gmail.com" },
  { key: "3", email: "Zy <a.zykowski@googlemail.com>" },
  { key: "was azykowski@gmail.com", email: "bob@acme.test" }
]

const fill = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly addressKey: Uint8Array }>`
    select address_key as "addressKey" from account where account_id = ${account}`
  const { addressKey } = row!
  yield* sql`
    insert into schedule (schedule_id, account_id, name, source, every, time_zone, mode, max_age)
    values (${schedule}, ${account}, 'A', '{"kind": "list"}', '30d', 'UTC', 'fast', '30d')`
  const insert = (key: string, email: string, mailbox: string | null) => sql`
    insert into schedule_change (schedule_id, run_id, mailbox, key, email, status, recommendation, checked_at)
    values (${schedule}, ${schedule}, decode(${mailbox}, 'hex'), ${key}, ${email}, 'valid', 'send', now())`
  for (const contact of named)
    yield* insert(contact.key, contact.email, changeMailboxOf(addressKey, contact))
  yield* sql`
    insert into schedule_change (schedule_id, run_id, mailbox, key, email, status, recommendation, checked_at)
    select ${schedule}, ${schedule}, decode(md5(n::text), 'hex'), n::text, 'c' || n || '@acme.test', 'valid', 'send',
      now()
    from generate_series(1, ${otherCount}::int) n`
  for (const { email } of named) {
    const address = contactMailboxOf(addressKey, email, addressDigestOf(addressKey, email))
    yield* sql`
      insert into schedule_contact (schedule_id, contact, address, status, checked_at, seen_in)
      values (${schedule}, decode(md5(${email}), 'hex'), ${address}, 'valid', now(), ${schedule})`
  }
  return addressKey
})

it.live("A person's contacts and changes are erased without reading those of others", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const { account } = yield* openAccount(url)
    const watch = planWatch.make(asSuperuser(url))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const addressKey = yield* fill(account)
      const person = erasedPersonOf("a.zykowski@gmail.com")
      const plans = yield* watch.plansOf(
        Effect.tap(eraseContacts({ account, addressKey }, person), (erased) =>
          Effect.sync(() => assert.strictEqual(erased, 4 + 3))
        )
      )
      const read = plans
        .flatMap(({ Plan }) => planWatch.nodesOf(Plan))
        .reduce((sum, node) => sum + planWatch.rowsRead(node), 0)
      assert.isBelow(read, 100)
      const left = yield* sql<{ readonly count: number }>`
        select count(*)::int as count from schedule_change`
      assert.deepStrictEqual(left, [{ count: otherCount }])
      const contacts = yield* sql<{ readonly count: number }>`
        select count(*)::int as count from schedule_contact`
      assert.deepStrictEqual(contacts, [{ count: 1 }])
    }).pipe(Effect.provide(Layer.fresh(watch.client)))
  }).pipe(Effect.scoped)
)
