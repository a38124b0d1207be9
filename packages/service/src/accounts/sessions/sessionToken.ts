/**
 * The token of a session in the browser: its signed id (JWT, RFC 7519). Only the database says which
 * account it belongs to and whether it is live.
 */
import { createSecretKey } from "node:crypto"

import { Clock, Effect } from "effect"
import { jwtVerify, SignJWT } from "jose"

/** RFC 8725 §3.1: the only algorithm accepted, whatever the token's header says. */
const algorithm = "HS256"
const issuer = "rcpt"

export interface SessionToken {
  readonly sign: (session: {
    readonly sessionId: string
    readonly createdAt: Date
    readonly expiresAt: Date
  }) => Effect.Effect<string>
  /** The session id; `undefined` for an expired token or one that this service did not sign. */
  readonly read: (token: string) => Effect.Effect<string | undefined>
}

/** `secret`: 32 octets (RFC 7518 §3.2: at least as many as the hash). */
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
          // The client must not learn the reason.
          Effect.orElseSucceed(() => undefined)
        )
      })
  }
}
