import { randomUUIDv7 } from "node:crypto"

import { expect, layer } from "@effect/vitest"
import { EventStore } from "@rcpt/store/EventStore"
import * as replies from "@rcpt/store/replies"
import { Effect } from "effect"

import { storeLayer } from "../support/storeDatabase.ts"
import { command, counted, look } from "./appends.ts"

layer(storeLayer)("A reply", (it) => {
  it.effect("is kept once, also without a fact", () =>
    Effect.gen(function* () {
      const id = randomUUIDv7()
      expect(yield* replies.find(id)).toBe(undefined)
      yield* replies.keep(id, "first")
      yield* replies.keep(id, "second")
      expect(yield* replies.find(id)).toBe("first")
    })
  )

  it.effect("stands in the way of another one: its append is refused as a whole", () =>
    Effect.gen(function* () {
      const { append, read } = yield* EventStore
      const id = randomUUIDv7()
      yield* replies.keep(id, "first")
      const late = {
        ...counted("late", 0, 1),
        commands: [{ ...command(id, "x"), reply: "second" }]
      }
      expect((yield* Effect.exit(append(late)))._tag).toBe("Failure")
      expect(yield* read("late")).toEqual([])
      expect(yield* replies.find(id)).toBe("first")
    })
  )

  it.effect("goes when it is forgotten, and its command stays", () =>
    Effect.gen(function* () {
      const { append } = yield* EventStore
      const id = randomUUIDv7()
      const kept = { ...counted("kept", 0, 1), commands: [{ ...command(id, "x"), reply: "told" }] }
      yield* append(kept)
      expect(yield* replies.find(id)).toBe("told")
      yield* replies.forget([id])
      expect(yield* replies.find(id)).toBe(undefined)
      expect((yield* look({ commands: [id] })).commands).toHaveLength(1)
      expect(yield* append(kept)).toMatchObject({ replayed: true })
    })
  )
})
