/**
 * Derives a key for each purpose from one secret: `RCPT_SECRET`, else a secret in the database, which
 * all nodes share. With the latter, access to the database is enough to derive every key; set
 * `RCPT_SECRET` to prevent that. A change of the secret ends all sessions.
 */
import { hkdfSync } from "node:crypto"

import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "./Config.ts"

export class Secrets extends Context.Service<
  Secrets,
  {
    /** Returns 32 octets, the same on every node and after every start. No key can be computed from another. */
    readonly key: (purpose: string) => Effect.Effect<Uint8Array>
  }
>()("@rcpt/service/platform/Secrets") {}

const keyOctets = 32

/** A salt need not be secret (RFC 5869 §3.1). With it another program with the same secret gets other keys. */
const salt = "rcpt"

export const deriveKey = (secret: string | Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, salt, purpose, keyOctets))

const ofDatabase = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly secret: Uint8Array }>`select secret from service_secret`
).pipe(
  Effect.map(([row]) => row!.secret),
  Effect.orDie
)

export const layer: Layer.Layer<Secrets, never, Config | SqlClient.SqlClient> = Layer.effect(
  Secrets,
  Effect.gen(function* () {
    const { secret: given } = yield* Config
    const secret = given === undefined ? yield* ofDatabase : Redacted.value(given)
    // Purposes are few and written out in the code. A key that is the same object is derived once, and so is its HMAC.
    const keys = new Map<string, Uint8Array>()
    const keyOf = (purpose: string): Uint8Array => {
      const key = keys.get(purpose) ?? deriveKey(secret, purpose)
      keys.set(purpose, key)
      return key
    }
    return Secrets.of({ key: (purpose) => Effect.sync(() => keyOf(purpose)) })
  })
)
