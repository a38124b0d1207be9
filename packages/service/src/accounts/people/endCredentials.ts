/**
 * Ends what a person has under way: sessions, and links and codes that would open or change something later. Who loses a
 * password or a session does something about it, and from then on nothing works that was begun before.
 */
import * as AccountPeople from "@rcpt/domain/AccountPeople"
import type { Author } from "@rcpt/domain/powers"
import type { Role } from "@rcpt/domain/Role"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect } from "effect"
import type { SqlError, Statement } from "effect/sql"

import { isLinked } from "../../mail/mailKinds.ts"
import type { MailFacts, MailKind } from "../../mail/mailKinds.ts"
import { Outbox } from "../../mail/Outbox.ts"
import { WriteSql } from "../../platform/Database.ts"
import { record } from "../accountStream.ts"
import { endSessions } from "../sessions/Sessions.ts"

interface Ends {
  /** A change of the email that was asked for, and is not confirmed. */
  readonly emailChange: boolean
  /** A link that resets the password. */
  readonly reset: boolean
  /** A sign-up with the person's address, which is not confirmed. */
  readonly signUp: boolean
  /** Invitations that the person has made. */
  readonly invitations: boolean
  /** A second factor that is being set up. */
  readonly secondFactor: boolean
  /** Links that take a change of the email back. `later`: those of changes after the one that is taken back. */
  readonly takeBack: "all" | "later" | "none"
  readonly sessions: "all" | "others" | "none"
  /** What the person is told by mail. */
  readonly told?:
    | { readonly kind: "password_changed"; readonly facts: MailFacts<"password_changed"> }
    | { readonly kind: "second_factor_on" | "second_factor_off"; readonly facts: object }
}

const none: Ends = {
  emailChange: false,
  reset: false,
  signUp: false,
  invitations: false,
  secondFactor: false,
  takeBack: "none",
  sessions: "none"
}

/** Links that take a change back outlive a new password: a thief sets one as well. */
const nearlyAll: Ends = {
  emailChange: true,
  reset: true,
  signUp: true,
  invitations: true,
  secondFactor: true,
  takeBack: "none",
  sessions: "all"
}

const all: Ends = { ...nearlyAll, takeBack: "all" }

/** Links that were mailed to the address before: it may not be the person's any more. */
const ofAddress: Ends = { ...none, emailChange: true, reset: true, signUp: true }

const told = (how: MailFacts<"password_changed">["how"]) =>
  ({ kind: "password_changed", facts: { how } }) as const

/** What ends what. */
export const endings = {
  password_changed: { ...nearlyAll, sessions: "others", told: told("changed") },
  /** By a mailed link. */
  password_reset: { ...nearlyAll, told: told("reset") },
  /** By an operator. */
  password_replaced: { ...nearlyAll, told: told("replaced") },
  signed_out_everywhere: nearlyAll,
  /** The person signs in at the provider from now on. */
  provider_joined: all,
  person_removed: all,
  account_suspended: nearlyAll,
  account_closed: all,
  email_changed: ofAddress,
  /** By an operator, who is believed: nobody takes it back by a link. */
  email_replaced: { ...ofAddress, takeBack: "all" },
  email_taken_back: { ...nearlyAll, takeBack: "later" },
  second_factor_on: {
    ...none,
    emailChange: true,
    reset: true,
    sessions: "others",
    told: { kind: "second_factor_on", facts: {} }
  },
  second_factor_off: { ...none, told: { kind: "second_factor_off", facts: {} } }
} satisfies Readonly<Record<string, Ends>>

export type Occasion = keyof typeof endings

interface Whose {
  readonly accountId: string
  /** Absent: all people of the account. */
  readonly personId?: string
  /** The session that goes on where the others end. */
  readonly sessionId?: string
  /** When the email was changed that is taken back now. */
  readonly since?: Date
}

/** Messages whose links have ended are not sent any more. */
const dropMail = (kinds: ReadonlyArray<MailKind>, which: Statement.Fragment) =>
  WriteSql.use(
    (sql) => sql`
      delete from mail_outbox where kind = any (${kinds.filter(isLinked)}::text[])
        and state = 'waiting' and lease is null and ${which}`
  )

/** Withdraws open invitations of an account, as events. Returns how many. */
export const withdrawInvitations = Effect.fnUntraced(function* (
  account: string,
  which: Statement.Fragment,
  by: Author
) {
  const sql = yield* WriteSql
  const withdrawn = yield* sql<{
    readonly invitationId: string
    readonly role: Role
    readonly identity: string
  }>`
    delete from invitation where account_id = ${account} and expires_at > now() and ${which}
    returning invitation_id as "invitationId", role, identity`
  if (withdrawn.length === 0) return 0
  const identities = withdrawn.map(({ identity }) => identity)
  yield* dropMail(
    ["invitation"],
    sql`account_id = ${account} and identity = any (${identities}::text[])`
  )
  for (const { invitationId, role } of withdrawn)
    yield* record(account, AccountPeople.revokeInvitation({ invitationId, role, by }))
  return withdrawn.length
})

const endLinks = Effect.fnUntraced(function* (
  people: Statement.Fragment,
  { emailChange, reset, takeBack }: Ends,
  since: Date | undefined
) {
  const sql = yield* WriteSql
  const purposes = [...(emailChange ? ["email"] : []), ...(reset ? ["password"] : [])]
  yield* sql`delete from person_link where ${people} and purpose = any (${purposes}::text[])`
  yield* dropMail(
    [
      ...(emailChange ? (["confirm_new_email"] as const) : []),
      ...(reset ? (["reset_password"] as const) : [])
    ],
    people
  )
  if (takeBack === "none") return
  const later = takeBack === "later" ? sql`created_at >= ${since ?? null}` : sql`true`
  yield* sql`delete from person_link where ${people} and purpose = 'take_back' and ${later}`
})

/**
 * In the caller's transaction, before it locks the account's stream. Nodes that missed the notification accept sessions until
 * `revocationWait` after the commit.
 */
export const endCredentials = (
  { accountId, personId, sessionId, since }: Whose,
  occasion: Occasion
): Effect.Effect<void, SqlError.SqlError, EventStore | WriteSql> =>
  Effect.gen(function* () {
    const sql = yield* WriteSql
    const ends: Ends = endings[occasion]
    const people =
      personId === undefined
        ? sql`person_id in (select person_id from person where account_id = ${accountId})`
        : sql`person_id = ${personId}`
    yield* endLinks(people, ends, since)
    if (ends.signUp)
      yield* sql`
        delete from sign_up where identity in (select identity from person where ${people})`
    if (ends.secondFactor)
      yield* sql`delete from person_totp where ${people} and enabled_at is null`
    if (ends.sessions !== "none") {
      const kept = ends.sessions === "others" ? (sessionId ?? null) : null
      yield* endSessions(sql, accountId, sql`${people} and session_id is distinct from ${kept}`)
    }
    if (ends.invitations)
      // It follows from what has happened, whatever its author may do otherwise.
      yield* Effect.catchTag(
        withdrawInvitations(
          accountId,
          personId === undefined ? sql`true` : sql`invited_by = ${personId}`,
          "operator"
        ),
        ["AccountNotOpen", "BeyondPowers", "NotPermitted"],
        Effect.die
      )
    if (ends.told !== undefined && personId !== undefined) {
      const { tell } = yield* Outbox
      yield* tell({ person: personId }, ends.told)
    }
  })
