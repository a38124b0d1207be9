import { ErasureReceipt } from "@rcpt/api/Erasure"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { accepts, sqlOf } from "../service/accounts/keysWorld.ts"
import { openPerson } from "../service/accounts/sessions/sessionWorld.ts"
import { jobWith, ledgerKey, startService } from "../service/erasure/erasureWorld.ts"
import { placesOf } from "../service/erasure/scanDatabase.ts"
import { emptyDatabase } from "../support/freshDatabase.ts"
import { openAccount } from "../support/openAccount.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const decode = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Array(Schema.Struct({ account: Schema.String, receipt: ErasureReceipt }))
  )
)

const csv = "name,email\r\nPalatine,ann@acme.test\r\nBob,bob@acme.test"

describe("rcpt erase", () => {
  it.live("erases an address from all accounts, or from one, and says what it found", () =>
    Effect.gen(function* () {
      const running = yield* startService()
      const url = running.databaseUrl!
      // The data folder of the run may have the key of another service.
      const env = { RCPT_DATABASE_URL: url, RCPT_LEDGER_KEY: ledgerKey }
      const { account } = yield* openAccount(url)
      yield* jobWith(running, csv)

      const other = yield* rcpt(["erase", "ann@acme.test", "--account", account, "--json"], env)
      assert.strictEqual(other.code, 0, other.stderr)
      const [receipt, ...more] = yield* decode(other.stdout)
      assert.deepStrictEqual([receipt?.account, receipt?.receipt.found], [account, false])
      assert.deepStrictEqual(more, [])
      assert.isAbove((yield* placesOf(url, ["palatine"])).size, 0)

      const all = yield* rcpt(["erase", "ANN@acme.test"], env)
      assert.strictEqual(all.code, 0, all.stderr)
      assert.match(all.stdout, /^Account [\da-f-]{36}, .* UTC\n  job_rows +1\n/)
      assert.match(all.stdout, /receipt: event [\da-f-]{36}\n\nKept:\n  - entries of the ledger:/)
      assert.deepStrictEqual([...(yield* placesOf(url, ["palatine"])).keys()], [])

      const again = yield* rcpt(["erase", "ann@acme.test"], env)
      assert.strictEqual(again.code, 0, again.stderr)
      assert.match(again.stdout, /^Nothing was found\.\n/)
      const { json: security } = yield* running.get("/api/v1/account/security")
      const [erased] = Object(security).events
      assert.deepInclude(erased, { type: "address_erased", by: "operator" })
      const verified = yield* rcpt(["ledger", "verify"], env)
      assert.strictEqual(verified.code, 0, verified.stdout + verified.stderr)
    }).pipe(Effect.scoped)
  )

  it.live("refuses what it cannot do, with a sentence", () =>
    Effect.gen(function* () {
      const empty = { RCPT_DATABASE_URL: yield* emptyDatabase() }
      const folder = { RCPT_DATA_DIR: yield* tempFolder() }
      const rows = [
        [["erase", " "], {}, 64, /^The address must have 1 to 254 characters\.\n$/],
        [["erase", "ann@acme.test"], folder, 69, /^There is no database in /],
        [["erase", "ann@acme.test"], empty, 69, /no service has run on it yet/]
      ] as const
      for (const [args, env, expected, says] of rows) {
        const { code, stdout, stderr } = yield* rcpt(args, env)
        assert.deepStrictEqual([code, stdout], [expected, ""], stderr)
        assert.match(stderr, says)
      }
    }).pipe(Effect.scoped)
  )
})

describe("rcpt erase, of somebody who has no account yet,", () => {
  it.live("erases sign-ups that were not confirmed, and their mail", () =>
    Effect.gen(function* () {
      const running = yield* startService()
      const env = { RCPT_DATABASE_URL: running.databaseUrl!, RCPT_LEDGER_KEY: ledgerKey }
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const emails = ["Dora@acme.test", "bob@acme.test"]
        for (const email of emails) {
          yield* sql`
            insert into sign_up (hash, email, password_hash, language, expires_at)
            values (sha256(${email}::bytea), ${email}, '', 'en', now() + interval '1 day')`
          yield* sql`
            insert into mail_outbox (mail_id, email, language, kind, facts)
            values (gen_random_uuid(), ${email}, 'en', 'confirm_email', '[]')`
        }

        const { code, stderr } = yield* rcpt(["erase", "dora@acme.test"], env)
        assert.deepStrictEqual(
          [code, stderr],
          [0, "Also erased, outside of accounts: sign-ups and mail, 2.\n"]
        )
        const left = yield* sql`
          select email from sign_up union all select email from mail_outbox`
        assert.deepStrictEqual(left, [{ email: "bob@acme.test" }, { email: "bob@acme.test" }])
      }).pipe(Effect.provide(sqlOf(running)))
    }).pipe(Effect.scoped)
  )
})

describe("rcpt admin close", () => {
  it.live("closes an account that is named, if it is meant, and never the last owner's", () =>
    Effect.gen(function* () {
      const running = yield* startService()
      const env = { RCPT_DATABASE_URL: running.databaseUrl! }
      const person = yield* openPerson(running)
      const refusals = [
        [["nobody@acme.test", "--yes"], /^No account found for nobody@acme\.test\.\n$/],
        [[person.email], /would be closed permanently\. To do so, add --yes\.\n$/],
        [["owner@rcpt.test", "--yes"], /^The last account that owns the service cannot be closed/]
      ] as const
      for (const [args, says] of refusals) {
        const { code, stdout, stderr } = yield* rcpt(["admin", "close", ...args], env)
        assert.deepStrictEqual([code, stdout], [64, ""], stderr)
        assert.match(stderr, says)
      }
      assert.isTrue(yield* accepts(running, person.apiKey))

      const closed = yield* rcpt(["admin", "close", person.email, "--yes"], env)
      assert.strictEqual(closed.code, 0, closed.stderr)
      assert.match(closed.stdout, /^Account [\da-f-]{36} is closed\.\n  keys revoked +1\n/)
      assert.isFalse(yield* accepts(running, person.apiKey))
      const again = yield* rcpt(["admin", "close", person.account, "--yes"], env)
      assert.strictEqual(again.code, 64, again.stdout)
      const listed = yield* rcpt(["admin", "accounts", "--url", running.base], {
        RCPT_API_KEY: running.apiKey
      })
      assert.match(listed.stdout, /^closed account\n(?: .*\n)*  closed +2/)
    }).pipe(Effect.scoped)
  )
})
