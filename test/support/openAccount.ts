/** Opens another account on the database of a running service, with an unrestricted key, which manages keys and webhooks. */
import { randomUUIDv7 } from "node:crypto"

import * as Accounts from "@rcpt/service/accounts/Accounts"
import * as ApiKeys from "@rcpt/service/accounts/ApiKeys"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import * as Database from "@rcpt/service/platform/Database"
import { Effect, Layer, Redacted } from "effect"

export interface Opened {
  readonly account: string
  readonly apiKey: string
}

const opened = Effect.gen(function* () {
  const { open } = yield* Accounts.Accounts
  const { issue } = yield* ApiKeys.ApiKeys
  const email = `${randomUUIDv7()}@customer.test`
  const account = yield* open({ email, passwordHash: "-", owner: false })
  const apiKey = generate()
  yield* issue(account, {
    name: "first key",
    scopes: [],
    terms: { manages: true },
    by: "operator",
    key: apiKey
  })
  return { account, apiKey } satisfies Opened
})

const services = Layer.mergeAll(Accounts.layer, ApiKeys.layer)

export const openAccount = (databaseUrl: string): Effect.Effect<Opened> =>
  opened.pipe(
    Effect.provide(
      Layer.fresh(Layer.provide(services, Database.layer(Redacted.make(databaseUrl))))
    ),
    Effect.orDie
  )
