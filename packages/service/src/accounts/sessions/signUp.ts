/**
 * Opens an account for a new user, if the operator has opened sign-up. Where the service sends mail, the account is opened
 * once the address is confirmed: until then there is only a row with the password, which can do nothing. Without mail
 * the account is opened at once, and nothing proves that the address is theirs.
 */
import { randomUUIDv7 } from "node:crypto"

import type { Language } from "@rcpt/domain/Mail"
import { faultSentence } from "@rcpt/domain/saidReasons"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Duration, Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"

import * as seals from "../../ledger/checkpoints/seals.ts"
import { commitCommands } from "../../ledger/commitCommands.ts"
import { mailKinds } from "../../mail/mailKinds.ts"
import { giveToAccount, Outbox } from "../../mail/Outbox.ts"
import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { hasIdentity, storedForm } from "../../platform/identityOf.ts"
import { Accounts } from "../Accounts.ts"
import { hashPassword, isPassword, checkNewPassword } from "../password.ts"
import { digestOf, LinkEnded, newToken } from "../people/mailedLinks.ts"
import { Sessions } from "./Sessions.ts"
import { countAttempt, failIfOverloaded, WrongCredentials } from "./signIn.ts"
import { SignInLimiter } from "./SignInLimiter.ts"

class SignUpClosed extends Schema.TaggedError<SignUpClosed>()("SignUpClosed", {}) {}

export class NoAddress extends Schema.TaggedError<NoAddress>()("NoAddress", {
  reason: Schema.String
}) {}

interface SignUp {
  readonly email: string
  readonly password: string
  readonly language?: Language
  /** Client address, as it is counted. */
  readonly address: string
}

/** An answer takes longer than the work: response times do not reveal whether an account exists. */
const responseTimeMin = Duration.millis(400)

export const inEqualTime = <E, R>(work: Effect.Effect<void, E, R>): Effect.Effect<void, E, R> =>
  Effect.all([work, Effect.sleep(responseTimeMin)], { concurrency: 2, discard: true })

const isOpen = Effect.gen(function* () {
  const { signUp } = yield* Config
  if (signUp === "closed") return yield* new SignUpClosed()
})

/** Fails for a text that is no email address. */
export const addressOf = (email: string): Effect.Effect<string, NoAddress> => {
  const address = storedForm(email)
  const parsed = parseAddress(address)
  return Result.isFailure(parsed)
    ? Effect.fail(new NoAddress({ reason: faultSentence(parsed.failure) }))
    : Effect.succeed(address)
}

interface NewAccount {
  readonly email: string
  readonly passwordHash: string
  readonly language?: Language
}

const open = (person: NewAccount) =>
  Effect.gen(function* () {
    const { signUpCredits } = yield* Config
    const accounts = yield* Accounts
    const account = yield* accounts.open({ ...person, owner: false })
    if (signUpCredits === 0) return account
    const grantId = randomUUIDv7()
    const options = { grantId, credits: signUpCredits, reason: "sign-up" }
    const grant = yield* Effect.provideService(
      seals.grant(account, options),
      SqlClient.SqlClient,
      yield* WriteSql
    )
    yield* commitCommands(account, [grant])
    return account
  })

// Where the service sends mail: a sign-up lasts as long as its link. Whoever comes later signs up again.

interface Known {
  readonly account: string
  readonly person: string
  readonly email: string
  readonly language: Language
}

