/**
 * Signs in with an email address and a password. A failure reveals nothing else: an unknown address
 * takes as long, is counted in the same way and gets the same response.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { hasIdentity, identityOf } from "../../platform/identityOf.ts"
import { isOverloaded, isPassword, waitingMax } from "../password.ts"
import { Refusals } from "../security/Refusals.ts"
import { Totp } from "../totp/Totp.ts"
import type { WrongCode } from "../totp/Totp.ts"
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

/** Without a person it is a sign-up whose address is not confirmed yet. */
type CredentialsRow =
  | (Holder & { readonly passwordHash: string })
  | { readonly accountId: null; readonly passwordHash: string }

const find = (email: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<CredentialsRow>`
      (select account_id as "accountId", person_id as "personId", password_hash as "passwordHash"
        from person where ${hasIdentity(sql, email)})
      union all
      (select null, null, password_hash from sign_up
        where ${hasIdentity(sql, email)} and expires_at > now()
        order by created_at desc limit 1)
      order by 1 nulls last limit 1`
  ).pipe(Effect.orDie)

interface SignIn {
  readonly email: string
  readonly password: string
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
  /** Client address, as it is counted. */
  readonly address: string
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

export const signIn = Effect.fnUntraced(function* ({
  password,
  code,
  address,
  agent,
  held,
  email
}: SignIn) {
  const attempt = Effect.gen(function* (): Effect.fn.Return<
    StartedSession,
    CodeNeeded | NotConfirmed | WrongCode | WrongCredentials,
    Refusals | SqlClient.SqlClient | Sessions | Totp
  > {
    const [found] = yield* find(email)
    const isRight = yield* isPassword(password, found?.passwordHash)
    if (!found || !isRight) return yield* new WrongCredentials()
    if (found.accountId === null) return yield* new NotConfirmed()
    yield* checkSecondFactor(found, code)
    const started = yield* Sessions.use(({ start }) => start(found, { agent, held }))
    return started ?? (yield* new WrongCredentials())
  })
  return yield* countAttempt({ email, address }, attempt).pipe(
    Effect.tapError((error) =>
      error._tag === "WrongCredentials" || error._tag === "WrongCode"
        ? noteRefusal("sign_in_failed", email)
        : Effect.void
    )
  )
})
