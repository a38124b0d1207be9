/**
 * Sessions of the dashboard: a row for each that lasts, and its id, signed, as a cookie.
 *
 * Ended as keys are revoked (accounts/ApiKeys.ts): when it answers, no node believes it any more. So a
 * stolen cookie is worth nothing from then on.
 */
import { randomUUIDv7 } from "node:crypto"

import type { PgClient } from "@effect/sql-pg"
import type { CurrentAccount, CurrentSession } from "@rcpt/api/Authentication"
import { Context, Duration, Effect, Layer } from "effect"
import type { Cause } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { lookUpWaitMax } from "../accounts/ApiKeys.ts"
import * as KnownKeys from "../accounts/KnownKeys.ts"
import * as lastUses from "../accounts/lastUses.ts"
import * as Revocations from "../accounts/Revocations.ts"
import { WriteSql } from "../Database.ts"
import { Secrets } from "../Secrets.ts"
import { endSessions } from "./endSessions.ts"
import * as sessionToken from "./sessionToken.ts"

/** Whoever is signed in, as his requests carry him. */
export type SessionHolder = CurrentAccount["Service"] & CurrentSession["Service"]

export interface Session {
  readonly email: string
  readonly owner: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface Started extends Session {
  readonly token: string
}

export interface SessionSeen {
  readonly sessionId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly agent: string
}

export class Sessions extends Context.Service<
  Sessions,
  {
    /** `undefined`: he is suspended, or his password has changed since it was found to be right. */
    readonly start: (
      account: { readonly accountId: string; readonly passwordHash: string },
      agent: string
    ) => Effect.Effect<Started | undefined, SqlError.SqlError>
    /** `undefined`: no session of ours, or one that is over. */
    readonly holderOf: (
      token: string
    ) => Effect.Effect<SessionHolder | undefined, SqlError.SqlError | Cause.TimeoutError>
    /** `undefined`: it has ended this moment. */
    readonly show: (sessionId: string) => Effect.Effect<Session | undefined, SqlError.SqlError>
    /** Those that last, the newest first. */
    readonly list: (account: string) => Effect.Effect<ReadonlyArray<SessionSeen>, SqlError.SqlError>
    /** When it answers, every node refuses it. */
    readonly end: (holder: SessionHolder) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@rcpt/service/sessions/Sessions") {}

export const sessionLasts = Duration.days(7)

/** A person has a few browsers. The oldest ends when there are more. */
export const sessionsMax = 100

type Row = Omit<Started, "token"> & { readonly sessionId: string }

/**
 * Locked until the row is there: a change of the password waits, and then ends this session too; or
 * it came first, and then the hash is another.
 */
const insert = (
  sql: SqlClient.SqlClient,
  { accountId, passwordHash }: { readonly accountId: string; readonly passwordHash: string },
  agent: string
) => sql<Row>`
  with holder as (
    select account_id, email, owner from account
    where account_id = ${accountId} and password_hash = ${passwordHash} and suspended_at is null
    for share),
  started as (
    insert into session (session_id, account_id, agent, expires_at)
    select ${randomUUIDv7()}, account_id, ${agent},
      now() + make_interval(secs => ${Duration.toSeconds(sessionLasts)}::float8)
    from holder
    returning session_id, created_at, expires_at)
  select session_id as "sessionId", email, owner, created_at as "createdAt",
    expires_at as "expiresAt"
  from started cross join holder`

const surplus = (sql: SqlClient.SqlClient, account: string) => sql`
  expires_at <= now() or session_id in (
    select session_id from session where account_id = ${account}
    order by created_at desc, session_id desc offset ${sessionsMax})`

const make = Effect.gen(function* () {
  const write = yield* WriteSql
  const read = yield* SqlClient.SqlClient
  const { hear } = yield* Revocations.Revocations
  const { note } = yield* lastUses.make({ table: "session", id: "session_id" })
  const token = sessionToken.make(yield* Secrets.use(({ key }) => key("session")))

  const lookUp = (sessionId: string) =>
    read<Omit<SessionHolder, "authMode" | "scopes">>`
      select session_id as "sessionId", account_id as "accountId", address_key as "addressKey",
        owner
      from session join account using (account_id)
      where session_id = ${sessionId} and expires_at > now() and suspended_at is null`.pipe(
      Effect.map(
        ([row]): SessionHolder | undefined => row && { ...row, authMode: "jwt", scopes: [] }
      )
    )
  const known = KnownKeys.make({ lookUp, waitMax: lookUpWaitMax })
  yield* hear(known.forget)

  return Sessions.of({
    start: Effect.fn("Sessions.start")(function* (account, agent) {
      const [row] = yield* insert(write, account, agent)
      if (row === undefined) return undefined
      yield* endSessions(write, account.accountId, surplus(write, account.accountId))
      const { sessionId, ...session } = row
      return { ...session, token: yield* token.sign({ sessionId, ...session }) }
    }, write.withTransaction),

    holderOf: (text) =>
      Effect.flatMap(token.read(text), (sessionId) =>
        sessionId === undefined
          ? Effect.undefined
          : known
              .get(sessionId)
              .pipe(Effect.tap((holder) => (holder ? note(sessionId) : Effect.void)))
      ),

    show: (sessionId) =>
      read<Session>`
        select email, owner, session.created_at as "createdAt", expires_at as "expiresAt"
        from session join account using (account_id) where session_id = ${sessionId}`.pipe(
        Effect.map(([row]) => row)
      ),

    list: (account) => read<SessionSeen>`
      select session_id as "sessionId", created_at as "createdAt", last_used_at as "lastUsedAt",
        agent
      from session where account_id = ${account} and expires_at > now()
      order by created_at desc, session_id desc`,

    end: ({ accountId, sessionId }) =>
      endSessions(write, accountId, write`session_id = ${sessionId}`).pipe(
        write.withTransaction,
        Effect.andThen(Effect.sleep(Revocations.revocationWait))
      )
  })
})

export const layer: Layer.Layer<
  Sessions,
  never,
  Secrets | WriteSql | SqlClient.SqlClient | PgClient.PgClient
> = Layer.effect(Sessions, make).pipe(Layer.provide(Revocations.layer))
