import { randomBytes, randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { migrate, migrateUpTo } from "@rcpt/service/platform/migrate"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { emptyDatabase } from "../../../support/freshDatabase.ts"

/** The last migration in which an account was a person. */
const before = 30

describe("An account from before there were people", () => {
  it.live("has one person, its manager, with its sign-in, sessions, second factor and keys", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase()
      const [open, closed, session, key] = Array.from({ length: 4 }, () => randomUUIDv7())
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* migrateStore
        yield* migrateUpTo(before)
        yield* sql`
          insert into account (account_id, email, password_hash, owner, address_key, closed_at)
          values (${open}, 'ann@rcpt.test', 'hash', true, ${randomBytes(32)}, null),
            (${closed}, null, null, false, ${randomBytes(32)}, now())`
        yield* sql`
          insert into session (session_id, account_id, agent, expires_at)
          values (${session}, ${open}, 'Firefox', now() + interval '1 day')`
        yield* sql`insert into account_totp (account_id, secret) values (${open}, 'sealed')`
        yield* sql`
          insert into recovery_code (account_id, hash) values (${open}, ${randomBytes(32)})`
        yield* sql`
          insert into api_key (key_id, account_id, hash, last4, name)
          values (${key}, ${open}, ${randomBytes(32)}, 'abcd', 'ci')`

        yield* migrate
        const people = yield* sql`
          select person_id as id, account_id as account, role, email, password_hash as hash,
            last_seen_at is not null as seen from person`
        assert.deepStrictEqual(people, [
          {
            id: open,
            account: open,
            role: "manager",
            email: "ann@rcpt.test",
            hash: "hash",
            seen: true
          }
        ])
        assert.deepStrictEqual(
          yield* sql`select session_id as id, person_id as person from session`,
          [{ id: session, person: open }]
        )
        assert.deepStrictEqual(
          yield* sql`select person_id as person from person_totp join recovery_code using (person_id)`,
          [{ person: open }]
        )
        assert.deepStrictEqual(yield* sql`select role, made_by from api_key`, [
          { role: "manager", made_by: null }
        ])
      }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })))
    })
  )
})
