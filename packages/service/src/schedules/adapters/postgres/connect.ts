/**
 * A connection to the Postgres of an account. The URL comes from a person who may not be trusted: it reads no file of this
 * machine, leads to no server that is not allowed (targetOf.ts), and never to rcpt's own database.
 */
import { PgConnection } from "@effect/sql-pg"
import { Duration, Effect, Redacted } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { Expected } from "../../../platform/config/parse.ts"
import {
  connectionToAddress,
  lineOf,
  namesFile,
  parseDatabaseUrl
} from "../../../platform/databaseLine.ts"
import type { Line } from "../../../platform/databaseLine.ts"
import { because } from "../../../platform/postgres/PostgresNotStarted.ts"
import { badSettings, quoted, refused } from "../fault.ts"
import type { Fault } from "../fault.ts"
import { makeTargetOf } from "../targetOf.ts"

/** A query over millions of rows may sort them before it returns the first. */
const statementWaitMax = Duration.minutes(2)

/** For a transaction: a pooler may not know it as a parameter of the connection. */
export const limitStatement = `set local statement_timeout = ${Duration.toMillis(statementWaitMax)}`

/** The server ends a statement itself; it is gone if it has not some time later. */
const silenceMax = Duration.toMillis(statementWaitMax) + 10_000

/** TCP, TLS and authentication, over the internet. */
const connectWaitMax = Duration.seconds(10)

/** Classes of codes that pass by themselves: lost connections, a full server, and one that is stopped or starts. */
const passing = /^(?:08|53|57P)/

const isUnreachable = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConnectionError" || passing.test(Object(reason.cause).code ?? "")

/** What an error of a statement or of the connection means. `doing`: such as "The query". */
export const faultOf =
  (doing: string) =>
  (error: SqlError.SqlError): Fault => ({
    code: isUnreachable(error) ? "unreachable" : "refused",
    sentence: `${doing} failed. Postgres: ${quoted(because(error))}.`,
    mayHelp: isUnreachable(error) || error.isRetryable
  })

/** Parses the URL. It fails without its text, which has the password. */
export const parseSecret = Effect.fnUntraced(function* (text = "") {
  if (namesFile(text))
    return yield* badSettings(
      "secret must have the texts of certificates and keys, in PEM: it cannot name a file"
    )
  const parsed = parseDatabaseUrl(text)
  if (parsed instanceof Expected) return yield* badSettings(`secret must be ${parsed.what}`)
  const redacted = Redacted.make(parsed)
  const line = lineOf(redacted)
  return line.isUnixSocket
    ? yield* badSettings("secret must name a host: a Unix socket is not allowed")
    : { url: redacted, line }
})

/** Of a server and a database: the moment at which the server started, in microseconds, is no other server's. */
const whichQuery = `select pg_postmaster_start_time()::text as server, current_database()::text as name,
  current_setting('is_superuser') = 'on' as "isSuperuser"`

interface Which {
  readonly server: string
  readonly name: string
  readonly isSuperuser: boolean
}

const at = ({ host, port }: Line): string => `Postgres at ${host}:${port}`

/**
 * Returns how to connect. The connection ends with the scope, and with it a transaction that was not committed. A server of
 * both rcpt's database and others may be used, but not by a superuser, who may read all of its databases.
 */
export const makeConnect = Effect.gen(function* () {
  const targetOf = yield* makeTargetOf
  const own = yield* SqlClient.SqlClient
  const ownWhich = Effect.map(own.unsafe<Which>(whichQuery), ([row]) => row!).pipe(Effect.orDie)
  return Effect.fnUntraced(function* (
    secret: string | undefined
  ): Effect.fn.Return<PgConnection.PgConnection, Fault, Scope.Scope> {
    const { url, line } = yield* parseSecret(secret)
    const { address } = yield* targetOf(line.host)
    const connection = yield* PgConnection.make({
      ...connectionToAddress(url, address, silenceMax),
      applicationName: "rcpt schedule",
      connectTimeout: connectWaitMax,
      multiplex: true
    }).pipe(Effect.mapError(faultOf(`The connection to ${at(line)}`)))
    const which = yield* connection
      .query(whichQuery, [], false)
      .pipe(Effect.mapBoth({ onFailure: faultOf(at(line)), onSuccess: ({ rows }) => rows[0] }))
    const theirs = which as unknown as Which
    const ours = yield* ownWhich
    if (theirs.server === ours.server && (theirs.name === ours.name || theirs.isSuperuser))
      return yield* refused(
        theirs.name === ours.name
          ? "This is the database of rcpt itself, which is neither a source nor a sink."
          : `${at(line)} is the server of rcpt's own database: use a role that is not a superuser.`
      )
    return connection
  })
})
