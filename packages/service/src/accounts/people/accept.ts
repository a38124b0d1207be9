/** Takes somebody who was invited into the account, with a password of their own, and signs them in. */
import { randomUUIDv7 } from "node:crypto"

import { CurrentAccount } from "@rcpt/api/Authentication"
import * as AccountPeople from "@rcpt/domain/AccountPeople"
import type { Role } from "@rcpt/domain/Role"
import { Effect, Schema } from "effect"

import { WriteSql } from "../../platform/Database.ts"
import { record } from "../accountStream.ts"
import { hashPassword } from "../password.ts"
import { checkNewPassword } from "../sessions/passwordRules.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { countAttempt } from "../sessions/signIn.ts"
import { hashOf, InvitationEnded, look } from "./invitations.ts"

/** Somebody signs in with the address already, perhaps to another account. */
export class AddressTaken extends Schema.TaggedError<AddressTaken>()("AddressTaken", {}) {}

export interface Acceptance {
  readonly token: string
  readonly password: string
  /** Client address, as it is counted. */
  readonly address: string
  readonly agent: string
  /** The token of the session that the browser has. */
  readonly held?: string | undefined
}

interface Accepted {
  readonly invitationId: string
  readonly accountId: string
  readonly role: Role
  readonly email: string
  readonly addressKey: Uint8Array
}

/** The row that is deleted is what makes an invitation work once. */
const take = Effect.fnUntraced(function* (token: string) {
  const sql = yield* WriteSql
  const [taken] = yield* sql<Accepted>`
    delete from invitation i using account a
    where i.account_id = a.account_id and hash = decode(${hashOf(token)}, 'hex')
      and expires_at > now() and suspended_at is null
    returning invitation_id as "invitationId", i.account_id as "accountId", role, email,
      address_key as "addressKey"`
  return taken ?? (yield* new InvitationEnded())
})

const joinWith = Effect.fnUntraced(function* (token: string, passwordHash: string) {
  const sql = yield* WriteSql
  const { accountId, invitationId, role, email, addressKey } = yield* take(token)
  const personId = randomUUIDv7()
  // The request acts as the person from here on.
  yield* record(accountId, AccountPeople.join({ personId, invitationId, role })).pipe(
    Effect.provideService(CurrentAccount, {
      accountId,
      personId,
      addressKey,
      owner: false,
      role,
      authMode: "jwt",
      scopes: []
    })
  )
  yield* sql`
    insert into person (person_id, account_id, role, email, password_hash)
    values (${personId}, ${accountId}, ${role}, ${email}, ${passwordHash})`
  return { accountId, personId, passwordHash }
})

/** What fails counts as a wrong password does: it may show that an address is taken. */
export const accept = Effect.fnUntraced(function* ({
  token,
  password,
  address,
  ...browser
}: Acceptance) {
  const { email } = yield* look(token)
  yield* checkNewPassword(password, email)
  const sql = yield* WriteSql
  const joining = Effect.flatMap(hashPassword(password), (passwordHash) =>
    joinWith(token, passwordHash).pipe(
      sql.withTransaction,
      Effect.catchReason("SqlError", "UniqueViolation", () => new AddressTaken()),
      Effect.catchTag("SqlError", Effect.die),
      // Closed a moment ago.
      Effect.catchTag("AccountNotOpen", () => new InvitationEnded())
    )
  )
  const person = yield* countAttempt({ email, address }, joining)
  const { start } = yield* Sessions
  return (yield* start(person, browser)) ?? (yield* new InvitationEnded())
})
