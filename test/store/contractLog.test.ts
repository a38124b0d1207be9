import * as chain from "@rcpt/store/chain"
import { commitsPerReadMax, EventStore } from "@rcpt/store/EventStore"
import type { SealedCommit } from "@rcpt/store/EventStore"
import * as Hints from "@rcpt/store/Hints"
import { Effect, Fiber } from "effect"

import { expect, layer } from "../support/vitest.ts"
import { appendOf, counted, eventOf, postOne, wholeLog } from "./appends.ts"
import { live, stores } from "./stores.ts"

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

const eventCount = (log: ReadonlyArray<SealedCommit>) =>
  log.reduce((sum, { events }) => sum + events.length, 0)

/** A subscriber: reads from its position until it has `count` events, and waits for hints. */
const follow = (count: number) =>
  Effect.gen(function* () {
    const { readLog } = yield* EventStore
    const wait = (yield* Hints.Hints).listen("sealed")
    const seen: Array<SealedCommit> = []
    while (eventCount(seen) < count) {
      const page = yield* readLog({ after: seen.at(-1)?.seq ?? 0, limit: 7 })
      seen.push(...page)
      if (page.length === 0) yield* wait("20 millis")
    }
    return seen
  })

const sealForever = EventStore.use(({ seal }) =>
  Effect.forever(Effect.andThen(seal, Effect.sleep("5 millis")))
)

const eventsOf = (log: ReadonlyArray<SealedCommit>, stream: string) =>
  log.flatMap(({ events }) => events.filter((event) => event.stream === stream))

for (const [name, store] of stores)
  layer(store, live)(`The log ${name}`, (it) => {
    it.effect("is empty until it is sealed, and then has each commit once", function* () {
      const { append, readLog, seal } = yield* EventStore
      const { seq: before } = yield* seal
      yield* append(counted("sealed", 0, 1, 2))
      yield* append(counted("sealed", 2, 3))
      expect(yield* readLog({ after: before })).toEqual([])
      expect(yield* seal).toEqual({ sealed: 2, seq: before + 2, gaps: 0 })
      expect(yield* seal).toEqual({ sealed: 0, seq: before + 2, gaps: 0 })
      const log = yield* readLog({ after: before })
      expect(log.map(({ seq, events }) => [seq, events.length])).toEqual([
        [before + 1, 2],
        [before + 2, 1]
      ])
      const read = yield* Effect.flatMap(EventStore, (store) => store.read("sealed"))
      expect(log.flatMap(({ events }) => events)).toEqual(read)
      expect(log.map(({ commitId }) => commitId)).toEqual([read[0]!.commitId, read[2]!.commitId])
    })

    it.effect("has no gaps for readers while others append, fail and seal", function* () {
      const { append, seal } = yield* EventStore
      yield* seal
      const total = eventCount(yield* wholeLog()) + 5 * (20 + 2)
      const sealers = yield* Effect.forkChild(
        Effect.all([sealForever, sealForever], { concurrency: 2 })
      )
      const followers = yield* Effect.forkChild(
        Effect.all([follow(total), follow(total)], { concurrency: 2 })
      )
      const write = (writer: number) =>
        Effect.gen(function* () {
          for (let i = 0; i < 20; i++) {
            yield* postOne(`writer-${writer % 3}`)
            if (i % 4 === 0) yield* Effect.flip(append(counted(`writer-${writer % 3}`, 0, i)))
          }
          yield* append(
            appendOf({
              streams: ["a", "b"].map((half) => ({
                stream: `last-${writer}-${half}`,
                expectedVersion: 0,
                events: [eventOf(writer)]
              }))
            })
          )
        })
      yield* Effect.forEach([0, 1, 2, 3, 4], write, { concurrency: "unbounded" })
      const [seen, same] = yield* Fiber.join(followers)
      yield* Fiber.interrupt(sealers)

      expect(same).toEqual(seen)
      // Concurrent appends may be merged into one commit.
      expect(seen.map(({ seq }) => seq)).toEqual(upTo(seen.length))
      expect(new Set(seen.map(({ commitId }) => commitId)).size).toBe(seen.length)
      expect(eventCount(seen)).toBe(total)
      for (const [stream, length] of [
        ["writer-0", 40],
        ["writer-2", 20],
        ["last-3-b", 1]
      ] as const)
        expect(eventsOf(seen, stream).map(({ version }) => version)).toEqual(upTo(length))
      // Nothing has appeared behind the readers, and the log is the same when it is read again.
      expect(yield* wholeLog(3)).toEqual(seen)
      expect(yield* wholeLog()).toEqual(seen)
    })

    it.effect("is read in pages of any size, up to a maximum", function* () {
      const { readLog, seal } = yield* EventStore
      for (let i = 0; i <= commitsPerReadMax; i++) yield* postOne("many")
      const { seq } = yield* seal
      expect(yield* readLog({ after: 0, limit: 9_999 })).toHaveLength(commitsPerReadMax)
      expect((yield* readLog({ after: seq - 2 })).map((commit) => commit.seq)).toEqual([
        seq - 1,
        seq
      ])
      expect(yield* readLog({ after: seq })).toEqual([])
    })

    it.effect("wakes listeners after an append and after sealing", function* () {
      const { seal } = yield* EventStore
      const hints = yield* Hints.Hints
      const [appended, sealed] = [hints.listen("appended"), hints.listen("sealed")]
      yield* postOne("hinted")
      yield* appended("1 hour")
      yield* seal
      yield* sealed("1 hour")
    })

    it.effect("has streams whose hash chains a reader can verify", function* () {
      const { append, read } = yield* EventStore
      for (const [i, data] of ['{"a":1}', '{ "b" : "ä€𝄞" }', "[]", '"\\u0041"'].entries())
        yield* append(
          appendOf({
            streams: [
              {
                stream: "chained-ä",
                expectedVersion: i * 2,
                events: [0, 1].map((v) => ({ type: "Said-ü", v: v + 1, data }))
              },
              { stream: "beside", expectedVersion: i, events: [eventOf(i)] }
            ]
          })
        )
      for (const stream of ["chained-ä", "beside"]) {
        const events = yield* read(stream)
        expect(chain.firstBrokenLink(events)).toBeUndefined()
        expect(chain.firstBrokenLink(events.slice(1))?.version).toBe(2)
      }
      expect(yield* read("chained-ä")).toHaveLength(8)
    })
  })
