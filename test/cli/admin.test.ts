import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { sqlOf } from "../service/accounts/keysWorld.ts"
import { events } from "../service/accounts/security/securityWorld.ts"
import {
  lasts,
  openPerson,
  signIn,
  tryToSignIn
} from "../service/accounts/sessions/sessionWorld.ts"
import { emptyDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const reset = (email: string, env: Readonly<Record<string, string>>) =>
  rcpt(["admin", "reset-password", email], env)

describe("rcpt admin reset-password", () => {
  it.live("prints a new password once, and ends the account's sessions", function* () {
    const running = yield* service.start()
    const env = { RCPT_DATABASE_URL: running.databaseUrl! }
    const ann = yield* openPerson(running)
    const bob = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)
    const { cookie: bobs } = yield* signIn(running, bob)

    const { code, stdout, stderr } = yield* reset(ann.email.toUpperCase(), env)
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /^[A-Za-z0-9]{16}\n$/)
    assert.match(stderr, /shown only once/)
    assert.isFalse(yield* lasts(running, cookie))
    assert.isTrue(yield* lasts(running, bobs))
    assert.strictEqual((yield* tryToSignIn(running, ann)).status, 401)
    yield* signIn(running, { ...ann, password: stdout.trim() })

    const missing = yield* reset("nobody@rcpt.test", env)
    assert.deepStrictEqual([missing.code, missing.stdout], [64, ""])
    assert.strictEqual(missing.stderr, "No account found for nobody@rcpt.test.\n")
  })

  it.live(
    "reports a missing database, one without tables, and one that does not answer",
    function* () {
      const folder = yield* tempFolder()
      const none = yield* reset("ann@rcpt.test", { RCPT_DATA_DIR: folder })
      const empty = yield* reset("ann@rcpt.test", { RCPT_DATABASE_URL: yield* emptyDatabase() })
      const url = "postgres://rcpt@127.0.0.1:1/rcpt"
      const silent = yield* reset("ann@rcpt.test", { RCPT_DATABASE_URL: url })
      for (const { code, stdout } of [none, empty, silent])
        assert.deepStrictEqual([code, stdout], [69, ""])
      assert.match(none.stderr, /^There is no database in /)
      assert.match(empty.stderr, /no service has run on it yet/)
      assert.match(silent.stderr, /^The database cannot be reached: /)
    }
  )
})

describe("rcpt admin change-email", () => {
  it.live("changes it for the person, who stays signed in", function* () {
    const running = yield* service.start()
    const env = {
      RCPT_DATABASE_URL: running.databaseUrl!,
      RCPT_PUBLIC_URL: "https://rcpt.test",
      RCPT_MAIL_URL: "smtp://127.0.0.1:1"
    }
    const change = (email: string, next: string) =>
      rcpt(["admin", "change-email", email, next], env)
    const ann = yield* openPerson(running)
    const bob = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)

    const email = `new-${ann.email}`
    const { code, stderr } = yield* change(ann.email.toUpperCase(), email)
    assert.strictEqual(code, 0, stderr)
    assert.isTrue(yield* lasts(running, cookie))
    assert.strictEqual((yield* tryToSignIn(running, ann)).status, 401)
    yield* signIn(running, { ...ann, email })
    const [, changed] = yield* events(running, ann)
    assert.deepInclude(changed, { type: "email_changed", by: "operator" })

    const told = yield* SqlClient.SqlClient.use(
      (sql) => sql`select kind, email, facts from mail_outbox`
    ).pipe(Effect.provide(sqlOf(running)))
    assert.deepStrictEqual(told, [
      { kind: "email_replaced", email: ann.email, facts: [{ new: email }] }
    ])

    for (const [name, next, says] of [
      ["nobody@rcpt.test", email, "No account found for nobody@rcpt.test.\n"],
      [email, bob.email, `Somebody signs in with ${bob.email} already.\n`],
      [email, "ann", "ann is not an email address: it has no @.\n"]
    ] as const) {
      const refused = yield* change(name, next)
      assert.deepStrictEqual([refused.code, refused.stderr], [64, says])
    }
  })
})
