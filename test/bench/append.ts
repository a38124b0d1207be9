/** Appends to the event store, compared with Emmett's on the same Postgres in the same run. */
import { randomUUIDv7 } from "node:crypto"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql"
import * as Database from "@rcpt/service/platform/Database"
import { EventStore } from "@rcpt/store/EventStore"
import { Effect, Redacted } from "effect"

import { durableDatabase } from "../support/bench/durableDatabase.ts"
import { millis, perSecond, print, rateOf } from "../support/bench/measure.ts"
import type { Rate } from "../support/bench/measure.ts"

const clients = 64

/** The size of an event of the ledger. */
const data = {
  holdId: randomUUIDv7(),
  credits: 1,
  expiresAt: 4e12,
  purpose: { kind: "verification", mode: "fast", digest: "0".repeat(32) }
}

const text = JSON.stringify(data)

const ours = (events: number) =>
  rateOf(clients, () =>
    EventStore.use((store) =>
      store.append({
        streams: [
          {
            stream: `bench-${randomUUIDv7()}`,
            expectedVersion: 0,
            events: Array.from({ length: events }, () => ({
              type: "CreditsHeld",
              v: 1,
              data: text
            }))
          }
        ],
        commands: [],
        holds: [],
        transfers: []
      })
    )
  )

const emmett = (url: string, events: number) =>
  Effect.acquireUseRelease(
    Effect.sync(() => getPostgreSQLEventStore(url)),
    (store) =>
      rateOf(clients, () =>
        Effect.promise(() =>
          store.appendToStream(
            `bench-${randomUUIDv7()}`,
            Array.from({ length: events }, () => ({ type: "CreditsHeld", data }))
          )
        )
      ),
    (store) => Effect.promise(() => store.close())
  )

const show = (name: string, events: number, { perSecond: rate, p99 }: Rate, floor?: Rate) => ({
  what: `${name}, ${events} events per append, ${clients} clients`,
  measured: `${perSecond(rate * events)}, p99 ${millis(p99)}`,
  ...(floor && { target: `${(rate / floor.perSecond).toFixed(1)} × (≥ 3 ×)` })
})

const bench = Effect.gen(function* () {
  const url = yield* durableDatabase
  const rows = []
  for (const events of [1, 10, 100]) {
    const floor = yield* emmett(url, events)
    const rate = yield* ours(events).pipe(Effect.provide(Database.layer(Redacted.make(url))))
    rows.push(show("rcpt", events, rate, floor), show("floor: Emmett", events, floor))
  }
  yield* print("append (events)", rows)
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
