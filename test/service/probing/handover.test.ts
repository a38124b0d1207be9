/** Mail servers whose guard was on a node that has vanished, and may still talk to them. */
import { assert, describe, it } from "@effect/vitest"
import * as Lab from "@rcpt/lab/Lab"
import { hostGroups } from "@rcpt/service/probing/hostGroups"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { startNode } from "./guardsWorld.ts"

const host = "mail.takesall.test"
const egress = "direct"
const deep = { mode: "deep", account: "one", timeout: Duration.seconds(20) } as const
const fiveAtOnce = { RCPT_MX_CONCURRENCY: "5", RCPT_MX_RATE: "1000" }

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

/** Conversations at once while twenty addresses are checked. */
const peakAfter = (lease: Parameters<typeof predecessor>[0]) =>
  Effect.gen(function* () {
    const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
    yield* Effect.gen(function* () {
      yield* predecessor(lease)
      yield* Effect.forEach(
        Array.from({ length: 20 }, (_, n) => `user${n}@takesall.test`),
        (address) => Verifier.use((verifier) => verifier.verify(address, deep)),
        { concurrency: "unbounded" }
      )
    }).pipe(Effect.provide(yield* startNode({ lab, url, settled: [], env: fiveAtOnce })))
    return lab.mail.traffic(host).openPeak
  }).pipe(Effect.scoped)

describe("A mail server whose guard comes from another node", () => {
  it.live("gets one conversation at first when that node has vanished", () =>
    Effect.map(peakAfter({ isStopped: false, secondsAgo: 2 }), (peak) =>
      assert.strictEqual(peak, 1)
    )
  )

  it.live("gets all of them when that node has stopped", () =>
    Effect.map(peakAfter({ isStopped: true, secondsAgo: 2 }), (peak) => assert.isAbove(peak, 1))
  )

  it.live("gets all of them when that node vanished long ago", () =>
    Effect.map(peakAfter({ isStopped: false, secondsAgo: 61 }), (peak) => assert.isAbove(peak, 1))
  )
})
