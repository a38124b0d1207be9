/** Every event of the log once and in order on NATS, whatever happens to NATS. */
import type { JetStreamManager } from "@nats-io/jetstream"
import { Effect } from "effect"

import * as natsServer from "../../support/natsServer.ts"
import { natsServer as need, describeWith } from "../../support/needs.ts"
import { assert, it } from "../../support/vitest.ts"
import { append, logged, manager, parts, streamed, streamName, world } from "./relayWorld.ts"
import type { Stored } from "./relayWorld.ts"

const bodies = (all: ReadonlyArray<{ readonly body: string }>) => all.map(({ body }) => body)

/** A consumer that keeps the number of the last event, as every consumer has to. */
const consumed = (streams: ReadonlyArray<ReadonlyArray<Stored>>) => {
  let last = { seq: 0, idx: 0 }
  return streams.flat().flatMap(({ body }) => {
    const { seq, idx } = JSON.parse(body) as typeof last
    if (seq < last.seq || (seq === last.seq && idx <= last.idx)) return []
    last = { seq, idx }
    return [body]
  })
}

const wipes = {
  deleted: async ({ streams }: JetStreamManager) => void (await streams.delete(streamName)),
  purged: async ({ streams }: JetStreamManager) => void (await streams.purge(streamName))
}

