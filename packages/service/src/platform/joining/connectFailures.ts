/**
 * Sentences for the operator about the loss of Postgres: at a connection that fails, by the code of the system or of
 * Postgres, and between the moment a node joins the database and the moment it is ready.
 */
import { Effect } from "effect"
import type { Cause } from "effect"
import { SqlError } from "effect/sql"

import { notOffered } from "../databaseLine.ts"
import { because } from "../postgres/PostgresNotStarted.ts"
import { StartRefused } from "../StartRefused.ts"

/** Server, user and database as the URL names them, without the password. */
interface Target {
  readonly at: string
  readonly user: string
  readonly database: string
}

interface Failure {
  readonly sentence: string
  /** Whether it may pass by itself: the server is about to start, or has all its connections in use. */
  readonly isPassing: boolean
}

const targetOf = (url: string): Target => {
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const host = searchParams.get("host") ?? hostname
  const user = decodeURIComponent(username)
  return {
    at: host.startsWith("/") ? host : `${host}:${port || "5432"}`,
    user,
    database: decodeURIComponent(pathname.slice(1)) || user
  }
}

const passing = (sentence: string): Failure => ({ sentence, isPassing: true })
const lasting = (sentence: string): Failure => ({ sentence, isPassing: false })

const nobodyThere = ({ at }: Target) =>
  passing(`No Postgres answers at ${at}: start it, or correct RCPT_DATABASE_URL.`)

const noAddress = ({ at }: Target) =>
  passing(`The host of ${at} has no address: correct RCPT_DATABASE_URL.`)

const wrongPassword = ({ at, user }: Target) =>
  lasting(`Postgres at ${at} refuses the password of "${user}": correct RCPT_DATABASE_URL.`)

const notAllowed = ({ at, user }: Target, message: string) =>
  lasting(
    `Postgres at ${at} does not let "${user}" in (${message}): create that role there, allow it in ` +
      "pg_hba.conf, or correct RCPT_DATABASE_URL."
  )

const notTrusted = ({ at }: Target, message: string) =>
  lasting(
    `The certificate of Postgres at ${at} is not signed by an authority that is trusted (${message}): name the ` +
      "file with its certificates in RCPT_DATABASE_CA_FILE."
  )

export const sessionsNeeded =
  "RCPT_DATABASE_URL leads to a pooler, and the service needs sessions of its own, with its locks, " +
  "listeners and timeouts: name the Postgres server itself."

/** Codes of https://www.postgresql.org/docs/current/errcodes-appendix.html, and those of `connect`(2). */
const failures: Readonly<Record<string, (target: Target, message: string) => Failure>> = {
  ECONNREFUSED: nobodyThere,
  ECONNRESET: nobodyThere,
  ETIMEDOUT: nobodyThere,
  EHOSTUNREACH: nobodyThere,
  ENOENT: nobodyThere,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
  [notOffered]: ({ at }) =>
    lasting(
      `Postgres at ${at} does not offer encryption, which RCPT_DATABASE_URL asks for: set ssl = on there, or ` +
        "correct sslmode."
    ),
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  CERT_SIGNATURE_FAILURE: notTrusted,
  CERT_HAS_EXPIRED: ({ at }) =>
    lasting(`The certificate of Postgres at ${at} has expired: renew it there.`),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ at }, message) =>
    lasting(
      `The certificate of Postgres at ${at} is for another name (${message.replace(/\.$/, "")}): name the server so in ` +
        "RCPT_DATABASE_URL, or use sslmode=verify-ca."
    ),
  "28P01": wrongPassword,
  "28000": notAllowed,
  "42501": notAllowed,
  "3D000": ({ at, database }) =>
    lasting(
      `Postgres at ${at} has no database "${database}": create it, or correct RCPT_DATABASE_URL.`
    ),
  "53300": ({ at }) =>
    passing(`Postgres at ${at} has no connection left: raise its max_connections.`),
  "57P03": ({ at }, message) => passing(`Postgres at ${at} is not ready: ${message}.`),
  // PgBouncer: "unsupported startup parameter".
  "08P01": () => lasting(sessionsNeeded)
}

/** Tells whether the URL has no password: the client then ends the exchange itself, and its error has no code. */
const isWithoutPassword = ({ _tag, cause }: SqlError.SqlErrorReason) =>
  _tag === "AuthenticationError" && !("code" in Object(cause))

export const failureOf = ({ reason }: SqlError.SqlError, url: string): Failure => {
  const target = targetOf(url)
  if (isWithoutPassword(reason)) return wrongPassword(target)
  const { code = "" } = Object(reason.cause) as NodeJS.ErrnoException
  const message = because(reason.cause)
  return (
    failures[code]?.(target, message) ??
    passing(`The database at ${target.at} cannot be used: ${message}.`)
  )
}

const sqlErrorIn = (cause: Cause.Cause<unknown>): SqlError.SqlError | undefined => {
  for (const reason of cause.reasons) {
    const thrown =
      reason._tag === "Die" ? reason.defect : reason._tag === "Fail" ? reason.error : undefined
    if (SqlError.isSqlError(thrown)) return thrown
  }
  return undefined
}

/** Verbs for the database, by the kind of error; an error of another kind is a defect of ours. */
const saidOf: Partial<Readonly<Record<SqlError.SqlErrorReason["_tag"], string>>> = {
  ConnectionError: "was lost",
  // Another program holds a lock for long, or the server was stopped for a while.
  LockTimeoutError: "did not answer in time",
  StatementTimeoutError: "did not answer in time"
}

/**
 * Ends a start with one sentence if the database was lost meanwhile. The layers that are built then cannot do
 * without it and take its errors for defects, which would end the start with a stack trace.
 */
export const refuseIfLost = <A, E, R>(
  start: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StartRefused, R> =>
  Effect.catchCause(start, (cause): Effect.Effect<never, E | StartRefused> => {
    const error = sqlErrorIn(cause)
    const said = error && saidOf[error.reason._tag]
    return error === undefined || said === undefined
      ? Effect.failCause(cause)
      : new StartRefused({
          sentence: `The database ${said} while the service started (${because(error.reason.cause)}): start it again.`
        })
  })
