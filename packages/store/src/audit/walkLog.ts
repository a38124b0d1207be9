/** One read of the log for all checks that need every event: of streams, of commits, and of who follows it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { SealedCommit } from "../EventStore.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import { CommitsFold } from "./CommitsFold.ts"
import type { Bare } from "./CommitsFold.ts"
import { LogOrder } from "./LogOrder.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"
import { closeLog, eventsBefore, microsOf, nextPage, openLog } from "./readLog.ts"
import type { LoggedEvent } from "./readLog.ts"
import { StreamsFold } from "./StreamsFold.ts"

/** Who else folds the log, in its order. */
export interface Follower {
  readonly add: (commits: ReadonlyArray<SealedCommit>) => Checked<void>
  /** Instead of the rest, which cannot be read. */
  readonly endAt: (broken: Broken) => void
}

const bareCommits = (from: bigint): Checked<Bare> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{
      readonly count: bigint
      readonly commitId: bigint | null
      events: number | null
    }>`
    select count(*) as count, min(commit_id) as "commitId",
      (array_agg(events order by commit_id))[1] as events
    from es.commit c where commit_id >= ${from}
      and not exists (select from es.event e where e.commit_id = c.commit_id)`
  ).pipe(
    Effect.map(([row]) => {
      const { count, commitId, events } = row!
      return commitId === null || events === null
        ? { count: 0 }
        : { count: Number(count), commitId: Number(commitId), events }
    })
  )

class Walk {
  readonly streams = new StreamsFold()
  readonly commits = new CommitsFold()
  readonly order: LogOrder
  /** Events of the last commit, which may go on in the next page. */
  #open: Array<LoggedEvent> = []
  #micros: number | undefined

  /** `after`: the number in the log that the first commit comes after. */
  constructor(after: number) {
    this.order = new LogOrder(after)
  }

  /** The first event of each stream that is not known yet, unless it is the first of all. */
  unknownIn(page: ReadonlyArray<LoggedEvent>) {
    const first = new Map<string, number>()
    for (const { stream, version } of page)
      if (!this.streams.knows(stream) && !first.has(stream)) first.set(stream, Number(version))
    return [...first]
      .map(([stream, version]) => ({ stream, version }))
      .filter(({ version }) => version > 1)
  }

  add(row: LoggedEvent): void {
    if (this.#open[0]?.commitId !== row.commitId) {
      this.endCommit()
      this.#micros = row.at === null ? undefined : microsOf(row.at)
    }
    this.streams.add(row, this.#micros)
    this.#open.push(row)
  }

  endCommit(): void {
    const rows = this.#open
    this.#open = []
    const [first] = rows
    if (first === undefined) return
    this.commits.add(rows)
    const atMicros = this.#micros
    if (first.seq === null || atMicros === undefined) return
    const commitId = Number(first.commitId)
    const events = rows.map(({ stream, version, type, v, data, hash }) => {
      return { stream, version: Number(version), type, v, data, hash, commitId, atMicros }
    })
    this.order.add({ seq: Number(first.seq), commitId, events })
  }

  endAt(broken: Broken): void {
    this.streams.endAt(broken)
    this.commits.endAt(broken)
  }
}

/** Which part of the log is read, and who is told how far it is. */
export interface Part {
  /** The number of the last commit that is not read, and the first that is. None: everything is. */
  readonly after: { readonly seq: number; readonly nextCommit: bigint } | undefined
  /** Called after each page, with the number in the log that was reached. */
  readonly reached: (seq: number) => Effect.Effect<void>
}

export const whole: Part = { after: undefined, reached: () => Effect.void }

export const walkLog = (
  follower: Follower | undefined,
  { after, reached }: Part = whole
): Checked<ReadonlyArray<AuditFinding>> =>
  Effect.gen(function* () {
    const from = after?.nextCommit ?? 0n
    const walk = new Walk(after?.seq ?? 0)
    const follow = (commits: ReadonlyArray<SealedCommit>) =>
      follower === undefined || commits.length === 0 ? Effect.void : follower.add(commits)
    const stop = (broken: Broken) => {
      walk.endAt(broken)
      follower?.endAt(broken)
    }
    const readPage = Effect.gen(function* () {
      const page = yield* nextPage
      const unknown = after === undefined ? [] : walk.unknownIn(page)
      if (unknown.length > 0)
        for (const row of yield* eventsBefore(unknown)) walk.streams.startAt(row)
      return page
    })
    const opened = yield* readable(openLog(from))
    if (opened._tag === "Unreadable") stop(opened.broken)
    while (opened._tag === "Read") {
      const page = yield* readable(readPage)
      if (page._tag === "Unreadable") {
        stop(page.broken)
        break
      }
      if (page.value.length === 0) {
        walk.endCommit()
        yield* closeLog
        break
      }
      for (const row of page.value) walk.add(row)
      yield* follow(walk.order.take())
      yield* reached(Number(page.value.at(-1)!.seq ?? 0))
    }
    yield* follow(walk.order.end())
    const bare = yield* readable(bareCommits(from))
    if (bare._tag === "Read") walk.commits.addBare(bare.value)
    else walk.commits.endAt(bare.broken)
    return [...walk.streams.findings, walk.commits.finding]
  })
