/**
 * One event as other systems get it: on NATS, and from `rcpt events`. It holds what the log holds, and that
 * holds no personal data.
 */
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"

/** The place of an event in the log: of its commit, and in it. Both count from 1 without gaps. */
export interface Place {
  readonly seq: number
  readonly idx: number
}

export interface EventMessage extends Place {
  /** `rcpt.events.<category>.<type>`, such as `rcpt.events.ledger.CreditsHeld`. */
  readonly subject: string
  /** JSON, one line; the text of `data` as it was stored and hashed. */
  readonly body: string
}

/** All events, for a subscription. */
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

export const isAfter = ({ seq, idx }: Place, place: Place): boolean =>
  seq > place.seq || (seq === place.seq && idx > place.idx)
