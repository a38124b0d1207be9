import { createHmac } from "node:crypto"

import { Config, load } from "@rcpt/service/platform/Config"
import * as Secrets from "@rcpt/service/platform/Secrets"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { emptyDatabase } from "../../support/freshDatabase.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { sqlOf } from "../accounts/keysWorld.ts"

const secret = "0123456789abcdef0123456789abcdef"

const keyOf = (
  running: service.Running,
  purpose: string,
  given: Readonly<Record<string, string>> = {}
) =>
  Effect.gen(function* () {
    const { config } = yield* load({}, given)
    const layer = Secrets.layer.pipe(Layer.provide([sqlOf(running), Layer.succeed(Config, config)]))
    const key = yield* Secrets.Secrets.use((secrets) => secrets.key(purpose)).pipe(
      Effect.provide(layer)
    )
    return Buffer.from(key).toString("hex")
  })

describe("The secret of a service", () => {
  it.live("is made once for a database, and gives each purpose a key of its own", function* () {
    const running = yield* service.start()
    const session = yield* keyOf(running, "session")
    assert.match(session, /^[0-9a-f]{64}$/)
    yield* running.kill("SIGTERM")
    const again = yield* running.restart
    assert.strictEqual(yield* keyOf(again, "session"), session)
    assert.notStrictEqual(yield* keyOf(again, "control"), session)
    // A migrated database that was copied would bring its secret along.
    const other = yield* service.start({ databaseUrl: yield* emptyDatabase() })
    assert.notStrictEqual(yield* keyOf(other, "session"), session)
    const rows = yield* SqlClient.SqlClient.use(
      (sql) => sql`insert into service_secret (secret) values (sha256('x'))`
    ).pipe(Effect.exit, Effect.provide(sqlOf(again)))
    assert.strictEqual(rows._tag, "Failure")
  })

  it.live(
    "is that of RCPT_SECRET where it is given, and then no node needs the database's",
    function* () {
      const running = yield* service.start()
      const given = { RCPT_SECRET: secret }
      const key = yield* keyOf(running, "session", given)
      // RFC 5869 by another hand: HKDF-SHA-256 with salt "rcpt" and info "session".
      const extracted = createHmac("sha256", "rcpt").update(secret).digest()
      const expanded = createHmac("sha256", extracted).update("session\u0001").digest("hex")
      assert.strictEqual(key, expanded)
      assert.notStrictEqual(key, yield* keyOf(running, "session"))
    }
  )

  it.effect("is refused when it is short", function* () {
    const { message } = yield* Effect.flip(load({}, { RCPT_SECRET: secret.slice(1) }))
    assert.match(message, /^RCPT_SECRET must be at least 32 random characters/)
  })
})
