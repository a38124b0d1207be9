/** One read of the log for all checks that need every event: of streams, of commits, and of who follows it. */
import { Array, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import type { StoredEvent } from "../EventStore.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import { CommitsFold } from "./CommitsFold.ts"
import type { Bare } from "./CommitsFold.ts"
import { LogOrder } from "./LogOrder.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"
import { eventsBefore, logFrom, microsOf } from "./readLog.ts"
import type { LoggedEvent } from "./readLog.ts"
import { StreamsFold } from "./StreamsFold.ts"

/** As it was read. `atMicros` is not a number where its commit is missing. */
export type WalkedEvent = Omit<StoredEvent, "hash">

export interface WalkedCommit<Event> {
  readonly commitId: number
  readonly events: ReadonlyArray<Event>
  /** Whether its events have the numbers 1, 2, 3 …, as many as it was written with. */
  readonly isWhole: boolean
}

/** One that has its place in the log. */
export interface LoggedCommit<Event> extends WalkedCommit<Event> {
  readonly seq: number
}

/** Who else folds the log. */
export interface Follower<Event> {
  /** What it keeps of an event until it is told of its commit. */
  readonly eventOf: (event: WalkedEvent) => Event
  /** Reads what it is going to need, while the next page is hashed. */
  readonly ahead?: Checked<void>
  /** All commits, in the order of their numbers. */
  readonly read?: (commits: ReadonlyArray<WalkedCommit<Event>>) => Checked<void>
  /** Those of the log, in its order. */
  readonly add: (commits: ReadonlyArray<LoggedCommit<Event>>) => Checked<void>
  /** Instead of the rest, which cannot be read. */
  readonly endAt: (broken: Broken) => void
}

/** Nobody. */
const alone: Follower<undefined> = {
  eventOf: () => undefined,
  add: () => Effect.void,
  endAt: () => {}
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

const isWhole = (rows: ReadonlyArray<LoggedEvent>): boolean =>
  rows.length === rows[0]!.events && rows.every(({ idx }, i) => idx === i + 1)

class Walk<Event> {
  readonly streams = new StreamsFold()
  readonly commits = new CommitsFold()
  readonly order: LogOrder<LoggedCommit<Event>>
  readonly #eventOf: (event: WalkedEvent) => Event
  /** Events of the last commit, which may go on in the next page. */
  #open: globalThis.Array<LoggedEvent> = []
  #events: globalThis.Array<Event> = []
  #micros: number | undefined
  #ended: globalThis.Array<WalkedCommit<Event>> = []

  /** `after`: the number in the log that the first commit comes after. */
  constructor(after: number, eventOf: (event: WalkedEvent) => Event) {
    this.order = new LogOrder(after)
    this.#eventOf = eventOf
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
    const { stream, type, v, data } = row
    const [version, commitId] = [Number(row.version), Number(row.commitId)]
    const atMicros = this.#micros ?? Number.NaN
    this.#events.push(this.#eventOf({ stream, version, type, v, data, commitId, atMicros }))
  }

  endCommit(): void {
    const [rows, events] = [this.#open, this.#events]
    this.#open = []
    this.#events = []
    const [first] = rows
    if (first === undefined) return
    this.commits.add(rows)
    const commit = { commitId: Number(first.commitId), events, isWhole: isWhole(rows) }
    this.#ended.push(commit)
    if (first.seq !== null && this.#micros !== undefined)
      this.order.add({ ...commit, seq: Number(first.seq) })
  }

  /** Those that have ended since the last time. */
  takeEnded(): ReadonlyArray<WalkedCommit<Event>> {
    const ended = this.#ended
    this.#ended = []
    return ended
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

/** Some 3 ms: as long as what has come from Postgres may wait. */
const hashedAtOnce = 500

export const walkLog = <Event = undefined>(
  follower?: Follower<Event>,
  part: Part = whole
): Checked<ReadonlyArray<AuditFinding>> =>
  follower === undefined ? walkWith(alone, part) : walkWith(follower, part)

const walkWith = <Event>(
  follower: Follower<Event>,
  { after, reached }: Part
): Checked<ReadonlyArray<AuditFinding>> =>
  Effect.gen(function* () {
    const from = after?.nextCommit ?? 0n
    const log = logFrom(from)
    const walk = new Walk(after?.seq ?? 0, follower.eventOf)
    const read = (commits: ReadonlyArray<WalkedCommit<Event>>) =>
      follower.read === undefined || commits.length === 0 ? Effect.void : follower.read(commits)
    const follow = (commits: ReadonlyArray<LoggedCommit<Event>>) =>
      commits.length === 0 ? Effect.void : follower.add(commits)
    const stop = (broken: Broken) => {
      walk.endAt(broken)
      follower.endAt(broken)
    }
    const startStreams = (page: ReadonlyArray<LoggedEvent>) =>
      Effect.gen(function* () {
        const unknown = after === undefined ? [] : walk.unknownIn(page)
        if (unknown.length > 0)
          for (const row of yield* eventsBefore(unknown)) walk.streams.startAt(row)
        return page
      })
    const nextPage = readable(log.next)
    const opened = yield* readable(log.open)
    let page = opened._tag === "Read" ? yield* nextPage : opened
    while (page._tag === "Read" && page.value.length > 0) {
      const started = yield* readable(startStreams(page.value))
      if (started._tag === "Unreadable") {
        page = started
        break
      }
      // Postgres works on what comes next, while this process hashes.
      const coming = yield* Effect.forkChild(
        Effect.andThen(follower.ahead ?? Effect.void, nextPage)
      )
      for (const rows of Array.chunksOf(started.value, hashedAtOnce)) {
        for (const row of rows) walk.add(row)
        yield* Effect.yieldNow
      }
      page = yield* Fiber.join(coming)
      yield* read(walk.takeEnded())
      yield* follow(walk.order.take())
      yield* reached(Number(started.value.at(-1)!.seq ?? 0))
    }
    if (page._tag === "Read") {
      walk.endCommit()
      yield* log.close
    } else stop(page.broken)
    yield* read(walk.takeEnded())
    yield* follow(walk.order.end())
    const bare = yield* readable(bareCommits(from))
    if (bare._tag === "Read") walk.commits.addBare(bare.value)
    else walk.commits.endAt(bare.broken)
    return [...walk.streams.findings, walk.commits.finding]
  })
