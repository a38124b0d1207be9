/**
 * All checks of the ledger, in one snapshot: the store's checks of its own rows, the invariants of the
 * credits, the views, and the catalogue.
 */
import { commitAfter, findContradictions, inOneSnapshot, logSize, walkAll } from "@rcpt/store/audit"
import type { AuditFinding } from "@rcpt/store/audit/AuditFinding"
import { readable } from "@rcpt/store/audit/readable"
import type { Answer, Checked } from "@rcpt/store/audit/readable"
import { whole } from "@rcpt/store/audit/walkLog"
import type { AuditInputs } from "@rcpt/store/audit/walkTree"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Array, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { checkCatalogue } from "./catalogue/checkCatalogue.ts"
import { checkSeals } from "./checkSeals.ts"
import { contradictionsOf, invariants, invariantsFrom } from "./invariants.ts"
import type { Invariant } from "./invariants.ts"
import { openViews } from "./views/checkViews.ts"
import type { ViewsCheck } from "./views/checkViews.ts"

const ask = (invariant: Invariant) =>
  Effect.map(readable(contradictionsOf(invariant)), (answer): AuditFinding => {
    const { id, says } = invariant
    if (answer._tag === "Unreadable") return { id, says, broken: answer.broken }
    const [found] = answer.value
    return { id, says, broken: found === undefined ? undefined : { expected: says, found } }
  })

const unreadableFinding = (id: string) => ({ id, says: "The tables of this check can be read." })

/** Returns the findings, or the one finding that says why they could not be computed. */
const answered = (check: Checked<ReadonlyArray<AuditFinding>>, id: string) =>
  Effect.map(readable(check), (answer) =>
    answer._tag === "Read" ? answer.value : [{ ...unreadableFinding(id), broken: answer.broken }]
  )

export type Finding = AuditFinding

export interface Options {
  /** Called with the share of the log that was read, from 0 to 1. */
  readonly progress?: (share: number) => Effect.Effect<void>
}

/** The part of the log that comes after what was found to be whole. */
const partOf = ({ since }: AuditInputs, { progress = () => Effect.void }: Options) =>
  Effect.gen(function* () {
    const size = yield* logSize
    const start = since ?? 0
    const reached = (seq: number) => progress((seq - start) / Math.max(1, size - start))
    if (since === undefined) return { after: undefined, reached }
    return { after: { seq: since, nextCommit: yield* commitAfter(since) }, reached }
  })

/**
 * The views follow the log, commit by commit, while it is read. Their sums are those of the whole log, so a part of it
 * has no views to compare.
 */
const walked = (inputs: AuditInputs, options: Options, opened: Answer<ViewsCheck> | undefined) =>
  Effect.gen(function* () {
    const known = yield* readable(partOf(inputs, options))
    const part = known._tag === "Read" ? known.value : whole
    const views = opened?._tag === "Read" ? opened.value : undefined
    const log = yield* walkAll(inputs, views, part)
    if (opened?._tag === "Unreadable")
      return { log, views: [{ ...unreadableFinding("places"), broken: opened.broken }] }
    return { log, views: views === undefined ? [] : yield* answered(views.findings, "places") }
  })

const invariantsOf = ({ since }: AuditInputs) =>
  since === undefined
    ? Effect.succeed(invariants)
    : readable(Effect.flatMap(commitAfter(since), invariantsFrom)).pipe(
        Effect.map((known) => (known._tag === "Read" ? known.value : invariants))
      )

/** The checks that Postgres computes. */
const asked = (inputs: AuditInputs) =>
  Effect.gen(function* () {
    const store = yield* findContradictions
    const ledger = yield* Effect.forEach(yield* invariantsOf(inputs), ask)
    const seals = yield* answered(Effect.map(checkSeals(inputs), Array.of), "grants")
    const catalogue = yield* answered(Effect.map(checkCatalogue, Array.of), "catalogue")
    return { tables: [...store, ...ledger, ...seals], catalogue }
  })

/** Runs every check. It writes to temporary tables alone, which end with it. */
export const audit = (
  inputs: AuditInputs,
  options: Options = {}
): Effect.Effect<ReadonlyArray<AuditFinding>, StoreUnavailable, SqlClient.SqlClient> =>
  inOneSnapshot(
    inputs.since === undefined ? readable(openViews()) : Effect.undefined,
    (opened) => walked(inputs, options, opened),
    asked(inputs)
  ).pipe(
    Effect.map(([{ log, views }, { tables, catalogue }]) => [
      ...log,
      ...tables,
      ...views,
      ...catalogue
    ]),
    unavailable
  )
