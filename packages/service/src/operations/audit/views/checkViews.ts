/**
 * Compares the views of usage, days, outcomes, accuracy and the ledger with what their projections make of the log now. A view
 * lags a little, so each is compared as of its own place in the log, without the commits that it has parked.
 */
import type { AuditFinding, Broken } from "@rcpt/store/audit/AuditFinding"
import { readable } from "@rcpt/store/audit/readable"
import type { Checked } from "@rcpt/store/audit/readable"
import type { Follower } from "@rcpt/store/audit/walkLog"
import type { SealedCommit } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { accuracy } from "../../../views/accuracy.ts"
import { days } from "../../../views/days.ts"
import { applyAlone, ledgerView } from "../../../views/ledger/ledgerView.ts"
import { outcomes } from "../../../views/outcomes.ts"
import { usage } from "../../../views/usage.ts"
import {
  accuracyTables,
  countRows,
  dayTables,
  ledgerTables,
  makeTables,
  outcomeTables,
  pageOf,
  partOf,
  usageTables
} from "./viewTables.ts"
import type { Kept, Part, ViewTables } from "./viewTables.ts"

/** One generation of a view, and the commits that it has not applied although it has passed them. */
interface Progress {
  readonly name: string
  readonly generation: number
  readonly seq: number
  readonly parked: ReadonlySet<number>
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
    union all
    select 'a place in the log for these rows', format('generation %s of usage_month', generation), null
    from usage_month u where not exists (
      select from es.projection p where name = 'usage' and p.generation = u.generation)
    union all
    select 'a place in the log for these rows', format('generation %s of account_day', generation), null
    from account_day d where not exists (
      select from es.projection p where name = 'days' and p.generation = d.generation)
    union all
    select 'a place in the log for these rows', format('generation %s of ledger_commit', latest), null
    from (select max(generation) as latest from ledger_commit) e
    where latest > coalesce((select max(generation) from es.projection where name = 'ledger'), 0)
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

interface View {
  readonly id: string
  readonly says: string
  readonly name: string
  /** Writes rows of a generation, and sums as those of another (`pageOf`). */
  readonly apply: (
    generation: number,
    commits: ReadonlyArray<SealedCommit>,
    page: number
  ) => Checked<void>
  readonly tables: ViewTables
}

/** A view of sums alone. */
const sumsOf = ({ name, apply }: Projection): Pick<View, "name" | "apply"> => ({
  name,
  apply: (_, commits, page) => apply(page, commits)
})

const views: ReadonlyArray<View> = [
  {
    id: "usage",
    says: "The checks of each month are those of its events.",
    ...sumsOf(usage),
    tables: usageTables
  },
  {
    id: "days",
    says: "The results of each day are those of its events.",
    ...sumsOf(days),
    tables: dayTables
  },
  {
    id: "outcomes",
    says: "What was reported in each month is what its events say.",
    ...sumsOf(outcomes),
    tables: outcomeTables
  },
  {
    id: "accuracy",
    says: "What was reported by kind of result is what its events say.",
    ...sumsOf(accuracy),
    tables: accuracyTables
  },
  {
    id: "entries",
    says: "Owners see in their ledger what the events say.",
    name: ledgerView.name,
    apply: applyAlone,
    tables: ledgerTables
  }
]

const placesSay = "Every view knows how far in the log it is."

/** One generation of a view. */
interface Run extends Progress {
  readonly view: View
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
    return readable(run.view.apply(run.generation, commits, run.nextPage())).pipe(
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
    const answers = yield* Effect.forEach(run.view.tables.comparisons, (comparison) =>
      readable(comparison(kept, run.part))
    )
    run.differing = answers.flatMap((answer) =>
      answer._tag === "Read" ? (answer.value ?? []) : answer.broken
    )
  })

/** A database of an old release has no tables of the views. */
const hasViews = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly found: boolean }>`
    select to_regclass('ledger_commit') is not null and to_regclass('accuracy_day') is not null as found`
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
      const findings = views.map(({ id, says }): AuditFinding => {
        const broken = runs.find((run) => run.view.id === id && run.differing.length > 0)
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
    const wanted = views.filter(({ name }) => only?.includes(name) ?? true)
    const tables = wanted.map((view) => view.tables)
    const all = yield* progress
    const kept = yield* makeTables(tables)
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
      yield* countRows(tables)
      for (const run of runs) yield* compare(run, kept)
    })
    return followed({ runs, places, skipped: undefined, comparing })
  })

/** The view whose rows a check compares; none: it is about something else. */
export const viewOfFinding = (id: string): string | undefined =>
  views.find((view) => view.id === id)?.name
