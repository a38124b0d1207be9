/**
 * Signs in with an email address and a password. A failure reveals nothing else: an unknown address
 * takes as long, is counted in the same way and gets the same response.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { hasIdentity, identityOf } from "../../platform/identityOf.ts"
import { isOverloaded, isPassword, waitingMax } from "../password.ts"
import { Refusals } from "../security/Refusals.ts"
import { Totp, WrongCode } from "../totp/Totp.ts"
import { Sessions } from "./Sessions.ts"
import type { Holder, StartedSession } from "./Sessions.ts"
import { SignInLimiter, TryLater } from "./SignInLimiter.ts"

export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()(
  "WrongCredentials",
  {}
) {}

/** The password is right, and the person has a second factor. */
class CodeNeeded extends Schema.TaggedError<CodeNeeded>()("CodeNeeded", {}) {}

/** The password is right, and it is of a sign-up whose address is not confirmed. */
class NotConfirmed extends Schema.TaggedError<NotConfirmed>()("NotConfirmed", {}) {}

/** The waiting sign-ins are done within a second. */
export const failIfOverloaded: Effect.Effect<void, TryLater> = Effect.suspend(() =>
  isOverloaded()
    ? Effect.fail(new TryLater({ retryAfterSeconds: 1, limit: waitingMax }))
    : Effect.void
)

/**
 * Notes a refusal without looking up whether a person has the address. That is found out later, so that the
 * time of an answer says nothing.
 */
const noteRefusal = (kind: "sign_in_failed" | "sign_in_throttled", email: string) =>
  Refusals.use(({ note }) => note(kind, { _tag: "Email", email }))

/** Runs an attempt that counts as wrong unless it succeeds. */
export const countAttempt = <A, E, R>(
  source: { readonly email: string; readonly address: string },
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TryLater, R | Refusals | SignInLimiter> =>
  Effect.gen(function* () {
    yield* failIfOverloaded
    const { begin } = yield* SignInLimiter
    const begun = begin({ ...source, email: identityOf(source.email) }, performance.now())
    if (begun instanceof TryLater) {
      yield* noteRefusal("sign_in_throttled", source.email)
      return yield* begun
    }
    return yield* Effect.tap(attempt, () => Effect.sync(begun.succeed))
  })

/** The password is right, and passwords are off for all but managers of the first account. */
class PasswordsOff extends Schema.TaggedError<PasswordsOff>()("PasswordsOff", {}) {}

/** Who signs in at the provider alone has no password. Without a person it is a sign-up that is not confirmed yet. */
type CredentialsRow =
  | (Holder & { readonly passwordHash: string | null; readonly isOwner: boolean })
  | { readonly accountId: null; readonly passwordHash: string }

/** Managers of an account that owns the service keep a password in any case, for emergencies. */
export const isOwner = (sql: SqlClient.SqlClient) => sql`(owner and role = 'manager')`

const find = (email: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<CredentialsRow>`
      (select account_id as "accountId", person_id as "personId", password_hash as "passwordHash",
          ${isOwner(sql)} as "isOwner"
        from person join account using (account_id) where ${hasIdentity(sql, email)})
      union all
      (select null, null, password_hash, false from sign_up
        where ${hasIdentity(sql, email)} and expires_at > now()
        order by created_at desc limit 1)
      order by 1 nulls last limit 1`
  ).pipe(Effect.orDie)

interface Entered {
  readonly email: string
  readonly password: string
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
  /** Client address, as it is counted. */
  readonly address: string
}

interface SignIn extends Entered {
  readonly agent: string
  /** The token of the session that the browser has. */
  readonly held?: string | undefined
}

/**
 * The second factor is checked after the password: without the right one, a caller does not learn whether
 * there is a second factor.
 */
const checkSecondFactor = Effect.fnUntraced(function* (person: Holder, code: string | undefined) {
  const { find, use } = yield* Totp
  if ((yield* find(person)).enabledAt === null) return
  if (code === undefined) return yield* new CodeNeeded()
  yield* use(person, code)
})

/** Finds the person with this address, password and second factor. What `then` refuses counts as a wrong password, too. */
export const withCredentials = <A, E, R>(
  { email, password, code, address }: Entered,
  then: (
    person: Holder & { readonly passwordHash: string | null; readonly isOwner: boolean }
  ) => Effect.Effect<A, E, R>
) => {
  const attempt = Effect.gen(function* (): Effect.fn.Return<
    A,
    CodeNeeded | NotConfirmed | WrongCode | WrongCredentials | E,
    R | Refusals | SqlClient.SqlClient | Totp
  > {
    const [found] = yield* find(email)
    const isRight = yield* isPassword(password, found?.passwordHash ?? undefined)
    if (!found || !isRight) return yield* new WrongCredentials()
    if (found.accountId === null) return yield* new NotConfirmed()
    yield* checkSecondFactor(found, code)
    return yield* then(found)
  })
  return countAttempt({ email, address }, attempt).pipe(
    Effect.tapError((error) =>
      error instanceof WrongCredentials || error instanceof WrongCode
        ? noteRefusal("sign_in_failed", email)
        : Effect.void
    )
  )
}

export const signIn = Effect.fnUntraced(function* ({ agent, held, ...entered }: SignIn) {
  const { passwords } = yield* Config
  const { start } = yield* Sessions
  return yield* withCredentials(entered, (found) =>
    Effect.gen(function* (): Effect.fn.Return<StartedSession, PasswordsOff | WrongCredentials> {
      if (passwords === "off" && !found.isOwner) return yield* new PasswordsOff()
      const manner = passwords === "off" ? ({ how: "break_glass" } as const) : undefined
      return (yield* start(found, { agent, held }, manner)) ?? (yield* new WrongCredentials())
    })
  )
})
