/** Reads and writes the rows of sessions, and says for how long they are live. */
import { randomUUIDv7 } from "node:crypto"

import type { SignInHow } from "@rcpt/domain/Account"
import type { Language } from "@rcpt/domain/Mail"
import type { Role } from "@rcpt/domain/Role"
import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { readTimeout } from "../../platform/readTimeout.ts"
import { lookUpWaitMax } from "../ApiKeys.ts"

// The browser family of a User-Agent, by which users recognise their sessions; no more is stored.

interface Family {
  readonly name: string
  readonly token: RegExp
  readonly source: string
}

/** The first match counts: most browsers also claim to be the ones further down. */
const families: ReadonlyArray<Family> = [
  {
    name: "Edge",
    token: /\bEdg(?:A|iOS)?\//,
    source: "learn.microsoft.com, Edge user-agent guide"
  },
  { name: "Opera", token: /\bOPR\//, source: "MDN, Browser detection using the user agent" },
  {
    name: "Samsung Internet",
    token: /\bSamsungBrowser\//,
    source: "developer.samsung.com, User-Agent string format"
  },
  { name: "Firefox", token: /\b(?:Firefox|FxiOS)\//, source: "MDN, Firefox user agent string" },
  { name: "Chrome", token: /\b(?:Chrome|CriOS)\//, source: "developer.chrome.com, User-Agent" },
  { name: "Safari", token: /\bSafari\//, source: "MDN, User-Agent header" },
  { name: "curl", token: /^curl\//, source: "curl.se, curl manual, --user-agent" }
]

export const agentFamily = (userAgent: string | undefined): string =>
  families.find(({ token }) => token.test(userAgent ?? ""))?.name ?? "other"

export interface Session {
  readonly email: string
  readonly role: Role
  /** True for a manager of the account that owns the service. */
  readonly owner: boolean
  /** That the person has chosen. */
  readonly language: Language | null
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Whether it was begun at the provider. */
  readonly atProvider?: boolean
}

export interface ActiveSession {
  readonly sessionId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly agent: string
}

const sessionLasts = Duration.days(7)

/**
 * A session that is not used for so long ends, so that a forgotten browser is signed out after a day. NIST
 * SP 800-63B-4 §2.1.3 leaves the time to the service where a password alone is enough.
 */
export const sessionIdleMax = Duration.days(1)

/** For so long no other person is likely to sit at the browser; GitHub allows 2 hours. */
export const passwordFreshFor = Duration.minutes(15)

const idleSeconds = Duration.toSeconds(sessionIdleMax)
const freshSeconds = Duration.toSeconds(passwordFreshFor)

/** Uses are written within a minute, so a session lasts up to a minute longer or shorter. */
export const isLive = (sql: SqlClient.SqlClient) => sql`
  (expires_at > now() and last_used_at > now() - make_interval(secs => ${idleSeconds}::float8))`

/** The most sessions of a person, who has a few browsers. A further session ends the oldest one. */
export const sessionsMax = 100

/** How the sign-in was, and when the person has shown that they are there. Absent: now, with a password. */
export interface SignInManner {
  readonly how: SignInHow
  /** `null`: it is not known, and counts as long ago. */
  readonly confirmedAt?: Date | null
}

interface SessionRow extends Session {
  readonly sessionId: string
  readonly addressKey: Uint8Array
}

/**
 * Locks the person and the account until the session's row is committed. A concurrent change of the password
 * either waits for that and ends this session too, or came first, and then the hash does not match. The
 * person's row is written afterwards: two who only shared it would wait for each other.
 */
export const insert = (
  sql: SqlClient.SqlClient,
  { personId, passwordHash }: { readonly personId: string; readonly passwordHash: string | null },
  agent: string,
  { confirmedAt }: Partial<SignInManner> = {}
) => sql<SessionRow>`
  with holder as (
    select person_id, account_id, email, role, owner and role = 'manager' as owner, address_key, language
    from person join account using (account_id)
    where person_id = ${personId} and password_hash is not distinct from ${passwordHash}
      and suspended_at is null
    for no key update of person for share of account),
  started as (
    insert into session (session_id, account_id, person_id, agent, confirmed_at, expires_at)
    select ${randomUUIDv7()}, account_id, person_id, ${agent},
      ${confirmedAt === undefined ? sql`now()` : sql`coalesce(${confirmedAt}::timestamptz, '-infinity')`},
      now() + make_interval(secs => ${Duration.toSeconds(sessionLasts)}::float8)
    from holder
    returning session_id, created_at, expires_at)
  select session_id as "sessionId", email, role, owner, language, created_at as "createdAt",
    expires_at as "expiresAt", address_key as "addressKey"
  from started cross join holder`

/** Selects sessions of this person only: the others of the account are left alone. */
export const expiredOrSurplus = (sql: SqlClient.SqlClient, person: string) => sql`
  person_id = ${person} and (not ${isLive(sql)} or session_id in (
    select session_id from session where person_id = ${person}
    order by created_at desc, session_id desc offset ${sessionsMax}))`

/** `undefined`: the session has just ended. */
export const show = (sql: SqlClient.SqlClient) => (sessionId: string) =>
  sql<Session>`
    select email, role, owner and role = 'manager' as owner, language, session.created_at as "createdAt",
      expires_at as "expiresAt",
      exists (select from provider_session i where i.session_id = session.session_id) as "atProvider"
    from session join account using (account_id) join person using (person_id)
    where session_id = ${sessionId}`.pipe(
    Effect.map(([row]) => row),
    Effect.orDie
  )

/** The live sessions of a person, newest first. */
export const list = (sql: SqlClient.SqlClient) => (person: string) =>
  sql<ActiveSession>`
    select session_id as "sessionId", created_at as "createdAt", last_used_at as "lastUsedAt", agent
    from session where person_id = ${person} and ${isLive(sql)}
    order by created_at desc, session_id desc`.pipe(Effect.orDie)

/** Whether the password of the session was entered within `passwordFreshFor`. */
export const isPasswordFresh = (sql: SqlClient.SqlClient) => (sessionId: string) =>
  sql`
    select from session where session_id = ${sessionId}
      and confirmed_at > now() - make_interval(secs => ${freshSeconds}::float8)`.pipe(
    Effect.map((rows) => rows.length > 0),
    readTimeout(lookUpWaitMax),
    Effect.orDie
  )
