/**
 * Compares the views of the log with what their projections make of the log now. A view
 * lags a little, so each is compared as of its own place in the log, without the commits that it has parked.
 */
import type { AuditFinding, Broken } from "@rcpt/store/audit/AuditFinding"
import { readable } from "@rcpt/store/audit/readable"
import type { Checked } from "@rcpt/store/audit/readable"
import type { Follower } from "@rcpt/store/audit/walkLog"
import type { SealedCommit } from "@rcpt/store/EventStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { ledgerView } from "../../../views/ledger/ledgerView.ts"
import type { ComparedView } from "../../../views/View.ts"
import { comparedViews } from "../../../views/viewsOf.ts"
import { comparisonsOf, countRows, makeTables, pageOf, partOf } from "./viewTables.ts"
import type { Kept, Part } from "./viewTables.ts"

/** One generation of a view, and the commits that it has not applied although it has passed them. */
interface Progress {
  readonly name: string
  readonly generation: number
  readonly seq: number
  readonly parked: ReadonlySet<number>
}

/**
 * SQL: rows of a generation that the view has none of. Rows of the ledger stay for a while after a rebuild has replaced
 * them (`sweep`), so only those of a later generation are lost.
 */
const lostRows = ({ name, tables: [first] }: ComparedView): string => {
  const { table } = first!
  const isLost =
    name === ledgerView.name
      ? "generation > coalesce((select max(generation) from es.projection where name = 'ledger'), 0)"
      : `not exists (select from es.projection p where name = '${name}' and p.generation = r.generation)`
  return `
    union all
    select 'a place in the log for these rows', format('generation %s of ${table}', generation), null
    from (select generation from ${table} r where ${isLost} group by generation)`
}

/** SQL with the columns expected, found and seq. */
const brokenPlaces = `
  select * from (
    select 'a place in the log, up to ' || h.seq as expected,
      format('view %s, generation %s: %s', name, generation, p.seq) as found, p.seq as seq
    from es.projection p, es.head h where p.seq < 0 or p.seq > h.seq
    union all
    select 'one generation that is read', format('view %s: %s', name, count(*) filter (where live)), null
    from es.projection group by name having count(*) filter (where live) <> 1
    union all
    select 'a commit that the view has passed', format('view %s, generation %s: parked', name, generation), k.seq
    from es.parked k left join es.projection p using (name, generation)
    where p.seq is null or k.seq > p.seq or k.seq < 1
    ${comparedViews.map(lostRows).join("")}
  ) x order by seq nulls last, found limit 1`

const brokenPlace: Checked<Broken | undefined> = SqlClient.SqlClient.use((sql) =>
  sql.unsafe<{ readonly expected: string; readonly found: string; readonly seq: bigint | null }>(
    brokenPlaces
  )
).pipe(
  Effect.map(([first]) => {
    if (first === undefined) return undefined
    const { expected, found, seq } = first
    return { expected, found, ...(seq !== null && { seq: Number(seq) }) }
  })
)

const progress: Checked<ReadonlyArray<Progress>> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly name: string
    readonly generation: number
    readonly seq: bigint
    readonly parked: ReadonlyArray<string>
  }>`
    select name, generation, seq, array(select k.seq::text from es.parked k
      where k.name = p.name and k.generation = p.generation) as parked
    from es.projection p order by name, generation`
  return rows.map(({ seq, parked, ...row }) => {
    return { ...row, seq: Number(seq), parked: new Set(parked.map(Number)) }
  })
})

const placesSay = "Every view knows how far in the log it is."

/** One generation of a view. */
interface Run extends Progress {
  readonly view: ComparedView
  readonly part: Part
  /** The generation of the sums of the next page. */
  readonly nextPage: () => number
  /** Why the log cannot be followed any more. */
  stopped: Broken | undefined
  /** Once the log was read: the first difference of each table. */
  differing: ReadonlyArray<Broken>
}

/** An event that was tampered with may be none that a view can read. */
const unreadable = (commits: ReadonlyArray<SealedCommit>, defect: unknown): Broken => ({
  ...(commits.length > 0 && { seq: commits[0]!.seq, commitId: commits[0]!.commitId }),
  expected: "events that a view can read, from this commit on",
  found: defect instanceof Error ? defect.message.split("\n")[0]! : String(defect)
})

/** Writes what the view has applied of these commits to the temporary tables. */
const follow = (run: Run, page: ReadonlyArray<SealedCommit>): Checked<void> =>
  Effect.suspend(() => {
    const isApplied = ({ seq }: SealedCommit) => seq <= run.seq && !run.parked.has(seq)
    const commits = page.every(isApplied) ? page : page.filter(isApplied)
    if (run.stopped !== undefined || commits.length === 0) return Effect.void
    return readable(run.view.applyAlone(run.generation, commits, run.nextPage())).pipe(
      Effect.map((answer) => (answer._tag === "Read" ? undefined : answer.broken)),
      Effect.catchDefect((defect) => Effect.succeed(unreadable(commits, defect))),
      Effect.map((broken) => void (run.stopped = broken))
    )
  })

