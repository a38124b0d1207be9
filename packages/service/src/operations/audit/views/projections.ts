/** The views as an operator sees and rebuilds them. A rebuild that another process began goes on where it was. */
import { inSnapshotWith } from "@rcpt/store/audit"
import type { AuditFinding } from "@rcpt/store/audit/AuditFinding"
import { walkLog } from "@rcpt/store/audit/walkLog"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import * as generations from "@rcpt/store/generations"
import { catchUp } from "@rcpt/store/Projection"
import type { Needs } from "@rcpt/store/Projection"
import { unavailable } from "@rcpt/store/unavailable"
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { Config } from "../../../platform/Config.ts"
import type { WriteSql } from "../../../platform/Database.ts"
import { sweep } from "../../../views/ledger/ledgerView.ts"
import { storedViews, viewsOf } from "../../../views/viewsOf.ts"
import { openViews } from "./checkViews.ts"

export interface Listed extends generations.Status {
  /** The last commit of the log that it has applied. */
  readonly position: number
  /** The size of its tables on disk, with the rows of its other generations. */
  readonly octets: number
}

interface Placed {
  readonly name: string
  readonly generation: number
  readonly position: number
}

export const listProjections: Effect.Effect<
  ReadonlyArray<Listed>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const placed = yield* sql<Placed>`
    select name, generation, seq::float8 as position from es.projection`
  const tables = storedViews.flatMap((view) => view.tables.map(({ table }) => table))
  const sizes = yield* sql<{ readonly name: string; readonly octets: number }>`
    select name, coalesce(pg_total_relation_size(to_regclass(name)), 0)::float8 as octets
    from unnest(${tables}::text[]) name`
  return (yield* generations.status).flatMap((status) => {
    const place = placed.find(
      ({ name, generation }) => name === status.name && generation === status.generation
    )
    const view = storedViews.find(({ name }) => name === status.name)
    const own = sizes.filter(({ name }) => view?.tables.some(({ table }) => table === name))
    const octets = own.reduce((sum, size) => sum + size.octets, 0)
    return place === undefined ? [] : [{ ...status, position: place.position, octets }]
  })
})

/** The first difference between the log and the rows in each table of a view. */
interface Difference {
  /** Events that it has applied. */
  readonly examined: number
  readonly differing: ReadonlyArray<NonNullable<AuditFinding["broken"]>>
  /** Why its rows were not compared. */
  readonly skipped?: string
}

/** Compares a view with the log. `undefined`: there is no view of this name whose rows can be compared. */
export const differences = (
  name: string
): Effect.Effect<Difference | undefined, SqlError.SqlError, SqlClient.SqlClient> =>
  inSnapshotWith(openViews([name]), (views) =>
    Effect.gen(function* () {
      if (views.skipped !== undefined) return { examined: 0, differing: [], skipped: views.skipped }
      if (!views.compares) return undefined
      yield* walkLog(views)
      yield* views.findings
      return { examined: views.examined, differing: views.differing }
    })
  )

const lookEvery = Duration.millis(200)

export class UnknownProjection {
  readonly _tag = "UnknownProjection"
  readonly known: ReadonlyArray<string>
  constructor(known: ReadonlyArray<string>) {
    this.known = known
  }
}

const liveOf = (name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly live: number; readonly last: number }>`
      select max(generation) filter (where live) as live, max(generation) as last
      from es.projection where name = ${name}`
  ).pipe(Effect.map(([row]) => row!))

export interface Rebuilt {
  readonly before: number
  readonly now: number
  /** True: another command or service had begun the rebuild before. */
  readonly goneOn: boolean
}

/**
 * Makes a view again from the log beside the one that is read, and replaces that at once. Running services
 * take part, and end it if this process is killed.
 */
export const rebuildProjection = (
  name: string
): Effect.Effect<Rebuilt, StoreUnavailable | UnknownProjection, Needs | WriteSql | Config> =>
  Effect.gen(function* () {
    const views = viewsOf(yield* Config)
    const view = views.find((one) => one.name === name)
    if (view === undefined)
      return yield* Effect.fail(new UnknownProjection(views.map((one) => one.name)))
    yield* unavailable(generations.generationsOf(view))
    const { live: before, last } = yield* unavailable(liveOf(name))
    yield* unavailable(generations.rebuild(view))
    const next = last === before ? before + 1 : last
    yield* Effect.repeat(Effect.andThen(catchUp(view), unavailable(liveOf(name))), {
      until: ({ live }) => live >= next,
      schedule: Schedule.spaced(lookEvery)
    })
    yield* sweep
    return { before, now: next, goneOn: last !== before }
  })
