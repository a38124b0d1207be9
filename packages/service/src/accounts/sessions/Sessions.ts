/**
 * Sessions of the dashboard: a row for each live session, and its signed id as a cookie.
 *
 * They end as keys are revoked (accounts/ApiKeys.ts): when `end` returns, no node accepts the session any
 * more. A stolen cookie is useless from then on.
 */
import { createSecretKey } from "node:crypto"

import type { PgClient } from "@effect/sql-pg"
import type { CurrentAccount, CurrentSession } from "@rcpt/api/Authentication"
import * as Account from "@rcpt/domain/Account"
import { EventStore } from "@rcpt/store/EventStore"
import { Context, Effect, Layer, Clock } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"
import { jwtVerify, SignJWT } from "jose"

import { Outbox } from "../../mail/Outbox.ts"
import type { Tell } from "../../mail/Outbox.ts"
import { WriteSql } from "../../platform/Database.ts"
import { Secrets } from "../../platform/Secrets.ts"
import { record, recordAs } from "../accountStream.ts"
import { lookUpWaitMax } from "../ApiKeys.ts"
import * as CredentialCache from "../CredentialCache.ts"
import * as lastUses from "../lastUses.ts"
import * as Revocations from "../Revocations.ts"
import type { ActiveSession, Session } from "./sessionRows.ts"
import * as sessionRows from "./sessionRows.ts"

// Ends sessions of an account in the caller's transaction; nodes are notified when it commits.

const end = (sql: SqlClient.SqlClient, which: Statement.Fragment): Effect.Effect<number> =>
  Effect.gen(function* () {
    const ended = yield* sql<{ readonly sessionId: string }>`
      delete from session where ${which} returning session_id as "sessionId"`
    if (ended.length > 0)
      yield* Revocations.publish(
        sql,
        ended.map(({ sessionId }) => sessionId)
      )
    return ended.length
  }).pipe(Effect.orDie)

/**
 * Returns how many it has ended. Until `revocationWait` after the commit, a node that missed the
 * notification may accept them.
 */
export const endSessions = (
  sql: SqlClient.SqlClient,
  account: string,
  which: Statement.Fragment
): Effect.Effect<number> => end(sql, sql`account_id = ${account} and (${which})`)

/** Ends a session of any account: the one that a browser held until it signed in again. */
const endReplaced = (sql: SqlClient.SqlClient, sessionId: string): Effect.Effect<number> =>
  end(sql, sql`session_id = ${sessionId}`)

// The token of a session in the browser: its signed id (JWT, RFC 7519). Only the database says which
// account it belongs to and whether it is live.

/** RFC 8725 §3.1: the only algorithm accepted, whatever the token's header says. */
const algorithm = "HS256"
const issuer = "rcpt"

interface SessionToken {
  readonly sign: (session: {
    readonly sessionId: string
    readonly createdAt: Date
    readonly expiresAt: Date
  }) => Effect.Effect<string>
  /** The session id; `undefined` for an expired token or one that this service did not sign. */
  readonly read: (token: string) => Effect.Effect<string | undefined>
}

/** `secret`: 32 octets (RFC 7518 §3.2: at least as many as the hash). */
export const makeSessionToken = (secret: Uint8Array): SessionToken => {
  const key = createSecretKey(secret)
  const expected = { algorithms: [algorithm], issuer, requiredClaims: ["jti", "exp"] }
  return {
    sign: ({ sessionId, createdAt, expiresAt }) =>
      Effect.promise(() =>
        new SignJWT()
          .setProtectedHeader({ alg: algorithm, typ: "JWT" })
          .setIssuer(issuer)
          .setJti(sessionId)
          .setIssuedAt(createdAt)
          .setExpirationTime(expiresAt)
          .sign(key)
      ),
    read: (token) =>
      Effect.gen(function* () {
        if (token === "") return undefined
        const currentDate = new Date(yield* Clock.currentTimeMillis)
        return yield* Effect.tryPromise(() =>
          jwtVerify(token, key, { ...expected, currentDate })
        ).pipe(
          Effect.map(({ payload }) => payload.jti),
          // The client must not learn the reason.
          Effect.orElseSucceed(() => undefined)
        )
      })
  }
}

/** The account and the person of a session, as a request with the session sees them. */
export type SessionHolder = CurrentAccount["Service"] & CurrentSession["Service"]

/** Somebody who may sign in. */
export interface Holder {
  readonly accountId: string
  readonly personId: string
}

export interface StartedSession extends Session {
  readonly sessionId: string
  readonly token: string
}

interface Browser {
  readonly agent: string
  /** The token that it has sent, if any. */
  readonly held?: string | undefined
}

type Ended = Pick<SessionHolder, "accountId" | "personId" | "sessionId">

export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Ends the session that the browser held before. `undefined`: the account is suspended, or the password
     * has changed since it was checked.
     */
    readonly start: (
      person: Holder & { readonly passwordHash: string | null },
      browser: Browser,
      manner?: sessionRows.SignInManner
    ) => Effect.Effect<StartedSession | undefined>
    /** `undefined`: an invalid token, or the session has ended. */
    readonly holderOf: (token: string) => Effect.Effect<SessionHolder | undefined>
    /** The same by the session's id, for an answer that goes on: this is no use of the session. */
    readonly holderNow: (sessionId: string) => Effect.Effect<SessionHolder | undefined>
    /** `undefined`: the session has just ended. */
    readonly show: (sessionId: string) => Effect.Effect<Session | undefined>
    /** The live sessions of a person, newest first. */
    readonly list: (person: string) => Effect.Effect<ReadonlyArray<ActiveSession>>
    /** When it returns, every node refuses the session. */
    readonly end: (holder: Ended) => Effect.Effect<void>
    /** Ends any session of the person, as an event. False: there is no such session. */
    readonly endOne: (session: Ended) => Effect.Effect<boolean>
    /** Whether its password was entered within `passwordFreshFor`. */
    readonly isPasswordFresh: (sessionId: string) => Effect.Effect<boolean>
  }
