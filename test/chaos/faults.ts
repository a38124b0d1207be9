/** Random faults between nodes and their database, until the scope closes. */
import { PgClient } from "@effect/sql-pg"
import { contradictionsOf, invariants } from "@rcpt/service/operations/audit/invariants"
import { inSnapshot } from "@rcpt/store/audit"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import type { Random } from "../simulation/Random.ts"
import type { Node } from "./nodes.ts"

/** A connection that bypasses the proxies. */
export const direct = (url: string) =>
  EventStorePg.layer.pipe(
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(PgClient.layer({ url: Redacted.make(url), maxConnections: 3 }))
  )

/** Terminates a random backend of a node, if one is connected. */
export const terminate = SqlClient.SqlClient.use(
  (sql) => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'rcpt %'
    order by random() limit 1`
)

/** Long enough to fail statements, and shorter than the timeout of a command. */
const cutDuration = "30 millis"

const cut = ({ proxy }: Node) =>
  Effect.andThen(proxy.cut, Effect.andThen(Effect.sleep(cutDuration), proxy.mend))

export interface FaultCounts {
  terminated: number
  cut: number
}

/** Injects one fault after another. The proxies count the lost replies. */
export const inject = (
  nodes: ReadonlyArray<Node>,
  random: Random,
  pauses: readonly [number, number]
) =>
  Effect.gen(function* () {
    const counts: FaultCounts = { terminated: 0, cut: 0 }
    const one = Effect.suspend(() => {
      const node = random.pick(nodes)
      switch (random.weighted({ terminate: 40, cut: 20, loseCommit: 40 })) {
        case "terminate":
          counts.terminated++
          return terminate
        case "cut":
          counts.cut++
          return cut(node)
        case "loseCommit":
          return node.proxy.loseCommit
      }
    })
    const pause = Effect.suspend(() => Effect.sleep(random.between(...pauses)))
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(one, pause)))
    return counts
  })

const checkInterval = "50 millis"

export interface CheckResults {
  checks: number
  readonly contradictions: Array<string>
}

/** Checks I1 and I2 repeatedly, each time in one snapshot. */
export const watch = Effect.gen(function* () {
  const results: CheckResults = { checks: 0, contradictions: [] }
  const watched = invariants.filter(({ id }) => id === "I1" || id === "I2")
  const check = Effect.forEach(watched, contradictionsOf).pipe(
    inSnapshot,
    Effect.tap((found) =>
      Effect.sync(() => {
        results.checks++
        results.contradictions.push(...found.flat())
      })
    )
  )
  yield* Effect.forkScoped(Effect.repeat(check, Schedule.fixed(checkInterval)))
  return results
})