/** Rows that cannot be read are not as the events say. */
const compare = (run: Run, kept: Kept): Checked<void> =>
  Effect.gen(function* () {
    if (run.stopped !== undefined) {
      run.differing = [run.stopped]
      return
    }
    const answers = yield* Effect.forEach(comparisonsOf(run.view), (comparison) =>
      readable(comparison(kept, run.part))
    )
    run.differing = answers.flatMap((answer) =>
      answer._tag === "Read" ? (answer.value ?? []) : answer.broken
    )
  })

/** A database of an old release has no tables of the views. */
const hasViews = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly found: boolean }>`
    select bool_and(to_regclass(name) is not null) as found
    from unnest(${comparedViews.flatMap(({ tables }) => tables.map(({ table }) => table))}::text[]) name`
).pipe(Effect.map(([row]) => row!.found))

/** A replica has no temporary tables, nor does a role without that privilege. */
const canMakeTables = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly can: boolean }>`
    select current_setting('transaction_read_only') = 'off'
      and has_database_privilege(current_database(), 'temporary') as can`
).pipe(Effect.map(([row]) => row!.can))

const noTables =
  "not compared: that needs temporary tables, which this connection may not make (a replica has none)"

/** The views while the audit reads the log. */
export interface ViewsCheck extends Follower {
  /** Whether there is a view to compare. */
  readonly compares: boolean
  /** Why none is compared although there are some. */
  readonly skipped: string | undefined
  /** Events that the views have applied. */
  readonly examined: number
  /** After `findings`: the first difference of each table. */
  readonly differing: ReadonlyArray<Broken>
  readonly findings: Checked<ReadonlyArray<AuditFinding>>
}

interface Opened {
  readonly runs: ReadonlyArray<Run>
  readonly places: Broken | undefined
  readonly skipped: string | undefined
  readonly comparing: Checked<void>
}

const followed = ({ runs, places, skipped, comparing }: Opened): ViewsCheck => {
  let examined = 0
  const end = Math.max(0, ...runs.map(({ seq }) => seq))
  return {
    compares: runs.length > 0,
    skipped,
    get examined() {
      return examined
    },
    get differing() {
      return runs.flatMap(({ differing }) => differing)
    },
    add: (commits) =>
      Effect.gen(function* () {
        for (const run of runs) yield* follow(run, commits)
        for (const { seq, events } of commits) if (seq <= end) examined += events.length
      }),
    endAt: (broken) => {
      for (const run of runs) run.stopped ??= broken
    },
    findings: Effect.gen(function* () {
      yield* comparing
      const findings = comparedViews.map(({ claim: { id, says } }): AuditFinding => {
        const broken = runs.find((run) => run.view.claim.id === id && run.differing.length > 0)
        const answer = { id, says, examined, broken: broken?.differing[0] }
        return skipped === undefined ? answer : { ...answer, skipped }
      })
      return [{ id: "places", says: placesSay, broken: places }, ...findings]
    })
  }
}

const nothing = { runs: [], places: undefined, skipped: undefined, comparing: Effect.void }

/**
 * Makes the temporary tables, so it comes first in the transaction (`inSnapshotWith`), before the log is read from its
 * beginning. `only`: the names of views; default: all.
 */
export const openViews = (only?: ReadonlyArray<string>): Checked<ViewsCheck> =>
  Effect.gen(function* () {
    if (!(yield* hasViews)) return followed(nothing)
    const places = yield* brokenPlace
    if (!(yield* canMakeTables)) return followed({ ...nothing, places, skipped: noTables })
    const wanted = comparedViews.filter(({ name }) => only?.includes(name) ?? true)
    const all = yield* progress
    const kept = yield* makeTables(wanted)
    const generations = wanted.flatMap((view) =>
      all.filter(({ name }) => name === view.name).map((one) => ({ view, ...one }))
    )
    const runs = generations.map((one, index): Run => {
      let pages = 0
      return {
        ...one,
        part: partOf(one.generation, index, generations.length),
        nextPage: () => pageOf(pages++, index, generations.length),
        stopped: undefined,
        differing: []
      }
    })
    const comparing = Effect.gen(function* () {
      yield* countRows(wanted)
      for (const run of runs) yield* compare(run, kept)
    })
    return followed({ runs, places, skipped: undefined, comparing })
  })

/** The view whose rows a check compares; none: it is about something else. */
export const viewOfFinding = (id: string): string | undefined =>
  comparedViews.find(({ claim }) => claim.id === id)?.name
