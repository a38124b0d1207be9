/**
 * What a check finds when it cannot read its rows: a page with a flipped bit, a file that is gone, or
 * a value that is none. The check ends there, and the others go on.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { Broken } from "./AuditFinding.ts"
import { locateDamage } from "./locateDamage.ts"

export type Checked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

interface PostgresError {
  readonly code: string
  readonly message: string
}

const postgresError = ({ reason }: SqlError.SqlError): PostgresError => {
  const { code, message } = Object(reason.cause)
  return { code: String(code), message: String(message) }
}

/**
 * PostgreSQL appendix A: class 22, "data exception"; XX, "internal error", of which XX001 and XX002 say
 * that data or an index is corrupted; 58, "system error": files that cannot be read.
 */
const isUnreadable = (error: SqlError.SqlError): boolean =>
  /^(?:22|XX|58)/.test(postgresError(error).code)

const brokenBy = (error: SqlError.SqlError): Checked<Broken> =>
  Effect.gen(function* () {
    const { code, message } = postgresError(error)
    if (code.startsWith("22"))
      return { expected: "values that can be read", found: `a row that cannot be read: ${message}` }
    const place = yield* locateDamage(message)
    return { ...place, expected: "data that can be read", found: `damaged data: ${message}` }
  })

/** What a check has answered, or why it could not. */
export type Answer<A> =
  | { readonly _tag: "Read"; readonly value: A }
  | { readonly _tag: "Unreadable"; readonly broken: Broken }

/** Runs a check in a savepoint of the snapshot, so that the snapshot survives its failure. */
export const readable = <A>(check: Checked<A>): Checked<Answer<A>> =>
  SqlClient.SqlClient.use((sql) => sql.withTransaction(check)).pipe(
    Effect.map((value): Answer<A> => ({ _tag: "Read", value })),
    Effect.catchIf(isUnreadable, (error) =>
      Effect.map(brokenBy(error), (broken): Answer<A> => ({ _tag: "Unreadable", broken }))
    )
  )
