/**
 * All checks of the ledger, in one snapshot: the store's checks of its own rows, the invariants of the
 * credits, the views, and the catalogue.
 */
import { commitAfter, findContradictions, inOneSnapshot, logSize, walkAll } from "@rcpt/store/audit"
import type { AuditFinding } from "@rcpt/store/audit/AuditFinding"
import { readable } from "@rcpt/store/audit/readable"
import type { Checked } from "@rcpt/store/audit/readable"
import { whole } from "@rcpt/store/audit/walkLog"
import type { Follower } from "@rcpt/store/audit/walkLog"
import type { Evidence } from "@rcpt/store/audit/walkTree"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Array, Deferred, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { eventOf } from "./AuditedEvent.ts"
import type { AuditedEvent } from "./AuditedEvent.ts"
import { checkCatalogue } from "./catalogue/checkCatalogue.ts"
import { checkSeals } from "./checkSeals.ts"
import { contradictionsOf, invariants, invariantsFrom, restOf } from "./invariants.ts"
import type { Invariant } from "./invariants.ts"
import { ledgerFold } from "./ledgerFold/ledgerFold.ts"
import type { LedgerFold } from "./ledgerFold/ledgerFold.ts"
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

/** Findings, or the one that says why there are none. */
const answered = (check: Checked<ReadonlyArray<AuditFinding>>, id: string) =>
  Effect.map(readable(check), (answer) =>
    answer._tag === "Read" ? answer.value : [{ ...unreadableFinding(id), broken: answer.broken }]
  )

export type Finding = AuditFinding

export interface Options {
  /** Told the share of the log that was read, from 0 to 1. */
  readonly progress?: (share: number) => Effect.Effect<void>
}

/** The part of the log that comes after what was found to be whole. */
const partOf = ({ since }: Evidence, { progress = () => Effect.void }: Options) =>
  Effect.gen(function* () {
    const size = yield* logSize
    const start = since ?? 0
    const reached = (seq: number) => progress((seq - start) / Math.max(1, size - start))
    if (since === undefined) return { after: undefined, reached }
    return { after: { seq: since, nextCommit: yield* commitAfter(since) }, reached }
  })

/** The views and the ledger follow the log together. */
const followedBy = (views: ViewsCheck | undefined, ledger: LedgerFold): Follower<AuditedEvent> => ({
  eventOf,
  ahead: Effect.andThen(ledger.ahead, views?.ahead ?? Effect.void),
  read: ledger.read,
  add: (commits) => (views === undefined ? Effect.void : views.add(commits)),
  endAt: (broken) => {
    ledger.endAt()
    views?.endAt(broken)
  }
})

/**
 * What follows the log, commit by commit, in this process. Sums of views are of the whole log, as are those of the
 * ledger.
 */
const walked = (evidence: Evidence, options: Options) =>
  Effect.gen(function* () {
    const known = yield* readable(partOf(evidence, options))
    const part = known._tag === "Read" ? known.value : whole
    if (evidence.since !== undefined)
      return { log: yield* walkAll(evidence, undefined, part), views: [], isClear: false }
    const ledger = ledgerFold()
    const opened = yield* readable(openViews())
    const views = opened._tag === "Read" ? opened.value : undefined
    const log = yield* walkAll(evidence, followedBy(views, ledger), part)
    const isClear = yield* ledger.isClear
    if (opened._tag === "Unreadable")
      return { log, views: [{ ...unreadableFinding("places"), broken: opened.broken }], isClear }
    return { log, views: yield* answered(opened.value.findings, "places"), isClear }
  })

const invariantsOf = ({ since }: Evidence) =>
  since === undefined
    ? Effect.succeed(invariants)
    : readable(Effect.flatMap(commitAfter(since), invariantsFrom)).pipe(
        Effect.map((known) => (known._tag === "Read" ? known.value : invariants))
      )

/** What Postgres computes; in the end what the fold of the ledger, if it is one, has not cleared. */
const asked = (evidence: Evidence, isClear: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    const store = yield* findContradictions
    const seals = yield* answered(Effect.map(checkSeals(evidence), Array.of), "grants")
    const catalogue = yield* answered(Effect.map(checkCatalogue, Array.of), "catalogue")
    const all = yield* invariantsOf(evidence)
    const clear = evidence.since === undefined && (yield* isClear)
    const ledger = yield* Effect.forEach(all, (invariant) =>
      ask(clear ? restOf(invariant) : invariant)
    )
    return { tables: [...store, ...ledger, ...seals], catalogue }
  })

export const audit = (
  evidence: Evidence,
  options: Options = {}
): Effect.Effect<ReadonlyArray<AuditFinding>, StoreUnavailable, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const isClear = yield* Deferred.make<boolean>()
    const following = Effect.tap(walked(evidence, options), (answer) =>
      Deferred.succeed(isClear, answer.isClear)
    )
    const [{ log, views }, { tables, catalogue }] = yield* inOneSnapshot(
      following,
      asked(evidence, Deferred.await(isClear))
    )
    return [...log, ...tables, ...views, ...catalogue]
  }).pipe(unavailable)
