/**
 * All checks of the ledger, in one snapshot: the store's checks of its own rows, the invariants of the
 * credits, the views, and the catalogue.
 */
import { audit as auditStore, inSnapshot } from "@rcpt/store/audit"
import type { AuditFinding } from "@rcpt/store/audit/AuditFinding"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { checkCatalogue } from "./catalogue/checkCatalogue.ts"
import { contradictionsOf, invariants } from "./invariants.ts"
import type { Invariant } from "./invariants.ts"
import { checkViews } from "./views/checkViews.ts"

/**
 * An event that was tampered with may hold no number where a sum expects one. A query that fails on it
 * is rolled back to its savepoint, so that the others can still run.
 */
const ask = (invariant: Invariant) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql
      .withTransaction(contradictionsOf(invariant))
      .pipe(
        Effect.catchIf(isUnanswerable, ({ reason }) =>
          Effect.succeed([`a row that cannot be read: ${messageOf(reason.cause)}`])
        )
      )
    const { id, says } = invariant
    const broken = found === undefined ? undefined : { expected: says, found }
    return { id, says, broken } satisfies AuditFinding
  })

/** PostgreSQL appendix A: class 22, "data exception". */
const isUnanswerable = (error: SqlError.SqlError): boolean => {
  const { code } = Object(error.reason.cause)
  return typeof code === "string" && code.startsWith("22")
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

export const audit: Effect.Effect<
  ReadonlyArray<AuditFinding>,
  StoreUnavailable,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const store = yield* auditStore
  const ledger = yield* Effect.forEach(invariants, ask)
  return [...store, ...ledger, ...(yield* checkViews), yield* checkCatalogue]
}).pipe(inSnapshot, unavailable)
