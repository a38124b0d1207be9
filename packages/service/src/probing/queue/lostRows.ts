/**
 * Rows that are leased in the name of this process, though it works on none of them: the reply to their pull was lost,
 * they could not be handed back, or Postgres failed over to a standby that lacks the last commits, so that rows
 * which were settled or put off are leased again. No other node takes them as long as this one lives, so it
 * compares what the table says with what it works on, and releases the rest.
 */
import { Duration, Effect, Schedule } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"

import type { Lease } from "./ProbeRow.ts"

/**
 * A row is lost if two looks find it so: its pull may still be under way at the first one, for as long as a
 * statement may take (`Database.ts`).
 */
const lookEvery = Duration.millis(2_500)

const nameOf = ({ job, row, lease }: Lease): string => `${lease} ${job} ${row}`

interface HeldRows {
  /** A pull for this holder begins. */
  readonly begin: (holder: string) => void
  /** This process works on the rows. */
  readonly take: (rows: ReadonlyArray<Lease>) => void
  /** It does not work on them any more, whatever the table says of them. */
  readonly letGo: (rows: Iterable<Lease>) => void
}

/** Looks as long as rows are leased. `release` frees those of the rows that still have their leases. */
export const makeHeldRows = (
  sql: SqlClient.SqlClient,
  release: (rows: ReadonlyArray<Lease>) => Effect.Effect<void>
): Effect.Effect<HeldRows, never, Scope.Scope> =>
  Effect.gen(function* () {
    const held = new Set<string>()
    let holder: string | undefined
    let suspected: ReadonlySet<string> = new Set()
    let isQuiet = false

    const look = Effect.gen(function* () {
      if (holder === undefined) return
      const before = holder
      const leased = yield* sql<Lease>`
        select job_id as job, row_no as row, lease from probe_queue where leased_by = ${before}`
      const unknown = leased.filter((row) => !held.has(nameOf(row)))
      const lost = unknown.filter((row) => suspected.has(nameOf(row)))
      suspected = new Set(unknown.map(nameOf))
      if (lost.length > 0) yield* release(lost)
      // The last pull may have been under way at the first look that finds nothing, and not at the second.
      const isEmpty = leased.length === 0 && held.size === 0
      if (isEmpty && isQuiet) holder = undefined
      isQuiet = isEmpty
    }).pipe(Effect.catchCause((cause) => Effect.logDebug("Lost rows could not be released", cause)))
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(lookEvery)))

    return {
      begin: (name) => {
        holder = name
        isQuiet = false
      },
      take: (rows) => {
        for (const row of rows) held.add(nameOf(row))
      },
      letGo: (rows) => {
        for (const row of rows) held.delete(nameOf(row))
      }
    }
  })
