import { randomUUIDv7 } from "node:crypto"

import { EventStore } from "@rcpt/store/EventStore"
import * as replies from "@rcpt/store/replies"
import { Effect } from "effect"

import { storeLayer } from "../support/storeDatabase.ts"
import { expect, layer } from "../support/vitest.ts"
import { command, counted, viewOf } from "./appends.ts"

layer(storeLayer)("A reply", (it) => {
  it.effect("is stored once, also without an event", function* () {
    const id = randomUUIDv7()
    expect(yield* replies.find(id)).toBe(undefined)
    yield* replies.keep(id, "first")
    yield* replies.keep(id, "second")
    expect(yield* replies.find(id)).toBe("first")
  })

  it.effect("makes an append with another reply to the same command fail as a whole", function* () {
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

  it.effect("can be deleted without its command", function* () {
    const { append } = yield* EventStore
    const id = randomUUIDv7()
    const commands = [{ ...command(id, "x"), reply: "done" }]
    const withReply = { ...counted("kept", 0, 1), commands }
    yield* append(withReply)
    expect(yield* replies.find(id)).toBe("done")
    yield* replies.forget([id])
    expect(yield* replies.find(id)).toBe(undefined)
    expect((yield* viewOf({ commands: [id] })).commands).toHaveLength(1)
    expect(yield* append(withReply)).toMatchObject({ replayed: true })
  })
})
