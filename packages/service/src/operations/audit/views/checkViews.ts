/**
 * Compares the views with what a rebuild would make of the log now: usage, days, ledger. A view lags a
 * little, so each is compared as of its own checkpoint, without the commits that it has parked.
 */
import type { AuditFinding, Broken } from "@rcpt/store/audit/AuditFinding"
import type { Checked } from "@rcpt/store/audit/readable"
import type { Follower } from "@rcpt/store/audit/walkLog"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { days } from "../../../views/days.ts"
import { ledgerView } from "../../../views/ledger/ledgerView.ts"
import { outcomes } from "../../../views/outcomes.ts"
import { usage } from "../../../views/usage.ts"
import { eventOf } from "../AuditedEvent.ts"
import type { AuditedEvent, AuditedLogCommit } from "../AuditedEvent.ts"
import { brokenCheckpoint, progress } from "./checkpoints.ts"
import type { Progress } from "./checkpoints.ts"
import { entriesFold } from "./entriesFold.ts"
import { holdRowsFold } from "./holdRowsFold.ts"
import { daySums, monthSums, outcomeSums, sumsFold, usageSums } from "./sumsFold.ts"
import { compared } from "./ViewFold.ts"
import type { Compared, MakeFold, ViewFold } from "./ViewFold.ts"

interface View {
  readonly id: string
  readonly says: string
  readonly name: string
  readonly folds: ReadonlyArray<MakeFold>
}

const views: ReadonlyArray<View> = [
  {
    id: "usage",
    says: "The checks of each month are those of its events.",
    name: usage.name,
    folds: [sumsFold(usageSums)]
  },
  {
    id: "days",
    says: "The results of each day are those of its events.",
    name: days.name,
    folds: [sumsFold(daySums)]
  },
  {
    id: "outcomes",
    says: "What was reported in each month is what its events say.",
    name: outcomes.name,
    folds: [sumsFold(outcomeSums)]
  },
  {
    id: "entries",
    says: "Owners see in their ledger what the events say.",
    name: ledgerView.name,
    folds: [entriesFold, holdRowsFold, sumsFold(monthSums)]
  }
]

const placesSay = "Every view knows how far in the log it is."

/** One fold of one generation, until its first contradiction. */
interface Run extends Progress {
  readonly id: string
  readonly fold: ViewFold
  broken: Broken | undefined
}

const runsOf = (all: ReadonlyArray<Progress>): ReadonlyArray<Run> =>
  views.flatMap(({ id, name, folds }) =>
    all
      .filter((one) => one.name === name)
      .flatMap((one) =>
        folds.map((make): Run => ({ ...one, id, fold: make(one.generation), broken: undefined }))
      )
  )

/** An event that was tampered with may be none that a view can read. */
const unreadable = (commits: ReadonlyArray<AuditedLogCommit>, defect: unknown): Broken => ({
  ...(commits.length > 0 && { seq: commits[0]!.seq, commitId: commits[0]!.commitId }),
  expected: "events that a view can read, from this commit on",
  found: defect instanceof Error ? defect.message.split("\n")[0]! : String(defect)
})

const judge = (
  run: Run,
  commits: ReadonlyArray<AuditedLogCommit>,
  answer: Compared
): Checked<void> =>
  answer.pipe(
    Effect.catchDefect((defect) => Effect.succeed(unreadable(commits, defect))),
    Effect.map((broken) => void (run.broken = broken))
  )

const advance = (run: Run, page: ReadonlyArray<AuditedLogCommit>): Checked<void> =>
  Effect.suspend(() => {
    const isApplied = ({ seq }: AuditedLogCommit) => seq <= run.seq && !run.parked.has(seq)
    const commits = page.every(isApplied) ? page : page.filter(isApplied)
    if (run.broken !== undefined || commits.length === 0) return Effect.void
    return judge(run, commits, run.fold.add(commits))
  })

const finish = (run: Run): Checked<void> =>
  Effect.suspend(() =>
    run.broken === undefined ? judge(run, [], compared(run.fold.finish)) : Effect.void
  )

/** A database of an old release has no tables of the views. */
const hasViews = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly found: boolean }>`
    select to_regclass('ledger_commit') is not null and to_regclass('account_day') is not null as found`
).pipe(Effect.map(([row]) => row!.found))

/** The views while the audit reads the log. */
export interface ViewsCheck extends Follower<AuditedEvent> {
  /** Whether there is a view to compare. */
  readonly compares: boolean
  /** Events that the views have applied. */
  readonly examined: number
  /** After `findings`: the first difference of each table. */
  readonly differing: ReadonlyArray<Broken>
  readonly findings: Checked<ReadonlyArray<AuditFinding>>
}

const followed = (runs: ReadonlyArray<Run>, places: Broken | undefined): ViewsCheck => {
  let examined = 0
  const end = Math.max(0, ...runs.map(({ seq }) => seq))
  return {
    compares: runs.length > 0,
    get examined() {
      return examined
    },
    get differing() {
      return runs.flatMap(({ broken }) => broken ?? [])
    },
    eventOf,
    ahead: Effect.suspend(() =>
      Effect.forEach(
        runs.filter(({ broken }) => broken === undefined),
        ({ fold }) => fold.ahead ?? Effect.void,
        { discard: true }
      )
    ),
    add: (commits) =>
      Effect.gen(function* () {
        for (const run of runs) yield* advance(run, commits)
        for (const { seq, events } of commits) if (seq <= end) examined += events.length
      }),
    endAt: (broken) => {
      for (const run of runs) run.broken ??= broken
    },
    findings: Effect.gen(function* () {
      for (const run of runs) yield* finish(run)
      const findings = views.map(({ id, says }) => {
        const broken = runs.find((run) => run.id === id && run.broken !== undefined)?.broken
        return { id, says, examined, broken }
      })
      return [{ id: "places", says: placesSay, broken: places }, ...findings]
    })
  }
}

/** Before the log is read: follows it from its beginning. `only`: the names of views; default: all. */
export const openViews = (only?: ReadonlyArray<string>): Checked<ViewsCheck> =>
  Effect.gen(function* () {
    if (!(yield* hasViews)) return followed([], undefined)
    const places = yield* brokenCheckpoint
    const all = (yield* progress).filter(({ name }) => only?.includes(name) ?? true)
    return followed(runsOf(all), places)
  })

/** The view whose rows a check compares; none: it is about something else. */
export const viewOfFinding = (id: string): string | undefined =>
  views.find((view) => view.id === id)?.name
