/**
 * Compares the views with what a rebuild would make of the log now: usage, days, ledger. A view lags a
 * little, so each is compared as of its own checkpoint, without the commits that it has parked.
 */
import type { AuditFinding, Broken } from "@rcpt/store/audit/AuditFinding"
import { readable } from "@rcpt/store/audit/readable"
import type { Checked } from "@rcpt/store/audit/readable"
import type { SealedCommit } from "@rcpt/store/EventStore"
import { readCommits } from "@rcpt/store/readCommits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { days } from "../../../views/days.ts"
import { ledgerView } from "../../../views/ledger/ledgerView.ts"
import { outcomes } from "../../../views/outcomes.ts"
import { usage } from "../../../views/usage.ts"
import { brokenCheckpoint, progress } from "./checkpoints.ts"
import type { Progress } from "./checkpoints.ts"
import { entriesFold } from "./entriesFold.ts"
import { daySums, monthSums, outcomeSums, sumsFold, usageSums } from "./sumsFold.ts"
import type { Compared, MakeFold, ViewFold } from "./ViewFold.ts"

/** A page: some three times as much as the views read at once, because nobody waits for its locks. */
const commitsPerPage = 5_000

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
    folds: [entriesFold, sumsFold(monthSums)]
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
const unreadable = (commits: ReadonlyArray<SealedCommit>, defect: unknown): Broken => ({
  ...(commits.length > 0 && { seq: commits[0]!.seq, commitId: commits[0]!.commitId }),
  expected: "events that a view can read, from this commit on",
  found: defect instanceof Error ? defect.message.split("\n")[0]! : String(defect)
})

const judge = (run: Run, commits: ReadonlyArray<SealedCommit>, compared: Compared): Checked<void> =>
  readable(compared).pipe(
    Effect.map((answer) => (answer._tag === "Read" ? answer.value : answer.broken)),
    Effect.catchDefect((defect) => Effect.succeed(unreadable(commits, defect))),
    Effect.map((broken) => void (run.broken = broken))
  )

const advance = (run: Run, page: ReadonlyArray<SealedCommit>): Checked<void> =>
  Effect.suspend(() => {
    const commits = page.filter(({ seq }) => seq <= run.seq && !run.parked.has(seq))
    if (run.broken !== undefined || commits.length === 0) return Effect.void
    return judge(run, commits, run.fold.add(commits))
  })

const finish = (run: Run): Checked<void> =>
  Effect.suspend(() => (run.broken === undefined ? judge(run, [], run.fold.finish) : Effect.void))

const readLogFor = (runs: ReadonlyArray<Run>): Checked<number> =>
  Effect.gen(function* () {
    const end = Math.max(0, ...runs.map(({ seq }) => seq))
    let after = 0
    let examined = 0
    while (after < end) {
      const answer = yield* readable(readCommits({ after, limit: commitsPerPage }))
      if (answer._tag === "Unreadable") {
        for (const run of runs) run.broken ??= answer.broken
        break
      }
      const page = answer.value
      if (page.length === 0) break
      for (const run of runs) yield* advance(run, page)
      after = page.at(-1)!.seq
      examined += page.reduce((sum, { events }) => sum + events.length, 0)
    }
    for (const run of runs) yield* finish(run)
    return examined
  })

/** A database of an old release has no tables of the views. */
const hasViews = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly found: boolean }>`
    select to_regclass('ledger_month') is not null and to_regclass('account_day') is not null as found`
).pipe(Effect.map(([row]) => row!.found))

export const checkViews: Checked<ReadonlyArray<AuditFinding>> = Effect.gen(function* () {
  const found = yield* hasViews
  const places = {
    id: "places",
    says: placesSay,
    broken: found ? yield* brokenCheckpoint : undefined
  }
  const runs = found ? runsOf(yield* progress) : []
  const examined = yield* readLogFor(runs)
  const findings = views.map(({ id, says }) => {
    const broken = runs.find((run) => run.id === id && run.broken !== undefined)?.broken
    return { id, says, examined, broken }
  })
  return [places, ...findings]
})
