/** Mail servers whose guard was on a node that has vanished, and may still talk to them. */
import * as Lab from "@rcpt/lab/Lab"
import { hostGroups } from "@rcpt/service/probing/hostGroups"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { startNode } from "./guardsWorld.ts"

const host = "mail.plain.test"
const egress = "direct"
const deep = { mode: "deep", account: "one", timeout: Duration.seconds(20) } as const
const fiveAtOnce = { RCPT_MX_CONCURRENCY: "5", RCPT_MX_RATE: "1000" }

/** The node that had this guard is heard of again, and for the rest of the test. */
const renewed = SqlClient.SqlClient.use(
  (sql) => sql`update node_lease set is_ended = false, held_until = now() + interval '10 min'
    where holder = 'elsewhere/7/abc/def'`
)

/** The traces of another node that had this guard. */
const predecessor = (lease: { readonly isStopped: boolean; readonly secondsAgo: number }) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const groups = yield* hostGroups
    const group = yield* groups.of(host)
    yield* sql`insert into mx_guard (mx_group, egress, node, status, shown_at)
      values (${group}, ${egress}, 'elsewhere/7/abc', '{"open": 5}', now())`
    yield* sql`insert into node_lease (holder, held_until, is_ended, is_stopped)
      values ('elsewhere/7/abc/def', now() - make_interval(secs => ${lease.secondsAgo}),
        true, ${lease.isStopped})`
  })

const check = (count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => `user${n}@plain.test`),
    (address) => Verifier.use((verifier) => verifier.verify(address, deep)),
    { concurrency: "unbounded" }
  )

/**
 * Twice as long as until the guard asks again for the last one, for a machine under load. Nothing is checked
 * meanwhile: what checks teach about the domain would answer the later ones.
 */
const askedAgain = Effect.sleep("6 seconds")

/** Conversations at once while twenty addresses are checked, perhaps some time after the first one. */
const peakAfter = (
  lease: Parameters<typeof predecessor>[0],
  meanwhile: Effect.Effect<unknown, unknown, SqlClient.SqlClient> = Effect.void
) =>
  Effect.gen(function* () {
    const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
    yield* Effect.gen(function* () {
      yield* predecessor(lease)
      yield* check(1)
      yield* meanwhile
      yield* check(20)
    }).pipe(Effect.provide(yield* startNode({ lab, url, settled: [], env: fiveAtOnce })))
    return lab.mail.traffic(host).openPeak
  }).pipe(Effect.scoped)

describe("A mail server whose guard comes from another node", () => {
  it.live("gets one conversation at first when that node has vanished", () =>
    Effect.map(peakAfter({ isStopped: false, secondsAgo: 2 }), (peak) =>
      assert.strictEqual(peak, 1)
    )
  )

  it.live("goes on with one as long as that node is not heard of", () =>
    Effect.map(peakAfter({ isStopped: false, secondsAgo: 2 }, askedAgain), (peak) =>
      assert.strictEqual(peak, 1)
    )
  )

  it.live("gets all of them once that node is heard of: the database had been away", () =>
    Effect.map(
      peakAfter({ isStopped: false, secondsAgo: 2 }, Effect.andThen(renewed, askedAgain)),
      (peak) => assert.isAbove(peak, 1)
    )
  )

  it.live("gets all of them when that node has stopped", () =>
    Effect.map(peakAfter({ isStopped: true, secondsAgo: 2 }), (peak) => assert.isAbove(peak, 1))
  )

  it.live("gets all of them when that node vanished long ago", () =>
    Effect.map(peakAfter({ isStopped: false, secondsAgo: 61 }), (peak) => assert.isAbove(peak, 1))
  )
})
