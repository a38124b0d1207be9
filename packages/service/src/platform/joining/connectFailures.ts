/** What a failed connection to Postgres means to the operator, by the code of the system or of Postgres. */
import type { SqlError } from "effect/sql"

import { because } from "../postgres/PostgresNotStarted.ts"

/** As the URL names them; the password is not among them. */
export interface Place {
  readonly at: string
  readonly user: string
  readonly database: string
}

export interface Failure {
  readonly sentence: string
  /** It may go away by itself: the server is about to start, or has all its connections in use. */
  readonly isPassing: boolean
}

export const placeOf = (url: string): Place => {
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

const nobodyThere = ({ at }: Place) =>
  passing(`No Postgres answers at ${at}: start it, or correct RCPT_DATABASE_URL.`)

const noAddress = ({ at }: Place) =>
  passing(`The host of ${at} has no address: correct RCPT_DATABASE_URL.`)

const wrongPassword = ({ at, user }: Place) =>
  lasting(`Postgres at ${at} refuses the password of "${user}": correct RCPT_DATABASE_URL.`)

const notAllowed = ({ at, user }: Place, message: string) =>
  lasting(
    `Postgres at ${at} does not let "${user}" in (${message}): create that role there, allow it in ` +
      "pg_hba.conf, or correct RCPT_DATABASE_URL."
  )

export const sessionsNeeded =
  "RCPT_DATABASE_URL leads to a pooler, and the service needs sessions of its own, with its locks, " +
  "listeners and timeouts: name the Postgres server itself."

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, and those of `connect`(2). */
const failures: Readonly<Record<string, (place: Place, message: string) => Failure>> = {
  ECONNREFUSED: nobodyThere,
  ECONNRESET: nobodyThere,
  ETIMEDOUT: nobodyThere,
  EHOSTUNREACH: nobodyThere,
  ENOENT: nobodyThere,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
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

/** Without a password in the URL the client ends the exchange itself, and has no code. */
const isWithoutPassword = ({ _tag, cause }: SqlError.SqlErrorReason) =>
  _tag === "AuthenticationError" && !("code" in Object(cause))

export const failureOf = ({ reason }: SqlError.SqlError, url: string): Failure => {
  const place = placeOf(url)
  if (isWithoutPassword(reason)) return wrongPassword(place)
  const { code = "" } = Object(reason.cause) as NodeJS.ErrnoException
  const message = because(reason.cause)
  return (
    failures[code]?.(place, message) ??
    passing(`The database at ${place.at} cannot be used: ${message}.`)
  )
}
