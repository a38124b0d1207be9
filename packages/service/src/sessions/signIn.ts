/**
 * From an e-mail address and a password to a session. Whoever is wrong learns nothing else: an address
 * that nobody has takes as long, is counted alike, and gets the same answer.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { isCrowded, isPassword } from "../accounts/password.ts"
import { Sessions } from "./Sessions.ts"
import type { Started } from "./Sessions.ts"
import { Tries, TryLater } from "./Tries.ts"

export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()(
  "WrongCredentials",
  {}
) {}

/** One spelling of an address for who types it; the database does not look at case either. */
export const spelled = (email: string): string => email.trim().normalize("NFC")

/** The line is gone in a second, if nobody joins it. */
export const unlessCrowded: Effect.Effect<void, TryLater> = Effect.suspend(() =>
  isCrowded() ? Effect.fail(new TryLater({ retryAfterSeconds: 1 })) : Effect.void
)

/** A try that is counted, unless it succeeds. */
export const tried = <A, E, R>(
  who: { readonly email: string; readonly address: string },
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TryLater, R | Tries> =>
  Effect.gen(function* () {
    yield* unlessCrowded
    const { begin } = yield* Tries
    const begun = begin({ ...who, email: who.email.toLowerCase() }, performance.now())
    if (begun instanceof TryLater) return yield* begun
    return yield* Effect.tap(attempt, () => Effect.sync(begun.wasRight))
  })

interface Row {
  readonly accountId: string
  readonly passwordHash: string
}

/** No text of Postgres has NUL in it, so nobody has such an address. */
const find = (email: string) =>
  SqlClient.SqlClient.use((sql) =>
    email.includes("\0")
      ? Effect.succeed([])
      : sql<Row>`
          select account_id as "accountId", password_hash as "passwordHash" from account
          where lower(email) = lower(${email})`
  )

export interface SignIn {
  readonly email: string
  readonly password: string
  /** Where he asks from, as it is counted. */
  readonly address: string
  readonly agent: string
}

export const signIn = Effect.fn("signIn")(function* ({
  password,
  address,
  agent,
  ...given
}: SignIn) {
  const email = spelled(given.email)
  const attempt = Effect.gen(function* (): Effect.fn.Return<
    Started,
    WrongCredentials | SqlError.SqlError,
    SqlClient.SqlClient | Sessions
  > {
    const [account] = yield* find(email)
    const isRight = yield* isPassword(password, account?.passwordHash)
    const sessions = yield* Sessions
    const started = account && isRight ? yield* sessions.start(account, agent) : undefined
    return started ?? (yield* new WrongCredentials())
  })
  return yield* tried({ email, address }, attempt)
})
