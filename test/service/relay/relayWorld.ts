/** A relay on a log of its own, and what the stream of NATS holds of it. */
import { randomUUID } from "node:crypto"

import { jetstreamManager } from "@nats-io/jetstream"
import type { JetStreamManager } from "@nats-io/jetstream"
import * as Cluster from "@rcpt/service/platform/Cluster"
import { Config, load } from "@rcpt/service/platform/Config"
import * as Database from "@rcpt/service/platform/Database"
import { connect } from "@rcpt/service/platform/nats/Nats"
import * as Nats from "@rcpt/service/platform/nats/Nats"
import * as natsHints from "@rcpt/service/platform/nats/natsHints"
import { messagesOf } from "@rcpt/service/relay/eventMessage"
import * as NatsRelay from "@rcpt/service/relay/NatsRelay"
import { EventStore } from "@rcpt/store/EventStore"
import * as Projector from "@rcpt/store/Projector"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as natsServer from "../../support/natsServer.ts"

export const streamName = "RCPT_EVENTS"

/** Seals what is appended, as each node does. */
const sealing = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* Database.WriteSql
    yield* Effect.forkScoped(Effect.provideService(Projector.run([]), SqlClient.SqlClient, sql))
  })
)

const logLayer = (url: string) =>
  sealing.pipe(Layer.provideMerge(Database.layer(Redacted.make(url), { hints: natsHints.layer })))

/** The log on a database, with its hints over NATS, and the relay if it is wanted. */
export const world = (url: string, natsUrl: string, isRelayed = true) =>
  Layer.unwrap(
    Effect.map(load({ RCPT_NATS_URL: natsUrl }, {}), ({ config }) =>
      (isRelayed ? NatsRelay.layer : Layer.empty).pipe(
        Layer.provideMerge(logLayer(url)),
        Layer.provideMerge(Nats.layer),
        Layer.provide(Cluster.alone),
        Layer.provideMerge(Layer.succeed(Config, config))
      )
    )
  ).pipe(Layer.fresh)

/** As many commits, each of so many events, in a stream of their own. */
export const append = (commits: number, events = 1) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const stream = `account-${randomUUID()}`
    for (let commit = 0; commit < commits; commit++) {
      const data = JSON.stringify({ commit, text: 'Zürich, "quoted"' })
      const event = { type: "CreditsGranted", v: 1, data }
      yield* store.append({
        streams: [
          {
            stream,
            expectedVersion: commit * events,
            events: Array.from({ length: events }, () => event)
          }
        ],
        commands: [],
        holds: [],
        transfers: []
      })
    }
  })

/** The bodies that the stream ought to have: all of the log, once it is sealed up to `commits`. */
export const logged = (commits: number) =>
  Effect.gen(function* () {
    const { readLog } = yield* EventStore
    const all = []
    for (let after = 0; ;) {
      const some = yield* readLog({ after })
      if (some.length === 0) break
      all.push(...some)
      after = some.at(-1)!.seq
    }
    return all.length < commits ? undefined : messagesOf(all)
  }).pipe(
    Effect.repeat({ until: (all) => all !== undefined, schedule: Schedule.spaced("50 millis") }),
    Effect.map((all) => all!)
  )

/** A client of the test, which outlives restarts of the server. */
export const manager = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 100 })
    ),
    (connection) => Effect.promise(() => connection.close())
  ).pipe(Effect.flatMap((connection) => Effect.promise(() => jetstreamManager(connection))))

export interface Stored {
  readonly subject: string
  readonly id: string
  readonly body: string
}

const storedIn = async (streams: JetStreamManager): Promise<ReadonlyArray<Stored>> => {
  const { state } = await streams.streams.info(streamName)
  const all: Array<Stored> = []
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const message = await streams.streams.getMessage(streamName, { seq })
    if (message === null) continue
    const id = message.header.get("Nats-Msg-Id")
    all.push({ subject: message.subject, id, body: message.string() })
  }
  return all
}

/** What the stream holds, as soon as it ends with the last of these. */
export const streamed = (streams: JetStreamManager, { body: last }: { readonly body: string }) =>
  Effect.tryPromise(async () => {
    const message = await streams.streams.getMessage(streamName, { last_by_subj: ">" })
    return message?.string() === last
  }).pipe(
    Effect.catch(() => Effect.succeed(false)),
    Effect.repeat({ until: (isThere) => isThere, schedule: Schedule.spaced("100 millis") }),
    Effect.timeout("60 seconds"),
    Effect.andThen(Effect.promise(() => storedIn(streams)))
  )

/** A database and a NATS server for it, which is not started. */
export const parts = (settings?: string) =>
  Effect.all({ url: freshDatabase(), nats: natsServer.create(settings) })
