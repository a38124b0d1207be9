/**
 * Sessions of the dashboard: a row for each live session, and its signed id as a cookie.
 *
 * They end as keys are revoked (accounts/ApiKeys.ts): when `end` returns, no node accepts the session any
 * more. A stolen cookie is useless from then on.
 */
import { randomUUIDv7 } from "node:crypto"

import type { PgClient } from "@effect/sql-pg"
import { CurrentAccount } from "@rcpt/api/Authentication"
import type { CurrentSession } from "@rcpt/api/Authentication"
import * as Account from "@rcpt/domain/Account"
import { EventStore } from "@rcpt/store/EventStore"
import { Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { Secrets } from "../../platform/Secrets.ts"
import { record } from "../accountStream.ts"
import { lookUpWaitMax } from "../ApiKeys.ts"
import * as CredentialCache from "../CredentialCache.ts"
import * as lastUses from "../lastUses.ts"
import * as Revocations from "../Revocations.ts"
import { endSessions } from "./endSessions.ts"
import * as sessionToken from "./sessionToken.ts"

/** The account of a session, as a request with the session sees it. */
export type SessionHolder = CurrentAccount["Service"] & CurrentSession["Service"]

export interface Session {
  readonly email: string
  readonly owner: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface StartedSession extends Session {
  readonly token: string
}

export interface ActiveSession {
  readonly sessionId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly agent: string
}

export class Sessions extends Context.Service<
  Sessions,
  {
    /** `undefined`: the account is suspended, or its password has changed since it was checked. */
    readonly start: (
      account: { readonly accountId: string; readonly passwordHash: string },
      agent: string
    ) => Effect.Effect<StartedSession | undefined>
    /** `undefined`: an invalid token, or the session has ended. */
    readonly holderOf: (token: string) => Effect.Effect<SessionHolder | undefined>
    /** `undefined`: the session has just ended. */
    readonly show: (sessionId: string) => Effect.Effect<Session | undefined>
    /** The live sessions, newest first. */
    readonly list: (account: string) => Effect.Effect<ReadonlyArray<ActiveSession>>
    /** When it returns, every node refuses the session. */
    readonly end: (holder: SessionHolder) => Effect.Effect<void>
  }
>()("@rcpt/service/accounts/sessions/Sessions") {}

export const sessionLasts = Duration.days(7)

/** Per account; a user has a few browsers. A further session ends the oldest one. */
export const sessionsMax = 100

type SessionRow = Omit<StartedSession, "token"> & {
  readonly sessionId: string
  readonly addressKey: Uint8Array
}

/**
 * Locks the account until the session's row is committed. A concurrent change of the password either
 * waits for that and ends this session too, or came first, and then the hash does not match.
 */
const insert = (
  sql: SqlClient.SqlClient,
  { accountId, passwordHash }: { readonly accountId: string; readonly passwordHash: string },
  agent: string
) => sql<SessionRow>`
  with holder as (
    select account_id, email, owner, address_key from account
    where account_id = ${accountId} and password_hash = ${passwordHash} and suspended_at is null
    for share),
  started as (
    insert into session (session_id, account_id, agent, expires_at)
    select ${randomUUIDv7()}, account_id, ${agent},
      now() + make_interval(secs => ${Duration.toSeconds(sessionLasts)}::float8)
    from holder
    returning session_id, created_at, expires_at)
  select session_id as "sessionId", email, owner, created_at as "createdAt",
    expires_at as "expiresAt", address_key as "addressKey"
  from started cross join holder`

const expiredOrSurplus = (sql: SqlClient.SqlClient, account: string) => sql`
  expires_at <= now() or session_id in (
    select session_id from session where account_id = ${account}
    order by created_at desc, session_id desc offset ${sessionsMax})`

/** The request acts as the account from here on. */
const recordSignIn = (accountId: string, { owner, addressKey }: SessionRow) =>
  record(accountId, Account.note("SessionStarted")).pipe(
    Effect.provideService(CurrentAccount, {
      accountId,
      addressKey,
      owner,
      authMode: "jwt",
      scopes: []
    })
  )

const make = Effect.gen(function* () {
  const store = yield* EventStore
  const write = yield* WriteSql
  const read = yield* SqlClient.SqlClient
  const { subscribe } = yield* Revocations.Revocations
  const { touch } = yield* lastUses.make({ table: "session", id: "session_id" })
  const token = sessionToken.make(yield* Secrets.use(({ key }) => key("session")))

  /** Every request runs this, so its rows are not decoded. */
  const lookUp = (sessionId: string) =>
    read<Omit<SessionHolder, "authMode" | "scopes">>`
      select session_id as "sessionId", account_id as "accountId", address_key as "addressKey",
        owner
      from session join account using (account_id)
      where session_id = ${sessionId} and expires_at > now() and suspended_at is null`.pipe(
      Effect.map(
        ([row]): SessionHolder | undefined => row && { ...row, authMode: "jwt", scopes: [] }
      ),
      Effect.orDie
    )
  const cache = CredentialCache.make({ lookUp, waitMax: lookUpWaitMax })
  yield* subscribe(cache.forget)

  return Sessions.of({
    start: Effect.fnUntraced(
      function* (account, agent) {
        const [row] = yield* insert(write, account, agent)
        if (row === undefined) return undefined
        yield* endSessions(write, account.accountId, expiredOrSurplus(write, account.accountId))
        yield* recordSignIn(account.accountId, row)
        const { sessionId, addressKey: _, ...session } = row
        return { ...session, token: yield* token.sign({ sessionId, ...session }) }
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

    show: (sessionId) =>
      read<Session>`
        select email, owner, session.created_at as "createdAt", expires_at as "expiresAt"
        from session join account using (account_id) where session_id = ${sessionId}`.pipe(
        Effect.map(([row]) => row),
        Effect.orDie
      ),

    list: (account) =>
      read<ActiveSession>`
        select session_id as "sessionId", created_at as "createdAt", last_used_at as "lastUsedAt",
          agent
        from session where account_id = ${account} and expires_at > now()
        order by created_at desc, session_id desc`.pipe(Effect.orDie),

    end: ({ accountId, sessionId }) =>
      endSessions(write, accountId, write`session_id = ${sessionId}`).pipe(
        write.withTransaction,
        Effect.orDie,
        Effect.andThen(Effect.sleep(Revocations.revocationWait))
      )
  })
})

export const layer: Layer.Layer<
  Sessions,
  never,
  EventStore | Secrets | WriteSql | SqlClient.SqlClient | PgClient.PgClient
> = Layer.effect(Sessions, make).pipe(Layer.provide(Revocations.layer))
