/** Rows of a node that cannot renew its lease. */
import * as Lab from "@rcpt/lab/Lab"
import { WriteSql } from "@rcpt/service/platform/Database"
import { leaseLasts, NodeLease } from "@rcpt/service/platform/NodeLease"
import { ProbeQueue } from "@rcpt/service/probing/queue/ProbeQueue"
import { Clock, Duration, Effect } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { jumpingClock, rowsOf, startNode } from "./guardsWorld.ts"

const host = "mail.plain.test"

/** More than it can ask about in the time of a lease, one conversation at a time. */
const rowCount = 400
const slow = { RCPT_MX_CONCURRENCY: "1", RCPT_MX_RATE: "2" }

const until = <E, R>(isSo: Effect.Effect<boolean, E, R>) =>
  Effect.delay(isSo, "20 millis").pipe(
    Effect.repeat({ until: (so) => so }),
    Effect.timeout("120 seconds")
  )

const isEmpty = Effect.map(
  ProbeQueue.use((queue) => queue.counts(1)),
  (counts) => counts.length === 0
)

describe("A node that cannot renew its lease", () => {
  it.live("asks about no further row, and once it was ended, about none a second time", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const node = yield* startNode({ lab, url, env: slow })
      const asked = () => lab.mail.traffic(host).commands.get("RCPT") ?? 0
      yield* Effect.gen(function* () {
        const names = Array.from({ length: rowCount }, (_, n) => `user${n}@plain.test`)
        yield* ProbeQueue.use((queue) => queue.put(rowsOf(names, host)))
        yield* until(Effect.sync(() => asked() > 0))
        const { holder, isHeld } = yield* NodeLease
        const before = holder()
        const write = yield* WriteSql
        yield* Effect.gen(function* () {
          yield* write`select 1 from node_lease where holder = ${before} for update`
          // A transaction must not be idle for long.
          yield* until(Effect.map(write`select 1`, () => !isHeld()))
          const atLapse = asked()
          yield* Effect.repeat(Effect.delay(write`select 1`, "300 millis"), { times: 5 })
          assert.isBelow(atLapse, rowCount)
          assert.isAtMost(asked(), atLapse + 1)
          // As another node does.
          yield* write`update node_lease set is_ended = true where holder = ${before}`
        }).pipe(write.withTransaction)
        yield* until(isEmpty)
        assert.notStrictEqual(holder(), before)
      }).pipe(Effect.provideContext(node))
      // And one made-up address.
      assert.isAtMost(asked(), rowCount + 1 + 1)
    }).pipe(Effect.scoped)
  )

  it.live("is one that did not do so for a while, whatever its clock says", () =>
    Effect.gen(function* () {
      const { clock, jump } = yield* jumpingClock
      yield* Effect.gen(function* () {
        const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
        const { holder, isHeld } = yield* Effect.provideContext(
          NodeLease,
          yield* startNode({ lab, url, env: slow })
        )
        const before = holder()
        jump(Duration.minutes(5))
        yield* Effect.sleep(Duration.times(leaseLasts, 1.5))
        assert.deepStrictEqual([isHeld(), holder()], [true, before])
      }).pipe(Effect.provideService(Clock.Clock, clock))
    }).pipe(Effect.scoped)
  )
})
