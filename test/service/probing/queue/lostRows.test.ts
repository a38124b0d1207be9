/** Rows that are leased in the name of a living node that does not work on them. */
import { Duration, Effect, Exit } from "effect"

import * as tcpProxy from "../../../support/tcpProxy.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import * as world from "./probeWorld.ts"

const { pull, rows } = world
const lease = Duration.minutes(2)

describe("A lease of which its node does not know", () => {
  it.live("ends soon after the reply to its pull was lost", () =>
    Effect.gen(function* () {
      const url = new URL(yield* world.database)
      const other = yield* world.startNode(url.href)
      const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
      url.port = String(proxy.port)
      const one = yield* world.startNode(url.href)
      yield* one.queue.put(rows({ count: 3 }))
      yield* proxy.loseUpdate("update probe_queue set lease")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(pull(one, { lease, holder: "one" }))))
      assert.deepStrictEqual(yield* pull(other, { holder: "other" }), [])
      // The database is away, too, when they are released for the first time.
      yield* proxy.cut
      yield* Effect.sleep("3 seconds")
      yield* proxy.mend
      const released = yield* Effect.repeat(
        Effect.delay(pull(other, { holder: "other" }), "100 millis"),
        {
          until: (pulled) => pulled.length > 0
        }
      )
      assert.deepStrictEqual(
        released.map(({ failures }) => failures),
        [0, 0, 0]
      )
    }).pipe(Effect.scoped)
  )

  it.live("ends soon after a standby took over that lacks its end", () =>
    Effect.gen(function* () {
      const [one, other] = yield* world.startTwo
      yield* one.queue.put(rows({ count: 3 }))
      const [settled, putOff, worked] = yield* pull(one, { lease, holder: "one" })
      yield* one.queue.settle([settled!])
      yield* one.queue.defer([putOff!])
      one.queue.letGo([settled!, putOff!])
      const { sql } = one
      yield* sql`update probe_queue set lease = ${putOff!.lease}, leased_by = ${"one"},
        due_at = now() + interval '2 minutes', attempts = 0 where row_no = ${putOff!.row}`
      const released = yield* Effect.repeat(
        Effect.delay(pull(other, { holder: "other" }), "100 millis"),
        {
          until: (pulled) => pulled.length > 0
        }
      )
      assert.deepStrictEqual(
        released.map(({ row }) => row),
        [putOff!.row]
      )
      // What it works on is its own, however often it looks.
      yield* Effect.sleep("6 seconds")
      assert.deepStrictEqual(
        (yield* one.queue.settle([worked!])).map(({ row }) => row),
        [worked!.row]
      )
    }).pipe(Effect.scoped)
  )
})
