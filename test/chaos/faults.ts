/** What can happen between a node and its database, at random, for as long as the scope lives. */
import { PgClient } from "@effect/sql-pg"
import { contradictionsOf, invariants } from "@rcpt/service/ledger/invariants"
import { inSnapshot } from "@rcpt/store/audit"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import type { Dice } from "../simulation/Dice.ts"
import type { Node } from "./nodes.ts"

/** Past the wires that are cut. */
export const direct = (url: string) =>
  EventStorePg.layer.pipe(
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(PgClient.layer({ url: Redacted.make(url), maxConnections: 3 }))
  )

/** One backend of a node, whatever it is doing; none when none is connected. */
export const terminate = SqlClient.SqlClient.use(
  (sql) => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'rcpt %'
    order by random() limit 1`
)

/** Long enough to be noticed, and shorter than anybody's patience. */
const cutFor = "30 millis"

const cut = ({ wire }: Node) =>
  Effect.andThen(wire.cut, Effect.andThen(Effect.sleep(cutFor), wire.mend))

export interface Counts {
  terminated: number
  cut: number
}

/** One fault after another. Replies that were lost are counted by the wires. */
export const rage = (nodes: ReadonlyArray<Node>, dice: Dice, apart: readonly [number, number]) =>
  Effect.gen(function* () {
    const counts: Counts = { terminated: 0, cut: 0 }
    const one = Effect.suspend(() => {
      const node = dice.pick(nodes)
      switch (dice.weighted({ terminate: 40, cut: 20, loseCommit: 40 })) {
        case "terminate":
          counts.terminated++
          return terminate
        case "cut":
          counts.cut++
          return cut(node)
        case "loseCommit":
          return node.wire.loseCommit
      }
    })
    const pause = Effect.suspend(() => Effect.sleep(dice.between(...apart)))
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(one, pause)))
    return counts
  })

/** How often somebody looks while all of this goes on. */
const lookEvery = "50 millis"

export interface Looks {
  looks: number
  readonly contradictions: Array<string>
}

/** I1 and I2 in one snapshot, over and over. */
export const watch = Effect.gen(function* () {
  const seen: Looks = { looks: 0, contradictions: [] }
  const watched = invariants.filter(({ id }) => id === "I1" || id === "I2")
  const look = Effect.forEach(watched, contradictionsOf).pipe(
    inSnapshot,
    Effect.tap((found) =>
      Effect.sync(() => {
        seen.looks++
        seen.contradictions.push(...found.flat())
      })
    )
  )
  yield* Effect.forkScoped(Effect.repeat(look, Schedule.fixed(lookEvery)))
  return seen
})