/** Mails a link, or to somebody who has an account that they have one. What is not mailed can open nothing, so it is not kept. */
const mailLink = Effect.fnUntraced(function* ({
  email,
  passwordHash,
  language = "en"
}: NewAccount) {
  const sql = yield* WriteSql
  const { queue } = yield* Outbox
  const [known] = yield* sql<Known>`
    select account_id as account, person_id as person, email, coalesce(language, 'en') as language from person
    where ${hasIdentity(sql, email)}`
  if (known !== undefined) return yield* queue({ kind: "have_account", to: known, facts: {} })
  const token = newToken()
  const queued = yield* queue({
    kind: "confirm_email",
    to: { email, language },
    facts: {},
    link: { page: "/confirm", token }
  })
  if (queued !== "queued") return
  const lasts = Duration.toSeconds(mailKinds.confirm_email.linkLasts)
  yield* sql`
    insert into sign_up (hash, email, password_hash, language, expires_at)
    values (decode(${digestOf(token)}, 'hex'), ${email}, ${passwordHash}, ${language},
      now() + make_interval(secs => ${lasts}::float8))`
})

/** If the address has an account already, that stays unchanged, and the response is the same. */
export const signUp = Effect.fnUntraced(function* ({ password, address, ...given }: SignUp) {
  yield* isOpen
  const limiter = yield* SignInLimiter
  const { enabled, admits } = yield* Outbox
  yield* failIfOverloaded
  const refusal = limiter.signUp(address, performance.now())
  if (refusal !== undefined) return yield* refusal
  const email = yield* addressOf(given.email)
  yield* checkNewPassword(password, email)

  const sql = yield* WriteSql
  const work = Effect.gen(function* () {
    const person = { ...given, email, passwordHash: yield* hashPassword(password) }
    if (enabled && !(yield* admits(address))) return
    yield* Effect.asVoid(enabled ? mailLink(person) : open(person)).pipe(sql.withTransaction)
  }).pipe(
    Effect.catchReason("SqlError", "UniqueViolation", () => Effect.void),
    Effect.catchTag(["SqlError", "StoreUnavailable"], Effect.die)
  )
  yield* inEqualTime(work)
})

interface Confirmation {
  readonly token: string
  readonly password: string
  /** Client address, as it is counted. */
  readonly address: string
  readonly agent: string
  /** The token of the session that the browser has. */
  readonly held?: string | undefined
}

const look = Effect.fnUntraced(function* (token: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* Effect.orDie(sql<Required<NewAccount>>`
    select email, password_hash as "passwordHash", language from sign_up
    where hash = decode(${digestOf(token)}, 'hex') and expires_at > now()`)
  return row ?? (yield* new LinkEnded())
})

/** The row that is deleted is what makes a link work once. The other sign-ups of the address end with it. */
const openConfirmed = Effect.fnUntraced(function* (token: string, person: NewAccount) {
  const sql = yield* WriteSql
  const taken =
    yield* sql`delete from sign_up where hash = decode(${digestOf(token)}, 'hex') returning 1`
  if (taken.length === 0) return yield* new LinkEnded()
  yield* sql`delete from sign_up where ${hasIdentity(sql, person.email)}`
  const account = yield* open(person)
  yield* giveToAccount(account, person.email)
  return account
})

/**
 * Opens the account of a sign-up, and signs in. The password must be that of the sign-up: somebody who opens a link that
 * they have not asked for does not open an account whose password a stranger knows.
 */
export const confirmSignUp = Effect.fnUntraced(function* ({
  token,
  password,
  address,
  ...browser
}: Confirmation) {
  yield* isOpen
  const person = yield* look(token)
  const sql = yield* WriteSql
  const opening = Effect.gen(function* () {
    if (!(yield* isPassword(password, person.passwordHash))) return yield* new WrongCredentials()
    return yield* openConfirmed(token, person).pipe(
      sql.withTransaction,
      // Somebody with the address has come to an account meanwhile, by an invitation.
      Effect.catchReason("SqlError", "UniqueViolation", () => new LinkEnded()),
      Effect.catchTag(["SqlError", "StoreUnavailable"], Effect.die)
    )
  })
  const account = yield* countAttempt({ email: person.email, address }, opening)
  const { start } = yield* Sessions
  const holder = { accountId: account, personId: account, passwordHash: person.passwordHash }
  return (yield* start(holder, browser)) ?? (yield* new LinkEnded())
})
