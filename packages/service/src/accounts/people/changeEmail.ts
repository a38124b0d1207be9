/**
 * Changes the address with which a person signs in. Where the service sends mail, the new address confirms the change by a
 * link, and the old one is told. Without mail it changes at once: the password is what proves the person.
 */
import * as Account from "@rcpt/domain/Account"
import type { Language } from "@rcpt/domain/Mail"
import { unavailable } from "@rcpt/store/unavailable"
import { Effect, Schema } from "effect"

import { Outbox } from "../../mail/Outbox.ts"
import type { Recipient } from "../../mail/Outbox.ts"
import { WriteSql } from "../../platform/Database.ts"
import { hasIdentity } from "../../platform/identityOf.ts"
import { recordAs } from "../accountStream.ts"
import { checkPassword, credentialsOf, recordOf, UnknownAccount } from "../sessions/passwords.ts"
import type { Holder, SessionHolder } from "../sessions/Sessions.ts"
import { countAttempt } from "../sessions/signIn.ts"
import { addressOf } from "../sessions/signUp.ts"
import { endCredentials } from "./endCredentials.ts"
import { LinkEnded, mailLink, takeLink } from "./mailedLinks.ts"

/** Somebody signs in with the address already. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}

interface Change {
  readonly email: string
  readonly password: string
  /** Client address, as it is counted. */
  readonly address: string
}

/** A sign-up with the new address, which was not confirmed, ends as those with the old one do. */
const write = Effect.fnUntraced(function* (
  person: Holder,
  email: string,
  occasion: "email_changed" | "email_replaced"
) {
  const sql = yield* WriteSql
  yield* endCredentials({ accountId: person.accountId, personId: person.personId }, occasion)
  yield* sql`update person set email = ${email} where person_id = ${person.personId}`
  yield* sql`delete from sign_up where ${hasIdentity(sql, email)}`
})

/** A failed change counts like a wrong password: it shows that an address is taken. */
const changeNow = Effect.fnUntraced(function* (person: Holder, email: string) {
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* write(person, email, "email_changed")
    yield* recordOf(person, "EmailChanged")
  }).pipe(
    sql.withTransaction,
    Effect.catchReason("SqlError", "UniqueViolation", () => new EmailTaken()),
    Effect.catchTag("SqlError", Effect.die)
  )
})

/**
 * The answer does not tell whether somebody has the new address: who opens the link learns it. The old address is told, before
 * it is too late.
 */
const askNewAddress = Effect.fnUntraced(function* (
  { accountId: account, personId: person }: Holder,
  old: string,
  email: string
) {
  const sql = yield* WriteSql
  const { queue } = yield* Outbox
  yield* Effect.gen(function* () {
    const [row] = yield* sql<{ readonly language: Language }>`
      select coalesce(language, 'en') as language from person where person_id = ${person}`
    if (row === undefined) return
    yield* mailLink({
      purpose: "email",
      person: { personId: person },
      email,
      mail: (token) => ({
        kind: "confirm_new_email",
        to: { account, person, email, ...row },
        facts: { old },
        link: { page: "/email", token }
      })
    })
    yield* queue({
      kind: "email_change_asked",
      to: { account, person, email: old, ...row },
      facts: { new: email }
    })
  }).pipe(sql.withTransaction, Effect.orDie)
})

/** Returns whether the address is changed. */
export const changeEmail = Effect.fnUntraced(function* (session: SessionHolder, change: Change) {
  const { password, address } = change
  const { enabled, admits } = yield* Outbox
  const email = yield* addressOf(change.email)
  const stored = yield* credentialsOf(session.personId)
  const source = { email: stored.email, address }
  const check = checkPassword(password, stored)
  if (!enabled) {
    yield* countAttempt(source, Effect.andThen(check, changeNow(session, email)))
    return true
  }
  yield* countAttempt(source, check)
  if (yield* admits(address)) yield* askNewAddress(session, stored.email, email)
  return false
})

/** Makes the change that the link was mailed for. */
export const confirmEmail = Effect.fnUntraced(function* (token: string) {
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    const person = yield* takeLink(token, "email")
    const { accountId: account, personId, email: old, linkEmail, language } = person
    yield* write(person, linkEmail!, "email_changed")
    yield* Effect.catchTag(
      recordAs(person, Account.note("EmailChanged", personId)),
      "AccountNotOpen",
      () => new LinkEnded()
    )
    yield* mailLink({
      purpose: "take_back",
      person,
      email: old,
      mail: (back) => ({
        kind: "email_changed",
        to: { account, person: personId, email: old, language: language ?? "en" },
        facts: { new: linkEmail! },
        link: { page: "/take-back", token: back }
      })
    })
  }).pipe(
    sql.withTransaction,
    Effect.catchReason("SqlError", "UniqueViolation", () => new EmailTaken()),
    Effect.catchTag("SqlError", Effect.die)
  )
})

/** Changes the address for an operator, and tells the old one. Fails with `StoreUnavailable`, which `rcpt admin` reports. */
export const replaceEmail = Effect.fnUntraced(function* (old: string, next: string) {
  const sql = yield* WriteSql
  const { queue } = yield* Outbox
  const email = yield* addressOf(next)
  yield* Effect.gen(function* () {
    const [person] = yield* sql<Holder & Pick<Recipient, "email" | "language">>`
      select account_id as "accountId", person_id as "personId", email,
        coalesce(language, 'en') as language from person
      where ${hasIdentity(sql, old)} for no key update`
    if (person === undefined) return yield* new UnknownAccount()
    yield* write(person, email, "email_replaced")
    yield* recordOf(person, "EmailChanged")
    const { accountId: account, personId, ...reader } = person
    yield* queue({
      kind: "email_replaced",
      to: { account, person: personId, ...reader },
      facts: { new: email }
    })
  }).pipe(
    sql.withTransaction,
    Effect.catchReason("SqlError", "UniqueViolation", () => new EmailTaken()),
    unavailable
  )
})
