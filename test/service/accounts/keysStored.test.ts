import * as Accounts from "@rcpt/service/accounts/Accounts"
import * as ApiKeys from "@rcpt/service/accounts/ApiKeys"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import * as Database from "@rcpt/service/platform/Database"
import { Effect, Layer, Redacted } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { refuseTwice } from "../../support/refuseTwice.ts"
import { assert, describe, it } from "../../support/vitest.ts"

const services = Layer.unwrap(
  Effect.map(freshDatabase(), (url) =>
    Layer.mergeAll(Accounts.layer, ApiKeys.layer).pipe(
      Layer.provideMerge(Database.layer(Redacted.make(url)))
    )
  )
)

const keys = Effect.gen(function* () {
  const { open } = yield* Accounts.Accounts
  const { issue, revoke, list } = yield* ApiKeys.ApiKeys
  const account = yield* open({ email: "ann@rcpt.test", passwordHash: "-", owner: false })
  return {
    issue: issue(account, { name: "ci", scopes: [], by: "operator", key: generate() }),
    revoke: (keyId: string) => revoke({ account, keyId, by: "operator" }),
    live: Effect.map(list(account), (all) => all.map(({ name }) => name))
  }
})

describe("While the database is away for a moment", () => {
  it.live("a key is still issued, once", () =>
    Effect.gen(function* () {
      const { issue, live } = yield* keys
      yield* refuseTwice("es.event", "new.type = 'ApiKeyIssued'")
      yield* issue
      assert.deepStrictEqual(yield* live, ["ci"])
    }).pipe(Effect.provide(services))
  )

  it.live("a key is still revoked", () =>
    Effect.gen(function* () {
      const { issue, revoke, live } = yield* keys
      const { keyId } = yield* issue
      yield* refuseTwice("es.event", "new.type = 'ApiKeyRevoked'")
      yield* revoke(keyId)
      assert.deepStrictEqual(yield* live, [])
    }).pipe(Effect.provide(services))
  )
})
