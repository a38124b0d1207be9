/** Rows that a living node has taken without knowing it. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit } from "effect"

import * as tcpProxy from "../../../support/tcpProxy.ts"
import * as world from "./probeWorld.ts"

const { pull, rows } = world
const lease = Duration.minutes(2)

describe("A lease that its node does not know of", () => {
  it.live("ends soon after the reply to its pull was lost", () =>
    Effect.gen(function* () {
      const url = new URL(yield* world.database)
      const other = yield* world.startNode(url.href)
      const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
      url.port = String(proxy.port)
      const one = yield* world.startNode(url.href)
      yield* one.queue.put(rows({ count: 3 }))
      yield* proxy.loseUpdate("update probe_queue set lease")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(pull(one, { lease }))))
      assert.deepStrictEqual(yield* pull(other), [])
      // The database is away, too, when they are released for the first time.
      yield* proxy.cut
      yield* Effect.sleep("3 seconds")
      yield* proxy.mend
      const released = yield* Effect.repeat(Effect.delay(pull(other), "100 millis"), {
        until: (pulled) => pulled.length > 0
      })
      assert.deepStrictEqual(
        released.map(({ failures }) => failures),
        [0, 0, 0]
      )
    }).pipe(Effect.scoped)
  )
})