>()("@rcpt/service/accounts/sessions/Sessions") {}

/**
 * Tells a person of a sign-in with a browser that they have not used before. Only the family is known of each, so that
 * no browser is recognised by more; the first one is no news.
 */
const noteBrowser = (
  { write, tell }: { readonly write: SqlClient.SqlClient; readonly tell: Tell },
  { personId }: Holder,
  agent: string
) =>
  Effect.gen(function* () {
    const [seen] = yield* write<{ readonly isNew: boolean }>`
      with before as (
        select browsers, ${agent} = any (browsers) as is_known from person
        where person_id = ${personId} for no key update)
      update person set last_seen_at = now(),
        browsers = case when is_known then before.browsers else before.browsers || ${agent}::text end
      from before where person_id = ${personId}
      returning before.browsers <> '{}' and not is_known as "isNew"`
    if (seen?.isNew === true)
      yield* tell({ person: personId }, { kind: "new_browser", facts: { browser: agent } })
  })

const endingWith = (
  write: SqlClient.SqlClient,
  store: EventStore["Service"]
): Pick<Sessions["Service"], "end" | "endOne"> => ({
  end: ({ accountId, sessionId }) =>
    endSessions(write, accountId, write`session_id = ${sessionId}`).pipe(
      write.withTransaction,
      Effect.orDie,
      Effect.andThen(Effect.sleep(Revocations.revocationWait))
    ),

  endOne: Effect.fnUntraced(function* ({ accountId, personId, sessionId }) {
    const which = write`session_id = ${sessionId} and person_id = ${personId}`
    const ended = yield* endSessions(write, accountId, which).pipe(
      Effect.tap((count) =>
        count > 0 ? record(accountId, Account.note("SessionEnded", personId)) : Effect.void
      ),
      Effect.provideService(EventStore, store),
      write.withTransaction,
      Effect.orDie
    )
    if (ended > 0) yield* Effect.sleep(Revocations.revocationWait)
    return ended > 0
  })
})

const make = Effect.gen(function* () {
  const store = yield* EventStore
  const write = yield* WriteSql
  const read = yield* SqlClient.SqlClient
  const { subscribe } = yield* Revocations.Revocations
  const { touch } = yield* lastUses.make({ table: "session", id: "session_id" })
  const { tell } = yield* Outbox
  const token = makeSessionToken(yield* Secrets.use(({ key }) => key("session")))

  /** Every request runs this, so its rows are not decoded. */
  const lookUp = (sessionId: string) =>
    read<Omit<SessionHolder, "authMode" | "scopes">>`
      select session_id as "sessionId", account_id as "accountId", person_id as "personId", role,
        owner and role = 'manager' as owner, address_key as "addressKey",
        coalesce(feedback_until > now(), false) as "hasFeedback", rules_id as "rulesId"
      from session join account using (account_id) join person using (person_id, account_id)
      where session_id = ${sessionId} and ${sessionRows.isLive(read)} and suspended_at is null`.pipe(
      Effect.map(
        ([row]): SessionHolder | undefined => row && { ...row, authMode: "jwt", scopes: [] }
      )
    )
  const cache = CredentialCache.make({ lookUp, waitMax: lookUpWaitMax })
  yield* subscribe(cache.forget)

  return Sessions.of({
    start: Effect.fnUntraced(
      function* (person, { agent, held = "" }, manner) {
        const [row] = yield* sessionRows.insert(write, person, agent, manner)
        if (row === undefined) return undefined
        const replaced = yield* token.read(held)
        if (replaced !== undefined) yield* endReplaced(write, replaced)
        yield* endSessions(
          write,
          person.accountId,
          sessionRows.expiredOrSurplus(write, person.personId)
        )
        yield* noteBrowser({ write, tell }, person, agent)
        yield* recordAs(
          { ...person, ...row },
          Account.note("SessionStarted", person.personId, manner?.how)
        )
        const { addressKey: _, ...session } = row
        return { ...session, token: yield* token.sign(session) }
      },
      Effect.provideService(EventStore, store),
      write.withTransaction,
      Effect.orDie
    ),

    holderOf: (text) =>
      Effect.flatMap(token.read(text), (sessionId) =>
        sessionId === undefined
          ? Effect.undefined
          : cache
              .get(sessionId)
              .pipe(Effect.tap((holder) => (holder ? touch(sessionId) : Effect.void)))
      ),

    holderNow: cache.get,

    show: sessionRows.show(read),
    list: sessionRows.list(read),
    isPasswordFresh: sessionRows.isPasswordFresh(read),

    ...endingWith(write, store)
  })
})

export const layer: Layer.Layer<
  Sessions,
  never,
  EventStore | Secrets | WriteSql | SqlClient.SqlClient | PgClient.PgClient
> = Layer.effect(Sessions, make).pipe(Layer.provide(Revocations.layer))
