/**
 * Contacts by a query of the account, on its own Postgres. A cursor in a read-only transaction returns some at a time, so
 * that a million of them need as much memory as a thousand.
 */
import type { PgConnection } from "@effect/sql-pg"
import { Effect, Option, Stream } from "effect"

import type { Contact, SourceAdapter } from "../Adapter.ts"
import { badSettings, ofSettings, ofSource } from "../fault.ts"
import type { Fault } from "../fault.ts"
import { faultOf, limitStatement, makeConnect, parseSecret } from "./connect.ts"

interface Settings {
  readonly query: string
}

/** Some 100 kB of contacts: one answer of the server. */
const rowsPerFetch = 2_000

const statement = (connection: PgConnection.PgConnection, sql: string) =>
  Effect.mapError(connection.query(sql, [], false), faultOf("The query"))

/** The query as a table. Its last line may be a comment. */
const tableOf = (query: string): string => `(${query.trim().replace(/;$/, "")}\n)`

/**
 * Which columns are the address and the key, counted from 0: `email` and `key`, or `email` and the first other one, or the
 * first two.
 */
export const columnsAmong = (
  names: ReadonlyArray<string>
): { readonly email: number; readonly key: number } | undefined => {
  if (names.length < 2) return undefined
  const [email, key] = ["email", "key"].map((name) => names.indexOf(name)) as [number, number]
  if (email >= 0) return { email, key: key >= 0 ? key : email === 0 ? 1 : 0 }
  return key >= 0 ? { email: key === 0 ? 1 : 0, key } : { email: 0, key: 1 }
}

/** A cursor that returns address and key as texts, whatever their types are. */
const cursorFor = Effect.fnUntraced(function* (
  connection: PgConnection.PgConnection,
  query: string
) {
  const { fields } = yield* statement(connection, `select * from ${tableOf(query)} as rows limit 0`)
  const columns = columnsAmong(fields.map(({ name }) => name))
  if (columns === undefined)
    return yield* badSettings(
      "query must return two columns, the email address and a key: email, key"
    )
  const names = fields.map((_, n) => `c${n}`).join(", ")
  yield* statement(
    connection,
    `declare rcpt_contacts no scroll cursor for
      select c${columns.email}::text as email, c${columns.key}::text as key
      from ${tableOf(query)} as rows (${names})`
  )
  return undefined
})

const keyless: Fault = {
  code: "bad_answer",
  sentence: "query returned a row whose key is null. Each contact needs a key, such as its id.",
  mayHelp: false
}

interface Row {
  readonly email: string | null
  readonly key: string | null
}

/** Rows without an address have nothing to check. */
const contactsOf = (rows: ReadonlyArray<Row>): Effect.Effect<ReadonlyArray<Contact>, Fault> =>
  rows.some(({ key }) => key === null)
    ? Effect.fail(keyless)
    : Effect.succeed(rows.filter((row): row is Contact => row.email !== null))

/** It ends with an answer of fewer rows than were asked for. A lost connection is a failure. */
const fetchAll = (connection: PgConnection.PgConnection) =>
  Stream.paginate(
    undefined,
    Effect.fnUntraced(function* () {
      const { rows } = yield* statement(connection, `fetch ${rowsPerFetch} from rcpt_contacts`)
      const contacts = yield* contactsOf(rows as unknown as ReadonlyArray<Row>)
      const isLast = rows.length < rowsPerFetch
      return [[contacts], isLast ? Option.none() : Option.some(undefined)] as const
    }, Effect.mapError(ofSource))
  )

export const postgresSource = Effect.map(makeConnect, (connect): SourceAdapter<Settings> => ({
  check: (_, secret) => Effect.asVoid(Effect.mapError(parseSecret(secret), ofSettings)),
  open: ({ settings: { query }, secret }) => ({
    read: () =>
      Effect.gen(function* () {
        const connection = yield* connect(secret)
        yield* statement(connection, "begin read only")
        yield* statement(connection, limitStatement)
        // Between two answers, the addresses of the last one are written down.
        yield* statement(connection, "set local idle_in_transaction_session_timeout = 0")
        yield* cursorFor(connection, query)
        return { isUnchanged: false as const, version: null, contacts: fetchAll(connection) }
      }).pipe(Effect.mapError(ofSource))
  })
}))
