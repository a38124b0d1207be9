/**
 * Links of people by mail: to reset a password, to confirm a changed address, and to take such a change back. A link holds a
 * random token and nothing else; its SHA-256 is stored. It works once. A new link to reset or to confirm replaces the last;
 * each change has its own link that takes it back.
 */
import { hash, randomBytes } from "node:crypto"

import type { Language } from "@rcpt/domain/Mail"
import { Duration, Effect, Schema } from "effect"

import { mailKinds } from "../../mail/mailKinds.ts"
import { Outbox } from "../../mail/Outbox.ts"
import type { Mail } from "../../mail/Outbox.ts"
import { WriteSql } from "../../platform/Database.ts"
import type { Actor } from "../accountStream.ts"
import type { Holder } from "../sessions/Sessions.ts"

/** It was used or replaced, has expired, or never was. */
export class LinkEnded extends Schema.TaggedError<LinkEnded>()("LinkEnded", {}) {}

/** The token has as many bits as a session's secret, so it cannot be guessed. */
const tokenOctets = 32

export const newToken = (): string => randomBytes(tokenOctets).toString("base64url")

/** In hex, as the database stores a token. */
export const digestOf = (token: string): string => hash("sha256", token, "hex")

type Purpose = "password" | "email" | "take_back"

interface NewLink {
  readonly purpose: Purpose
  readonly person: Pick<Holder, "personId">
  /** The address that the person will sign in with; absent where it stays. */
  readonly email?: string
  readonly mail: (token: string) => Mail
}

const kindOf = {
  password: "reset_password",
  email: "confirm_new_email",
  take_back: "email_changed"
} as const

/**
 * Mails a link, in the caller's transaction, and stores its digest in place of an earlier one. Nothing is done while the outbox
 * lets no further message through: then the earlier link keeps working.
 */
export const mailLink = Effect.fnUntraced(function* ({ purpose, person, email, mail }: NewLink) {
  const sql = yield* WriteSql
  const { queue } = yield* Outbox
  const token = newToken()
  if ((yield* queue(mail(token))) !== "queued") return
  const lasts = Duration.toSeconds(mailKinds[kindOf[purpose]].linkLasts)
  yield* sql`
    insert into person_link (person_id, purpose, hash, email, expires_at)
    values (${person.personId}, ${purpose}, decode(${digestOf(token)}, 'hex'), ${email ?? null},
      now() + make_interval(secs => ${lasts}::float8))
    on conflict (person_id, purpose) where purpose <> 'take_back' do update
      set hash = excluded.hash, email = excluded.email, created_at = now(), expires_at = excluded.expires_at`
})

interface Linked extends Actor {
  readonly email: string
  /** The address that the person will sign in with; null where it stays. */
  readonly linkEmail: string | null
  /** When the link was mailed. */
  readonly linkedAt: Date
  readonly language: Language | null
}

const find = (token: string, purpose: Purpose, lock: "" | "for no key update of p") =>
  WriteSql.use(
    (sql) => sql<Linked>`
      select account_id as "accountId", person_id as "personId", p.email, l.email as "linkEmail", l.created_at as "linkedAt", language,
        role, owner and role = 'manager' as owner, address_key as "addressKey"
      from person p join person_link l using (person_id) join account using (account_id)
      where hash = decode(${digestOf(token)}, 'hex') and purpose = ${purpose} and expires_at > now()
        and suspended_at is null
      ${sql.literal(lock)}`
  ).pipe(
    Effect.flatMap(([linked]) => (linked === undefined ? new LinkEnded() : Effect.succeed(linked)))
  )

/** The person whose link has this token. A suspended account changes nothing. */
export const lookAtLink = (token: string, purpose: Purpose) => find(token, purpose, "")

/**
 * Uses a link, in the caller's transaction, which ends others by `endCredentials`. The person is locked first, as by those who
 * remove a person.
 */
export const takeLink = Effect.fnUntraced(function* (token: string, purpose: Purpose) {
  const sql = yield* WriteSql
  const linked = yield* find(token, purpose, "for no key update of p")
  // Who waited for the lock may find that the link was used meanwhile.
  const taken = yield* sql`
    delete from person_link where hash = decode(${digestOf(token)}, 'hex') returning 1`
  return taken.length === 0 ? yield* new LinkEnded() : linked
})