describeWith(need, "The stream of events on NATS", () => {
  it.live("has every event of the log once, in its order, under its subject", () =>
    Effect.gen(function* () {
      const { url, nats } = yield* parts()
      yield* nats.start
      const streams = yield* manager(nats.url)
      yield* Effect.gen(function* () {
        yield* append(300)
        yield* append(40, 30)
        const log = yield* logged(340)
        const stored = yield* streamed(streams, log.at(-1)!)
        assert.strictEqual(stored.length, 300 + 40 * 30)
        assert.deepStrictEqual(bodies(stored), bodies(log))
        assert.deepStrictEqual(
          stored.map(({ id }) => id),
          log.map(({ seq, idx }) => `es-${seq}-${idx}`)
        )
        assert.deepStrictEqual(
          [...new Set(stored.map(({ subject }) => subject))],
          ["rcpt.events.account.CreditsGranted"]
        )
      }).pipe(Effect.provide(world(url, nats.url)))
    }).pipe(Effect.scoped)
  )

  it.live("goes on where it was after the server was away, killed, and frozen", () =>
    Effect.gen(function* () {
      const { url, nats } = yield* parts()
      yield* Effect.gen(function* () {
        // Away at the start.
        yield* append(20, 3)
        yield* natsServer.during(nats, ({ pid }) =>
          Effect.gen(function* () {
            yield* append(200, 3)
            process.kill(pid, "SIGKILL")
          })
        )
        yield* append(20, 3)
        yield* natsServer.during(nats, ({ pid }) =>
          Effect.gen(function* () {
            process.kill(pid, "SIGSTOP")
            yield* append(100, 3)
            yield* Effect.sleep("6 seconds")
            process.kill(pid, "SIGCONT")
            yield* append(10, 3)
            const log = yield* logged(350)
            const stored = yield* streamed(yield* manager(nats.url), log.at(-1)!)
            assert.deepStrictEqual(bodies(stored), bodies(log))
          })
        )
      }).pipe(Effect.provide(world(url, nats.url)))
    }).pipe(Effect.scoped)
  )

  it.live("is the same from two relays at once, and from one after the other", () =>
    Effect.gen(function* () {
      const { url, nats } = yield* parts()
      yield* nats.start
      const both = append(150, 4).pipe(
        Effect.provide(world(url, nats.url)),
        Effect.zip(append(150, 4).pipe(Effect.provide(world(url, nats.url))), { concurrent: true })
      )
      yield* both
      yield* Effect.gen(function* () {
        yield* append(5)
        const log = yield* logged(305)
        const stored = yield* streamed(yield* manager(nats.url), log.at(-1)!)
        assert.deepStrictEqual(bodies(stored), bodies(log))
      }).pipe(Effect.provide(world(url, nats.url)))
    }).pipe(Effect.scoped)
  )

  for (const wipe of ["deleted", "purged"] as const)
    it.live(`is filled again from the start after it was ${wipe}`, () =>
      Effect.gen(function* () {
        const { url, nats } = yield* parts()
        yield* nats.start
        const streams = yield* manager(nats.url)
        yield* Effect.gen(function* () {
          yield* append(30, 2)
          const before = yield* streamed(streams, (yield* logged(30)).at(-1)!)
          yield* Effect.promise(() => wipes[wipe](streams))
          yield* append(300)
          const log = yield* logged(330)
          const whole = yield* streamed(streams, log.at(-1)!).pipe(
            Effect.repeat({ until: (stored) => stored.length >= log.length })
          )
          assert.deepStrictEqual(bodies(whole), bodies(log))
          assert.deepStrictEqual(consumed([before, whole]), bodies(log))
        }).pipe(Effect.provide(world(url, nats.url)))
      }).pipe(Effect.scoped)
    )

  it.live("is not filled again with what its limits have dropped", () =>
    Effect.gen(function* () {
      const { url, nats } = yield* parts()
      yield* nats.start
      const streams = yield* manager(nats.url)
      const oneSecond = 1e9
      yield* Effect.gen(function* () {
        yield* append(20)
        yield* streamed(streams, (yield* logged(20)).at(-1)!)
        yield* Effect.promise(() =>
          streams.streams.update(streamName, { max_age: oneSecond, duplicate_window: oneSecond })
        )
        // Its place is written down, and what is there is dropped.
        yield* Effect.sleep("7 seconds")
      }).pipe(Effect.provide(world(url, nats.url)))
      yield* Effect.promise(() =>
        streams.streams.update(streamName, { max_age: 3_600 * oneSecond })
      )
      yield* Effect.gen(function* () {
        yield* append(3)
        const log = yield* logged(23)
        const stored = yield* streamed(streams, log.at(-1)!)
        assert.deepStrictEqual(bodies(stored), bodies(log.slice(20)))
      }).pipe(Effect.provide(world(url, nats.url)))
    }).pipe(Effect.scoped)
  )

  it.live("waits when it is full, and loses nothing", () =>
    Effect.gen(function* () {
      const { url, nats } = yield* parts()
      yield* nats.start
      const streams = yield* manager(nats.url)
      yield* Effect.gen(function* () {
        yield* append(10)
        yield* streamed(streams, (yield* logged(10)).at(-1)!)
        yield* Effect.promise(() => streams.streams.update(streamName, { max_msgs: 15 }))
        yield* append(20)
        const log = yield* logged(30)
        yield* streamed(streams, log[14]!)
        yield* Effect.promise(() => streams.streams.update(streamName, { max_msgs: -1 }))
        assert.deepStrictEqual(bodies(yield* streamed(streams, log.at(-1)!)), bodies(log))
      }).pipe(Effect.provide(world(url, nats.url)))
    }).pipe(Effect.scoped)
  )

  it.live("is left alone when it belongs to another database", () =>
    Effect.gen(function* () {
      const { url: first, nats } = yield* parts()
      const { url: second } = yield* parts()
      yield* nats.start
      const streams = yield* manager(nats.url)
      const stored = yield* Effect.gen(function* () {
        yield* append(10)
        return yield* streamed(streams, (yield* logged(10)).at(-1)!)
      }).pipe(Effect.provide(world(first, nats.url)))
      yield* Effect.gen(function* () {
        yield* append(20)
        yield* logged(20)
        yield* Effect.sleep("3 seconds")
      }).pipe(Effect.provide(world(second, nats.url)))
      const { state } = yield* Effect.promise(() => streams.streams.info(streamName))
      assert.strictEqual(state.messages, stored.length)
    }).pipe(Effect.scoped)
  )
})
