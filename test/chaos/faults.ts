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

const directConnections = 3

/** Connections that bypass the proxies. All are made at once: in a storm, Postgres may have none left. */
export const direct = (url: string) =>
  EventStorePg.layer.pipe(
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(
      PgClient.layer({
        url: Redacted.make(url),
        minConnections: directConnections,
        maxConnections: directConnections
      })
    )
  )

/** Terminates a random backend of a node, if one is connected. */
export const terminate = SqlClient.SqlClient.use(
  (sql) => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'rcpt %'
    order by random() limit 1`
)

/** A fault that could not be injected says nothing about the nodes. */
const tryAgain = { times: 10, schedule: Schedule.spaced("100 millis") }

/** Long enough to fail statements, and shorter than the timeout of a command. */
const cutDuration = "30 millis"

const cut = ({ proxy }: Node) =>
  Effect.andThen(proxy.cut, Effect.andThen(Effect.sleep(cutDuration), proxy.mend))

export interface FaultCounts {
  terminated: number
  cut: number
}

/** Injects one fault after another, for ever. The proxies count the lost replies. */
export const inject = (
  nodes: ReadonlyArray<Node>,
  random: Random,
  pauses: readonly [number, number],
  counts: FaultCounts
) => {
  const one = Effect.suspend(() => {
    const node = random.pick(nodes)
    switch (random.weighted({ terminate: 40, cut: 20, loseCommit: 40 })) {
      case "terminate":
        counts.terminated++
        return Effect.asVoid(Effect.retry(terminate, tryAgain))
      case "cut":
        counts.cut++
        return cut(node)
      case "loseCommit":
        return node.proxy.loseCommit
    }
  })
  const pause = Effect.suspend(() => Effect.sleep(random.between(...pauses)))
  return Effect.forever(Effect.andThen(one, pause))
}

const checkPause = "50 millis"

export interface CheckResults {
  checks: number
  readonly contradictions: Array<string>
}

const watched = invariants.filter(({ id }) => id === "I1" || id === "I2")

/** Checks I1 and I2 for ever, each time in one snapshot. */
export const watch = (results: CheckResults) =>
  Effect.forEach(watched, contradictionsOf).pipe(
    inSnapshot,
    Effect.tap((found) =>
      Effect.sync(() => {
        results.checks++
        results.contradictions.push(...found.flat())
      })
    ),
    Effect.andThen(Effect.sleep(checkPause)),
    Effect.forever
  )
