/**
 * Signs people out whom the provider signs out: by its logout tokens, and by a look at the provider for each session that
 * it has not let in for an hour. All nodes refuse the session when the transaction is done (Revocations.ts).
 */
import { hash } from "node:crypto"

import * as Account from "@rcpt/domain/Account"
import { Duration, Effect, Schedule } from "effect"
import type { Statement } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { record } from "../accountStream.ts"
import { revokeMadeBy } from "../ApiKeys.ts"
import { endCredentials } from "../people/endCredentials.ts"
import { revocationWait } from "../Revocations.ts"
import { isLive } from "../sessions/sessionRows.ts"
import { endSessions } from "../sessions/Sessions.ts"
import type { Holder } from "../sessions/Sessions.ts"
import { logoutKept, Provider, ProviderFailed } from "./Provider.ts"
import type { Client, Logout, Tokens } from "./Provider.ts"
import { findByIdentity, followRole, judge, openTokens, sealTokens } from "./providerPeople.ts"

const noteSignedOut = ({ accountId, personId }: Holder) =>
  Effect.catchTag(
    record(accountId, Account.note("ProviderSessionEnded", personId)),
    "AccountNotOpen",
    () => Effect.void
  )

/** Ends sessions that were begun at the provider, in the caller's transaction. */
const endThese = Effect.fnUntraced(function* (which: Statement.Fragment) {
  const sql = yield* WriteSql
  const sessions = yield* sql<Holder & { readonly sessionId: string }>`
    select session_id as "sessionId", account_id as "accountId", person_id as "personId"
    from provider_session i join session using (session_id) where ${which}`
  for (const { accountId, personId, sessionId } of sessions) {
    yield* endSessions(sql, accountId, sql`session_id = ${sessionId}`)
    yield* noteSignedOut({ accountId, personId })
  }
})

/** The provider does not let a person in any more. In the caller's transaction. */
const leave = Effect.fnUntraced(function* (person: Holder) {
  const { oidcKeys } = yield* Config
  yield* endCredentials(person, "signed_out_everywhere")
  if (oidcKeys === "revoke") yield* revokeMadeBy(person)
  yield* noteSignedOut(person)
})

const obey = Effect.fnUntraced(function* ({ issuer, subject, sid, jti }: Logout) {
  const sql = yield* WriteSql
  const digest = hash("sha256", JSON.stringify([issuer, jti]), "hex")
  const first = yield* sql`
    insert into provider_logout (hash, expires_at) values (decode(${digest}, 'hex'),
      now() + make_interval(secs => ${Duration.toSeconds(logoutKept)}::float8))
    on conflict do nothing returning 1`
  if (first.length === 0)
    return yield* new ProviderFailed({ kind: "invalid", why: "the logout token was used before" })
  if (sid !== undefined) {
    const whose = subject === undefined ? sql`true` : sql`i.subject = ${subject}`
    return yield* endThese(sql`i.issuer = ${issuer} and i.sid = ${sid} and ${whose}`)
  }
  const person = yield* findByIdentity({ issuer, subject: subject ?? "" })
  if (person !== undefined) yield* leave(person)
})

/** Obeys a logout token. With a session's `sid` it ends that session; without one, the person has left. */
export const signOutByProvider = Effect.fnUntraced(function* (client: Client, token: string) {
  const sql = yield* WriteSql
  const logout = yield* client.readLogout(token)
  yield* obey(logout).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
  yield* Effect.sleep(revocationWait)
})

/** Where the browser of a session signs out at the provider, too. */
export const signOutUrl = Effect.fnUntraced(function* (sessionId: string) {
  const client = yield* Provider
  if (client === undefined) return undefined
  const [row] = yield* WriteSql.use(
    (sql) => sql<{ readonly sealed: Uint8Array }>`
      select tokens as sealed from provider_session where session_id = ${sessionId}`
  )
  const tokens = row && (yield* openTokens(sessionId, row.sealed))
  return tokens && (yield* client.signOutUrl(tokens))
}, Effect.orDie)

// The look at the provider. Whoever takes a session writes down that it is looked at, so that no other node does.

/** A session is looked at when the provider has let it in so long ago. */
const lookAfter = Duration.hours(1)

/** The provider did not answer: nothing is known of the person, so the session goes on. */
const againAfter = Duration.minutes(5)

const roundEvery = Duration.seconds(30)

/** Sessions of a round: 240 in an hour for each second that the provider takes. */
const takenMax = 20

interface Looked {
  readonly sessionId: string
  readonly subject: string
  readonly issuer: string
  readonly sealed: Uint8Array
}

/** Also those of a provider that was set before: this one does not know them, and they end. */
const take = Effect.gen(function* () {
  const sql = yield* WriteSql
  return yield* sql<Looked>`
    update provider_session set looked_at = now() where session_id in (
      select session_id from provider_session i join session using (session_id)
      where ${isLive(sql)} and looked_at <= now() - make_interval(secs => ${Duration.toSeconds(lookAfter)}::float8)
      order by looked_at limit ${takenMax} for update of i skip locked)
    returning session_id as "sessionId", issuer, subject, tokens as sealed`
})

const keep = Effect.fnUntraced(function* ({ sessionId }: Looked, tokens: Tokens) {
  const sql = yield* WriteSql
  yield* sql`
    update provider_session set tokens = ${yield* sealTokens(sessionId, tokens)}
    where session_id = ${sessionId}`
})

const postpone = ({ sessionId }: Looked) =>
  WriteSql.use(
    (sql) => sql`
      update provider_session set looked_at = now()
        - make_interval(secs => ${Duration.toSeconds(lookAfter) - Duration.toSeconds(againAfter)}::float8)
      where session_id = ${sessionId}`
  )

const lookAt = Effect.fnUntraced(
  function* (client: Client, looked: Looked) {
    const sql = yield* WriteSql
    const end = endThese(sql`i.session_id = ${looked.sessionId}`).pipe(sql.withTransaction)
    const tokens = yield* openTokens(looked.sessionId, looked.sealed)
    if (tokens === undefined) return yield* end
    const seen = yield* client.look(looked.subject, tokens).pipe(
      Effect.catchTag("ProviderFailed", ({ kind, why }) =>
        Effect.gen(function* () {
          if (kind === "ended") return yield* Effect.asVoid(end)
          yield* Effect.logWarning(`The provider could not be asked about a session: ${why}`)
          yield* postpone(looked)
        })
      )
    )
    if (seen === undefined) return
    yield* keep(looked, seen.tokens)
    if (seen.claims === undefined) return
    const said = yield* judge(seen.claims)
    // An answer may lack what the first one had, such as the address. Only what it says against the person counts.
    if (said === "no_email" || said === "no_account") return
    yield* Effect.gen(function* () {
      const person = yield* findByIdentity(looked)
      if (person === undefined) return
      if (typeof said === "string") yield* leave(person)
      else yield* Effect.ignore(followRole(person, said).pipe(sql.withTransaction))
    }).pipe(sql.withTransaction)
  },
  Effect.catchCause((cause) => Effect.logWarning("A session could not be looked at", cause))
)

/** One round. */
export const look = Effect.fnUntraced(function* (client: Client) {
  const taken = yield* take
  yield* Effect.forEach(taken, (one) => lookAt(client, one), { concurrency: 4, discard: true })
})

/** Runs for ever, where there is a provider. */
export const run = Effect.flatMap(Provider, (client) =>
  client === undefined
    ? Effect.void
    : look(client).pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning("Sessions of the provider could not be looked at", cause)
        ),
        Effect.repeat(Schedule.spaced(roundEvery)),
        Effect.asVoid
      )
)
