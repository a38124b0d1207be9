/**
 * One event as other systems get it: on NATS, and from `rcpt events`. It holds what the log holds, and that
 * holds no personal data.
 */
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import { commitsPerReadMax } from "@rcpt/store/EventStore"
import { readCommits } from "@rcpt/store/readCommits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

/** The place of an event in the log: of its commit, and in it. Both count from 1 without gaps. */
export interface LogPosition {
  readonly seq: number
  readonly idx: number
}

export interface EventMessage extends LogPosition {
  /** `rcpt.events.<category>.<type>`, such as `rcpt.events.ledger.CreditsHeld`. */
  readonly subject: string
  /** JSON, one line; the text of `data` as it was stored and hashed. */
  readonly body: string
}

/** The subject of all events, for a subscription. */
export const eventSubjects = "rcpt.events.>"

/** Streams are `<category>-<id>`. */
const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf("-"))

const microsPerMilli = 1_000

/** RFC 3339 with microseconds, in UTC. */
const timeOf = (atMicros: number): string => {
  const millis = new Date(Math.floor(atMicros / microsPerMilli)).toISOString().slice(0, -1)
  return `${millis}${String(atMicros % microsPerMilli).padStart(3, "0")}Z`
}

const messageOf = (
  { seq, events: { length } }: SealedCommit,
  { stream, version, type, v, data, hash, commitId, atMicros }: StoredEvent,
  index: number
): EventMessage => {
  const idx = index + 1
  const envelope = JSON.stringify({
    seq,
    idx,
    events: length,
    commit: commitId,
    at: timeOf(atMicros),
    stream,
    version,
    type,
    v,
    hash: Buffer.from(hash).toString("hex")
  })
  const body = `${envelope.slice(0, -1)},"data":${data}}`
  return { seq, idx, subject: `rcpt.events.${categoryOf(stream)}.${type}`, body }
}

/** The events of commits, in the order of the log. */
export const messagesOf = (commits: ReadonlyArray<SealedCommit>): ReadonlyArray<EventMessage> =>
  commits.flatMap((commit) => commit.events.map((event, index) => messageOf(commit, event, index)))

export const isAfter = ({ seq, idx }: LogPosition, place: LogPosition): boolean =>
  seq > place.seq || (seq === place.seq && idx > place.idx)

// The log as messages, from the database: for the command line, and for the relay how long the log is.

/** The number of the last commit that readers see. */
export const headOfLog: Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient> =
  SqlClient.SqlClient.use((sql) => sql<{ readonly seq: bigint }>`select seq from es.head`).pipe(
    Effect.map(([row]) => Number(row!.seq))
  )

/**
 * Reads the events of the next commits after one, some 500 of them and none beyond `until`. Empty: no more.
 */
export const eventsAfter = (
  after: number,
  until: number
): Effect.Effect<ReadonlyArray<EventMessage>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.map(
    readCommits({ after, limit: Math.min(commitsPerReadMax, Math.max(0, until - after)) }),
    messagesOf
  )
