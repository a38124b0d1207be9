/**
 * Publishes the log to NATS, for other systems of the operator: every event once, in the order of the log,
 * to a stream that can be deleted at any time and is then filled again from the start.
 *
 *     es.sealed ──► read after the stream's last event ──► publish a window ──► wait for news
 *                         ▲                                      │
 *                         └──────── any error: look again ◄──────┘
 *
 * One node relays, as a singleton of the cluster; for the moments in which two do, `EventStream` keeps the
 * order. NATS may be away, slow or full: then the stream is behind, and nothing else is.
 */
import { EventStore } from "@rcpt/store/EventStore"
import type { SealedCommit } from "@rcpt/store/EventStore"
import { Hints } from "@rcpt/store/Hints"
import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { Singleton } from "effect/cluster"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { atScrape } from "../platform/metrics/scrape.ts"
import { Nats } from "../platform/nats/Nats.ts"
import { isAfter, messagesOf, headOfLog } from "./eventMessage.ts"
import type { LogPosition } from "./eventMessage.ts"
import { EventStream, streamName } from "./EventStream.ts"
import type { Found } from "./EventStream.ts"

// Saves how far the log was published, for a stream that its own limits have emptied. It may be seconds old:
// what was published since is then published again, and consumers know it by its number.

const savedPosition = (
  stream: string
): Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly seq: bigint }>`select seq from relay_position where stream = ${stream}`
  ).pipe(Effect.map(([row]) => Number(row?.seq ?? 0)))

const savePosition = (
  stream: string,
  seq: number
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into relay_position (stream, seq) values (${stream}, ${seq})
      on conflict (stream) do update set seq = excluded.seq, moved_at = excluded.moved_at`
  ).pipe(Effect.asVoid)

/** Messages that wait for their acknowledgement: with 256 a server is busy, and an error repeats little. */
const windowMax = 256

/** The wait between two reads without a hint. */
const pollInterval = Duration.seconds(1)

/** Every 5 s the relay asks whether the stream was emptied, and saves how far it is. */
const lookEvery = Duration.seconds(5)

const troublePause = Duration.seconds(1)

class RelayTrouble extends Schema.TaggedError<RelayTrouble>()("RelayTrouble", {
  reason: Schema.String
}) {}

const attempt = <A>(ask: () => Promise<A>) =>
  Effect.tryPromise({
    try: ask,
    catch: (error) =>
      new RelayTrouble({ reason: error instanceof Error ? error.message : String(error) })
  })

const hexOf = (hash: Uint8Array = new Uint8Array()): string => Buffer.from(hash).toString("hex")

const start: LogPosition = { seq: 0, idx: 0 }

/** The place behind all events of a commit. */
const endOf = ({ seq, events }: SealedCommit): LogPosition => ({ seq, idx: events.length })

const notOurs =
  `${streamName} ends with an event that this database does not have. Each database needs a NATS account ` +
  "of its own. If the database was set back, delete the stream: it is filled again from the start."

/**
 * A stream of another database, or of a later state of this one, is left as it is. The hash of an event covers
 * all events before it in its stream; the rest of a message may look otherwise in another release.
 */
const isOurs = ({ seq, idx, hash }: NonNullable<Found["last"]>) =>
  Effect.map(
    EventStore.use(({ readLog }) => readLog({ after: seq - 1, limit: 1 })),
    ([commit]) => commit?.seq === seq && hexOf(commit.events[idx - 1]?.hash) === hash
  )

/** The event after which the stream goes on. */
const placeIn = (stream: EventStream) =>
  Effect.gen(function* () {
    const { last, hasLimits, isNew, isWiped } = yield* attempt(() => stream.find())
    if (last !== undefined && !(yield* isOurs(last)))
      return yield* new RelayTrouble({ reason: notOurs })
    if (isWiped) {
      yield* Effect.logWarning(`${streamName} was emptied, and is filled again from the start`)
      yield* attempt(() => stream.empty())
      return start
    }
    if (last !== undefined) return last
    if (isNew || !hasLimits) return start
    return { seq: yield* savedPosition(streamName), idx: Infinity }
  })

/** Shows at each scrape how far the stream is behind, also while NATS is away; not before it is known. */
const measured = (place: () => LogPosition | undefined) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { relayBehind } = metricTable
    const ask = headOfLog.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.matchCause({
        onSuccess: (head) => {
          const seq = place()?.seq
          relayBehind.set(seq === undefined ? [] : [[{}, Math.max(0, head - seq)]])
        },
        onFailure: () => relayBehind.set([])
      })
    )
    yield* Effect.addFinalizer(() => Effect.sync(() => relayBehind.set([])))
    yield* atScrape(ask)
  })

/** Follows the log until something is wrong. */
const follow = (moveTo: (place: LogPosition) => void) =>
  Effect.gen(function* () {
    const nats = yield* Nats
    if (nats.state() !== "up") return
    const { readLog } = yield* EventStore
    const news = (yield* Hints).listen("sealed")
    const connection = yield* nats.connection
    const stream = yield* attempt(() => EventStream.open(connection))
    let place: LogPosition = yield* placeIn(stream)
    let lookedAt = yield* Clock.currentTimeMillis
    let saved = place.seq
    // The commit of the last event in the stream may have events that are not there yet.
    let after = Math.max(0, place.seq - 1)
    moveTo(place)
    while (nats.state() === "up") {
      const commits = yield* readLog({ after, limit: windowMax })
      const messages = messagesOf(commits).filter((message) => isAfter(message, place))
      for (let at = 0; at < messages.length; at += windowMax)
        yield* attempt(() => stream.publish(messages.slice(at, at + windowMax)))
      const last = commits.at(-1)
      if (last === undefined) yield* news(pollInterval)
      else {
        place = endOf(last)
        after = last.seq
        moveTo(place)
      }
      const now = yield* Clock.currentTimeMillis
      if (now - lookedAt < Duration.toMillis(lookEvery)) continue
      lookedAt = now
      if (saved !== place.seq) yield* savePosition(streamName, (saved = place.seq))
      if (yield* attempt(() => stream.wasWiped())) return
    }
  })

/** Logs a trouble once, until there is another one or none. */
const forever = (moveTo: (place: LogPosition) => void) =>
  Effect.gen(function* () {
    const { state } = yield* Nats
    let said = ""
    const say = (reason: string) =>
      Effect.suspend(() => {
        // The connection itself reports that NATS is away.
        if (reason === said || state() !== "up") return Effect.void
        said = reason
        return Effect.logWarning(`Events are not published to NATS: ${reason}`)
      })
    const moved = (place: LogPosition): void => {
      said = ""
      moveTo(place)
    }
    const again = follow(moved).pipe(
      Effect.catchTag("RelayTrouble", ({ reason }) => say(reason)),
      Effect.catchTags({
        StoreUnavailable: () => say("the database does not answer"),
        SqlError: () => say("the database does not answer")
      }),
      Effect.andThen(Effect.sleep(troublePause))
    )
    return yield* Effect.forever(again)
  })

const relay = Effect.gen(function* () {
  let place: LogPosition | undefined
  yield* measured(() => place)
  yield* forever((next) => (place = next))
}).pipe(Effect.scoped)

/** The relay reads the log, as every reader does, on the connections of its writers. */
const singleton = Layer.unwrap(
  Effect.map(WriteSql, (sql) =>
    Singleton.make("NatsRelay", Effect.provideService(relay, SqlClient.SqlClient, sql))
  )
)

export const layer = Layer.unwrap(
  Effect.map(Config, ({ natsServers }) => (natsServers === undefined ? Layer.empty : singleton))
)
