/** One read of the log for all checks that need every event: of streams, of commits, and of who follows it. */
import { hash } from "node:crypto"

import { Array, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import type { SealedCommit, StoredEvent } from "../EventStore.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"
import { eventsBefore, logFrom, microsOf } from "./readLog.ts"
import type { LoggedEvent } from "./readLog.ts"
import { StreamsFold } from "./StreamsFold.ts"

/** A second reader of the log, which is given every commit that has its place in it. */
export interface Follower {
  /** The next commits, in the order of the log. */
  readonly add: (commits: ReadonlyArray<SealedCommit>) => Checked<void>
  /** Called instead of `add` where the rest of the log cannot be read. */
  readonly endAt: (broken: Broken) => void
}

/**
 * A commit waits for those that are before it in the log. They are late by some hundreds; so many later
 * ones say that a number of the log is missing.
 */
const waitingMax = 10_000

/** Puts commits, which are read in the order of their numbers, into that of the log, which few differ from. */
export class LogOrder<Commit extends { readonly seq: number }> {
  readonly #waiting = new Map<number, Commit>()
  #next: number
  #ready: Array<Commit> = []

  /** The first commit comes after the number `after` of the log. */
  constructor(after: number) {
    this.#next = after + 1
  }

  add(commit: Commit): void {
    if (commit.seq < this.#next) return
    this.#waiting.set(commit.seq, commit)
    this.#release()
    if (this.#waiting.size > waitingMax) this.#skip()
  }

  /** Returns the commits that are in order by now. */
  take(): ReadonlyArray<Commit> {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  /** Returns all commits that are left. */
  end(): ReadonlyArray<Commit> {
    while (this.#waiting.size > 0) this.#skip()
    return this.take()
  }

  #release(): void {
    for (
      let commit = this.#waiting.get(this.#next);
      commit !== undefined;
      commit = this.#waiting.get(this.#next)
    ) {
      this.#ready.push(commit)
      this.#waiting.delete(this.#next)
      this.#next++
    }
  }

  #skip(): void {
    this.#next = [...this.#waiting.keys()].reduce((least, seq) => Math.min(least, seq), Infinity)
    this.#release()
  }
}

/** A leaf is SHA-256(0x00 ‖ hashes of the events), as in RFC 6962 §2.1. All hashes are in hexadecimal. */
const leafOf = (events: ReadonlyArray<LoggedEvent>): string =>
  hash("sha256", Buffer.from(`00${events.map((event) => event.hash).join("")}`, "hex"))

/** Tells what is wrong with a commit that is there, from its stored events by their index. */
const brokenIn = (found: ReadonlyArray<LoggedEvent>): Broken | undefined => {
  const { commitId, events, leaf } = found[0]!
  const place = { commitId: Number(commitId) }
  if (found.length !== events)
    return { ...place, field: "events", expected: `${events} events`, found: `${found.length}` }
  const [first, last] = [found[0]!.idx, found.at(-1)!.idx]
  if (first !== 1 || last !== events)
    return {
      ...place,
      field: "idx",
      expected: `events 1 to ${events}`,
      found: `events from ${first} to ${last}`
    }
  const expected = leafOf(found)
  return expected === leaf
    ? undefined
    : {
        ...place,
        field: "leaf",
        expected: `leaf ${expected}`,
        found: `leaf ${leaf ?? "none"}`
      }
}

/** The commits that have no event at all. */
interface Bare {
  readonly count: number
  /** The first of them. */
  readonly commitId?: number
  readonly events?: number
}

/** Checks that each commit has all its events, in order, and that its leaf hash matches them. */
class CommitsFold {
  #examined = 0
  #broken: Broken | undefined

  /** Takes all events that are stored of one commit. Whether there is a commit, the chain tells. */
  add(found: ReadonlyArray<LoggedEvent>): void {
    if (found[0]!.events === null) return
    this.#examined++
    this.#broken ??= brokenIn(found)
  }

  addBare({ count, commitId, events }: Bare): void {
    this.#examined += count
    if (commitId === undefined || commitId > (this.#broken?.commitId ?? Infinity)) return
    this.#broken = { commitId, field: "events", expected: `${events} events`, found: "0" }
  }

  endAt(broken: Broken): void {
    this.#broken ??= broken
  }

  get finding(): AuditFinding {
    const says = "A commit has the events that it was written with, and their leaf."
    return { id: "commits", says, examined: this.#examined, broken: this.#broken }
  }
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

const toEvent = (row: LoggedEvent, atMicros: number): StoredEvent => ({
  stream: row.stream,
  version: Number(row.version),
  type: row.type,
  v: row.v,
  data: row.data,
  commitId: Number(row.commitId),
  atMicros,
  hash: Buffer.from(row.hash, "hex")
})

class Walk {
  readonly streams = new StreamsFold()
  readonly commits = new CommitsFold()
  readonly order: LogOrder<SealedCommit>
  readonly #isFollowed: boolean
  /** The events of the last commit, which may go on in the next page. */
  #open: globalThis.Array<LoggedEvent> = []
  #micros: number | undefined

  /** The first commit comes after the number `after` of the log. */
  constructor(after: number, isFollowed: boolean) {
    this.order = new LogOrder(after)
    this.#isFollowed = isFollowed
  }

  /** Returns the first event of each stream that is not known yet, unless it is the first of all. */
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
    const micros = this.#micros
    if (!this.#isFollowed || first.seq === null || micros === undefined) return
    this.order.add({
      seq: Number(first.seq),
      commitId: Number(first.commitId),
      events: rows.map((row) => toEvent(row, micros))
    })
  }

  endAt(broken: Broken): void {
    this.streams.endAt(broken)
    this.commits.endAt(broken)
  }
}

/** A part of the log, and what is told how far the read is. */
export interface Part {
  /** The last commit that is not read, and the first that is. Without them everything is read. */
  readonly after: { readonly seq: number; readonly nextCommit: bigint } | undefined
  /** Called after each page, with the number in the log that was reached. */
  readonly reached: (seq: number) => Effect.Effect<void>
}

export const whole: Part = { after: undefined, reached: () => Effect.void }

/** Some 3 ms: as long as what has come from Postgres may wait. */
const hashedAtOnce = 500

export const walkLog = (
  follower?: Follower,
  { after, reached }: Part = whole
): Checked<ReadonlyArray<AuditFinding>> =>
  Effect.gen(function* () {
    const from = after?.nextCommit ?? 0n
    const log = logFrom(from)
    const walk = new Walk(after?.seq ?? 0, follower !== undefined)
    const follow = (commits: ReadonlyArray<SealedCommit>) =>
      follower === undefined || commits.length === 0 ? Effect.void : follower.add(commits)
    const stop = (broken: Broken) => {
      walk.endAt(broken)
      follower?.endAt(broken)
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
      // Postgres works for the follower and on what comes next, while this process hashes.
      const coming = yield* Effect.forkChild(Effect.andThen(follow(walk.order.take()), nextPage))
      for (const rows of Array.chunksOf(started.value, hashedAtOnce)) {
        for (const row of rows) walk.add(row)
        yield* Effect.yieldNow
      }
      page = yield* Fiber.join(coming)
      yield* reached(Number(started.value.at(-1)!.seq ?? 0))
    }
    if (page._tag === "Read") {
      walk.endCommit()
      yield* log.close
    } else stop(page.broken)
    yield* follow(walk.order.end())
    const bare = yield* readable(bareCommits(from))
    if (bare._tag === "Read") walk.commits.addBare(bare.value)
    else walk.commits.endAt(bare.broken)
    return [...walk.streams.findings, walk.commits.finding]
  })
