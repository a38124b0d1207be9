/**
 * All checks of the ledger, in one snapshot: the store's checks of its own rows, the invariants of the
 * credits, the views, and the catalogue.
 */
import { auditAgainst, inSnapshot } from "@rcpt/store/audit"
import type { AuditFinding } from "@rcpt/store/audit/AuditFinding"
import { readable } from "@rcpt/store/audit/readable"
import type { Checked } from "@rcpt/store/audit/readable"
import type { Evidence } from "@rcpt/store/audit/walkTree"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Array, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { checkCatalogue } from "./catalogue/checkCatalogue.ts"
import { checkSeals } from "./checkSeals.ts"
import { contradictionsOf, invariants } from "./invariants.ts"
import type { Invariant } from "./invariants.ts"
import { openViews } from "./views/checkViews.ts"

const ask = (invariant: Invariant) =>
  Effect.map(readable(contradictionsOf(invariant)), (answer): AuditFinding => {
    const { id, says } = invariant
    if (answer._tag === "Unreadable") return { id, says, broken: answer.broken }
    const [found] = answer.value
    return { id, says, broken: found === undefined ? undefined : { expected: says, found } }
  })

const unreadableFinding = (id: string) => ({ id, says: "The tables of this check can be read." })

/** Findings, or the one that says why there are none. */
const answered = (check: Checked<ReadonlyArray<AuditFinding>>, id: string) =>
  Effect.map(readable(check), (answer) =>
    answer._tag === "Read" ? answer.value : [{ ...unreadableFinding(id), broken: answer.broken }]
  )

export type Finding = AuditFinding

export const audit = (
  evidence: Evidence
): Effect.Effect<ReadonlyArray<AuditFinding>, StoreUnavailable, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const opened = yield* readable(openViews())
    const views = opened._tag === "Read" ? opened.value : undefined
    const store = yield* auditAgainst(evidence, views)
    const ledger = yield* Effect.forEach(invariants, ask)
    const seals = yield* answered(Effect.map(checkSeals(evidence), Array.of), "grants")
    const ofViews =
      opened._tag === "Read"
        ? yield* answered(opened.value.findings, "places")
        : [{ ...unreadableFinding("places"), broken: opened.broken }]
    const catalogue = yield* answered(Effect.map(checkCatalogue, Array.of), "catalogue")
    return [...store, ...ledger, ...seals, ...ofViews, ...catalogue]
  }).pipe(inSnapshot, unavailable)
