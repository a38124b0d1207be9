/**
 * The first start on a database opens the owner's account, with an API key and credits. A password or
 * key that the configuration does not set is generated, and shown once.
 */
import { randomUUIDv7 } from "node:crypto"

import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as seals from "../ledger/checkpoints/seals.ts"
import { commitCommands } from "../ledger/commitCommands.ts"
import { firstStartLock } from "../platform/advisoryKeys.ts"
import { Config } from "../platform/Config.ts"
import * as apiKeyFormat from "../platform/config/apiKeyFormat.ts"
import { WriteSql } from "../platform/Database.ts"
import { storedForm } from "../platform/identityOf.ts"
import { Accounts } from "./Accounts.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { generatePassword, hashPassword } from "./password.ts"

export interface OwnerSecrets {
  readonly email: string
  /** `undefined` when the configuration sets it: it is not shown again. */
  readonly password: string | undefined
  readonly apiKey: string | undefined
}

const idleMax = "30s"

/**
 * The wait between two tries to get the lock. No statement waits for it: a statement of a pool may wait 1.5
 * s, and the node that has the lock hashes a password meanwhile, which takes longer on a busy machine.
 */
const lockTryEvery = "100 millis"

/**
 * `show` runs before the commit: a start that is killed in between leaves no account whose password was
 * not shown. One node does this; other nodes wait for its lock and then find the account.
 */
export const firstStart = Effect.fnUntraced(function* (
  show: (secrets: OwnerSecrets) => Effect.Effect<void>
) {
  const config = yield* Config
  const accounts = yield* Accounts
  const apiKeys = yield* ApiKeys
  const sql = yield* WriteSql

  yield* Effect.gen(function* () {
    // A password is hashed while the transaction is open, on a machine that is busy starting.
    yield* sql`select set_config('idle_in_transaction_session_timeout', ${idleMax}, true)`
    yield* sql<{ readonly isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${firstStartLock[0]}, ${firstStartLock[1]}) as "isOurs"
    `.pipe(
      Effect.repeat({
        until: ([row]) => row!.isOurs,
        schedule: Schedule.spaced(lockTryEvery)
      })
    )
    if (yield* accounts.anyExists) return
    const password = config.ownerPassword
      ? Redacted.value(config.ownerPassword)
      : generatePassword()
    const key = config.ownerApiKey ? Redacted.value(config.ownerApiKey) : apiKeyFormat.generate()
    yield* show({
      email: config.ownerEmail,
      password: config.ownerPassword ? undefined : password,
      apiKey: config.ownerApiKey ? undefined : key
    })
    const passwordHash = yield* hashPassword(password)
    const email = storedForm(config.ownerEmail)
    const account = yield* accounts.open({ email, passwordHash, owner: true })
    yield* apiKeys
      .issue(account, { name: "first key", scopes: [], by: "operator", key })
      .pipe(Effect.orDie)
    if (config.ownerCredits === 0) return
    const grant = grantOf(account, config.ownerCredits)
    yield* commitCommands(account, [yield* Effect.provideService(grant, SqlClient.SqlClient, sql)])
  }).pipe(sql.withTransaction, Effect.catchTag(["SqlError", "StoreUnavailable"], Effect.die))
})

const grantOf = (account: string, credits: number) =>
  seals.grant(account, { grantId: randomUUIDv7(), credits, reason: "first start" })
