/** Appends that do not depend on a version: what refuses them are the rows that they change. */
import { randomUUIDv7 } from "node:crypto"

import { EventStore } from "@rcpt/store/EventStore"
import type { Append } from "@rcpt/store/EventStore"
import { Cause, Effect, Exit } from "effect"

import { expect, layer } from "../support/vitest.ts"
import { counted, eventOf } from "./appends.ts"
import { world } from "./ledgerWorld.ts"
import { live, stores } from "./stores.ts"

const atAnyVersion = (stream: string, parts: Partial<Append> = {}, n = 1): Append => ({
  commands: [],
  holds: [],
  transfers: [],
  ...parts,
  streams: [{ stream, expectedVersion: "any", events: [eventOf(n)] }]
})

for (const [name, store] of stores)
  layer(store, live)(`An append at any version ${name}`, (it) => {
    it.effect("comes after what others appended, if there is such a stream", function* () {
      const { append, read } = yield* EventStore
      const atAny = (n: number) => append(atAnyVersion("any", {}, n))
      expect(yield* Effect.flip(atAny(1))).toMatchObject({
        _tag: "VersionConflict",
        stream: "any",
        expected: "any",
        actual: 0
      })
      yield* append(counted("any", 0, 1))
      yield* append(counted("any", 1, 2))
      yield* Effect.all([atAny(3), atAny(3)], { concurrency: "unbounded" })
      const events = yield* read("any")
      expect(events.map(({ version, data }) => [version, data])).toEqual([
        [1, '{"n":1}'],
        [2, '{"n":2}'],
        [3, '{"n":3}'],
        [4, '{"n":3}']
      ])
    })

    it.effect("says what is available after it", function* () {
      const { append } = yield* EventStore
      const { account, stream, hold, avail, usage, move } = yield* world
      const transfers = move([hold, usage, 1], [hold, avail, 4])
      const { available } = yield* append(atAnyVersion(stream, { transfers }))
      expect(available).toEqual({ [account]: 9 })
    })

    it.effect(
      "is refused if the balance does not cover its debits before its credits",
      function* () {
        const { append, read } = yield* EventStore
        const { account, stream, avail, move, balances } = yield* world
        const opened = (holdId: string, credits: number): Partial<Append> => ({
          holds: [{ holdId, accountId: account, credits, expiresAt: null }],
          transfers: move(
            [avail, `hold:${holdId}`, credits],
            [`hold:${holdId}`, avail, credits]
          ).map((transfer) => ({ ...transfer, holdId }))
        })
        const refused = yield* Effect.exit(append(atAnyVersion(stream, opened(randomUUIDv7(), 6))))
        expect(Exit.isFailure(refused) && Cause.hasDies(refused.cause)).toBe(true)
        expect(yield* balances).toEqual([5, 0, 0])
        expect(yield* read(stream)).toHaveLength(2)
        yield* append(atAnyVersion(stream, opened(randomUUIDv7(), 5)))
        expect(yield* read(stream)).toHaveLength(3)
      }
    )

    it.effect(
      "is refused if it opens a hold that exists, or settles one that is settled",
      function* () {
        const { append, read } = yield* EventStore
        const { stream, opened, hold, avail, usage, move, balances } = yield* world
        const settled = atAnyVersion(stream, { transfers: move([hold, usage, 5]) })
        yield* append(settled)
        const again = [
          settled,
          atAnyVersion(stream, { holds: [opened], transfers: move([avail, hold, 1]) })
        ]
        for (const one of again) {
          const refused = yield* Effect.exit(append(one))
          expect(Exit.isFailure(refused) && Cause.hasDies(refused.cause)).toBe(true)
        }
        expect(yield* balances).toEqual([5, 5, 0])
        expect(yield* read(stream)).toHaveLength(3)
      }
    )
  })
