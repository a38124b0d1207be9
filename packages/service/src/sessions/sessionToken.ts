/**
 * What a browser keeps of a session: its id, signed (JWT, RFC 7519). Whose session it is, and whether
 * it still lasts, stands in the database alone.
 */
import { createSecretKey } from "node:crypto"

import { Clock, Effect } from "effect"
import { jwtVerify, SignJWT } from "jose"

/** RFC 8725 §3.1: the one algorithm that we take, whatever a token says of itself. */
const algorithm = "HS256"
const issuer = "rcpt"

export interface SessionToken {
  readonly sign: (session: {
    readonly sessionId: string
    readonly createdAt: Date
    readonly expiresAt: Date
  }) => Effect.Effect<string>
  /** The id of its session; `undefined` for what was not signed by us, or has expired. */
  readonly read: (token: string) => Effect.Effect<string | undefined>
}

/** `secret`: 32 octets (RFC 7518 §3.2: no fewer than the hash has). */
export const make = (secret: Uint8Array): SessionToken => {
  const key = createSecretKey(secret)
  const expected = { algorithms: [algorithm], issuer, requiredClaims: ["jti", "exp"] }
  return {
    sign: ({ sessionId, createdAt, expiresAt }) =>
      Effect.promise(() =>
        new SignJWT()
          .setProtectedHeader({ alg: algorithm, typ: "JWT" })
          .setIssuer(issuer)
          .setJti(sessionId)
          .setIssuedAt(createdAt)
          .setExpirationTime(expiresAt)
          .sign(key)
      ),
    read: (token) =>
      Effect.gen(function* () {
        if (token === "") return undefined
        const currentDate = new Date(yield* Clock.currentTimeMillis)
        return yield* Effect.tryPromise(() =>
          jwtVerify(token, key, { ...expected, currentDate })
        ).pipe(
          Effect.map(({ payload }) => payload.jti),
          // Every reason is the same to whoever sent it.
          Effect.orElseSucceed(() => undefined)
        )
      })
  }
}
