/**
 * The health of the egresses with each group of mail hosts, as their guards on all nodes have stored it. Only
 * installations with several egresses read it.
 */
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { allHealthy } from "./chooseEgress.ts"
import type { Health, HealthOf } from "./chooseEgress.ts"

/** A pause that began is seen by all nodes within this time and a second, in which a guard stores it. */
const readEvery = Duration.seconds(2)
const readWaitMax = Duration.seconds(1)

/** After this, an egress has all its domains again: its guard asks slowly at first, however many wait. */
const returnsFor = Duration.hours(1)

/** Reasons that the guards of other egresses have to know. */
const healths: Readonly<Record<string, Health>> = {
  blocked: "away",
  stillBlocked: "away",
  conduct: "stopped"
}

interface Pause {
  readonly group: string
  readonly egress: string
  readonly because: string
  /** Milliseconds until the pause ends; negative after its end. */
  readonly left: number
}

/** The health of an egress whose guard has this pause. */
export const healthIn = ({ because, left }: Pick<Pause, "because" | "left">): Health => {
  const health = healths[because]
  if (health === undefined || -left >= Duration.toMillis(returnsFor)) return "healthy"
  return left > 0 ? health : "returning"
}

export class EgressHealth extends Context.Service<
  EgressHealth,
  { readonly of: (group: string) => HealthOf }
>()("@rcpt/service/probing/egress/EgressHealth") {}

/** Times of pauses are of the clock of the node that stored them, so the difference to its own "now" is what counts. */
const pauses = SqlClient.SqlClient.use(
  (sql) => sql<Pause>`
    select mx_group as "group", egress, pace -> 'pause' ->> 'because' as because,
      ((pace -> 'pause' ->> 'until')::float8 - (pace -> 'storedAt' ->> 'node')::float8)
        - (extract(epoch from now()) * 1000 - (pace -> 'storedAt' ->> 'database')::float8) as left
    from mx_guard
    where pace -> 'pause' ->> 'because' in ('blocked', 'stillBlocked', 'conduct')`
)

export const layer: Layer.Layer<EgressHealth, never, Config | SqlClient.SqlClient> = Layer.effect(
  EgressHealth,
  Effect.gen(function* () {
    const { egresses } = yield* Config
    if (egresses.length === 1) return { of: () => allHealthy }
    const clock = yield* Clock.Clock
    let known: ReadonlyMap<
      string,
      ReadonlyMap<string, Pause & { readonly readAt: number }>
    > = new Map()
    const read = Effect.gen(function* () {
      const rows = yield* pauses
      const readAt = clock.currentTimeMillisUnsafe()
      const groups = Map.groupBy(rows, ({ group }) => group)
      known = new Map(
        [...groups].map(([group, those]) => [
          group,
          new Map(those.map((pause) => [pause.egress, { ...pause, readAt }]))
        ])
      )
    }).pipe(
      readTimeout(readWaitMax),
      // The last known health is the best guess. Guards keep their paces whatever this one says.
      Effect.catchCause((cause) =>
        Effect.logDebug("The health of egresses could not be read", cause)
      )
    )
    yield* read
    yield* Effect.forkScoped(Effect.repeat(read, alignedSchedule(readEvery)))
    return EgressHealth.of({
      of: (group) => {
        const ofGroup = known.get(group)
        if (ofGroup === undefined) return allHealthy
        return (egress) => {
          const pause = ofGroup.get(egress)
          if (pause === undefined) return "healthy"
          const { because, left, readAt } = pause
          return healthIn({ because, left: left - (clock.currentTimeMillisUnsafe() - readAt) })
        }
      }
    })
  })
)
