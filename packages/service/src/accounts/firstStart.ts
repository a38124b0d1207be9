/**
 * The first start of all opens the owner's account, with a first API key and credits to try with.
 * What the configuration does not give is generated, and shown once.
 */
import { randomUUIDv7 } from "node:crypto"

import { Effect, Redacted } from "effect"

import { Config } from "../Config.ts"
import { WriteSql } from "../Database.ts"
import { commitOrders } from "../ledger/Ledger.ts"
import * as orders from "../ledger/orders.ts"
import { Accounts } from "./Accounts.ts"
import * as apiKey from "./apiKey.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { generatePassword, hashPassword } from "./password.ts"

export interface OwnerSecrets {
  readonly email: string
  /** `undefined` when the configuration gave it: its owner knows it, and it is not repeated. */
  readonly password: string | undefined
  readonly apiKey: string | undefined
}

/** Our own advisory locks have a first key of their own; Effect cluster uses another (FNV of a name). */
const advisoryKey = { space: 0x72637074, firstStart: 1 }

/**
 * `show` is called before anything is kept: a start that is killed in between leaves no account
 * behind whose password nobody saw. One node does this, others wait and find it done.
 */
export const firstStart = Effect.fn("firstStart")(function* (
  show: (secrets: OwnerSecrets) => Effect.Effect<void>
) {
  const config = yield* Config
  const accounts = yield* Accounts
  const apiKeys = yield* ApiKeys
  const sql = yield* WriteSql

  yield* Effect.gen(function* () {
    yield* sql`select pg_advisory_xact_lock(${advisoryKey.space}, ${advisoryKey.firstStart})`
    if (yield* accounts.anyExists) return
    const password = config.ownerPassword
      ? Redacted.value(config.ownerPassword)
      : generatePassword()
    const key = config.ownerApiKey ? Redacted.value(config.ownerApiKey) : apiKey.generate()
    yield* show({
      email: config.ownerEmail,
      password: config.ownerPassword ? undefined : password,
      apiKey: config.ownerApiKey ? undefined : key
    })
    const passwordHash = yield* hashPassword(password)
    const account = yield* accounts.open({ email: config.ownerEmail, passwordHash, owner: true })
    yield* apiKeys
      .issue(account, { name: "first key", scopes: [], key })
      .pipe(Effect.catchTag("TooManyApiKeys", Effect.die))
    if (config.ownerCredits > 0) yield* commitOrders(account, [grantOf(config.ownerCredits)])
  }).pipe(sql.withTransaction)
})

const grantOf = (credits: number) =>
  orders.grant({ grantId: randomUUIDv7(), credits, reason: "first start" })
