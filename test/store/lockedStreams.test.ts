/** Writers that meet a stream which another transaction has locked. */
import { EventStore } from "@rcpt/store/EventStore"
import type { LockWait } from "@rcpt/store/EventStore"
import { isLocked } from "@rcpt/store/unavailable"
import { Effect, Exit, Fiber, Result } from "effect"
import { SqlClient } from "effect/sql"

import { lockRows } from "../support/lockRows.ts"
import { storeLayer } from "../support/storeDatabase.ts"
import { expect, layer } from "../support/vitest.ts"
import { counted, noKeys } from "./appends.ts"
import { live } from "./stores.ts"

const append = (stream: string, version: number, lockWait: LockWait) =>
  EventStore.use((store) => store.append(counted(stream, version, 1), lockWait))

const lockThe = (streams: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use((sql) =>
    lockRows(sql`select from es.stream where stream_id = any (${streams}::text[]) for update`)
  )

const lockFirst = (stream: string) => lockThe([stream])

layer(storeLayer, live)("A stream that another transaction has locked", (it) => {
  it.effect("is not waited for, and the appends beside it are written", function* () {
    yield* append("test-held", 0, "none")
    yield* append("test-free", 0, "none")
    const unlock = yield* lockFirst("test-held")
    const [held, free, fresh] = yield* Effect.all(
      [
        append("test-held", 1, "none"),
        append("test-free", 1, "none"),
        append("test-new", 0, "none")
      ].map(Effect.exit),
      { concurrency: "unbounded" }
    )
    expect(Exit.isFailure(held!) && isLocked(Effect.runSync(Effect.flip(held)))).toBe(true)
    expect([free, fresh].map((end) => Exit.isSuccess(end!))).toEqual([true, true])
    yield* unlock
    // It wrote nothing: the version is as before.
    yield* append("test-held", 1, "none")
  })

  it.effect("is waited for by who asks for it, while others go on", function* () {
    yield* append("test-awaited", 0, "none")
    const unlock = yield* lockFirst("test-awaited")
    const waiting = yield* Effect.forkChild(append("test-awaited", 1, "full"))
    yield* append("test-other", 0, "full")
    yield* unlock
    expect((yield* Fiber.join(waiting)).replayed).toBe(false)
  })

  it.effect("is waited for briefly, without the appends beside it", function* () {
    yield* append("test-brief", 0, "none")
    const unlock = yield* lockFirst("test-brief")
    expect(isLocked(yield* Effect.flip(append("test-brief", 1, "brief")))).toBe(true)
    const waiting = yield* Effect.forkChild(append("test-brief", 1, "brief"))
    yield* append("test-beside", 0, "full")
    yield* unlock
    expect((yield* Fiber.join(waiting)).replayed).toBe(false)
  })

  it.effect(
    "does not hold up who waits briefly for another, however many wait for long",
    function* () {
      const held = ["test-long-1", "test-long-2", "test-long-3"]
      for (const stream of [...held, "test-short"]) yield* append(stream, 0, "none")
      // By one connection: the pool has room for it, for two who wait, and for this one.
      const unlock = yield* lockThe(held)
      const waiting = yield* Effect.forEach(held, (stream) =>
        Effect.forkChild(append(stream, 1, "full"))
      )
      yield* Effect.sleep("300 millis")
      // They wait until it has ended.
      yield* append("test-short", 1, "brief")
      yield* unlock
      yield* Effect.forEach(waiting, Fiber.join)
    }
  )

  for (const lockWait of ["none", "brief"] as const)
    it.effect(`fails a decision that waits: ${lockWait}`, function* () {
      const stream = `test-decided-${lockWait}`
      const version = EventStore.use((store) =>
        store.transact(
          { ...noKeys, streams: [stream] },
          ({ versions }) => Result.succeed({ append: undefined, outcome: versions[stream] }),
          lockWait
        )
      )
      yield* append(stream, 0, "none")
      const unlock = yield* lockFirst(stream)
      expect(isLocked(yield* Effect.flip(version))).toBe(true)
      yield* unlock
      expect(yield* version).toBe(1)
    })
})
