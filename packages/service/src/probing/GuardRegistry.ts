/**
 * The guards on this node, and the one fiber that publishes their status for operators. A fiber per
 * guard would be ten thousand timers for ten thousand guards.
 */
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import type { MxQueue } from "@rcpt/verifier/pacing/MxQueue"
import type { QueueStatus } from "@rcpt/verifier/pacing/QueueStatus"
import { Context, Duration, Effect, Layer } from "effect"
import type { Scope } from "effect"

import { metricTable } from "../platform/metrics/metricTable.ts"
import { atScrape } from "../platform/metrics/scrape.ts"
import { nodeName } from "../platform/nodeName.ts"
import { GuardRecords } from "./GuardRecords.ts"
import type { ProbeQueueKey } from "./queue/ProbeRow.ts"

/** The greatest age of a published status. */
const publishEvery = Duration.seconds(2)

/** Rows of one statement. */
const rowsPerStatement = 500

interface RegisteredGuard {
  readonly key: ProbeQueueKey
  readonly mxQueue: MxQueue
  /** The status published last, as JSON. */
  published: string
  /** The guard was idle at the last publication. While it stays idle, its status does not change. */
  wasIdle: boolean
}

export class GuardRegistry extends Context.Service<
  GuardRegistry,
  {
    /** Adds the queue of a guard until the scope closes. */
    readonly register: (
      key: ProbeQueueKey,
      mxQueue: MxQueue
    ) => Effect.Effect<void, never, Scope.Scope>
    readonly all: Effect.Effect<ReadonlyArray<ProbeQueueKey & { readonly status: QueueStatus }>>
  }
>()("@rcpt/service/probing/GuardRegistry") {}

const { mxGroups, mxWaiting, mxOpen, mxPace, mxUnread } = metricTable

/**
 * The guards of this process as metrics, added up by provider. A group that is not a provider's is named
 * after a domain, or by an address: it counts as `other`.
 */
const setGauges = (guards: ReadonlyArray<{ readonly status: QueueStatus }>): void => {
  const statuses = guards.map(({ status }) => status)
  mxGroups.set(statuses.map(({ group, circuit }) => [{ provider: group, circuit }, 1]))
  mxOpen.set(statuses.map(({ group, open }) => [{ provider: group }, open]))
  mxUnread.set(statuses.map(({ group, unread }) => [{ provider: group }, unread?.count ?? 0]))
  mxWaiting.set(
    statuses.flatMap(({ group, waiting: { realTime, bulk } }) => [
      [{ provider: group, urgency: "realTime" }, realTime],
      [{ provider: group, urgency: "bulk" }, bulk]
    ])
  )
  mxPace.set(
    statuses.flatMap(({ group, startsPerSecond }) =>
      startsPerSecond === undefined ? [] : [[{ provider: group }, startsPerSecond]]
    )
  )
}

export const layer: Layer.Layer<GuardRegistry, never, GuardRecords> = Layer.effect(
  GuardRegistry,
  Effect.gen(function* () {
    const records = yield* GuardRecords
    const guards = new Set<RegisteredGuard>()

    const all = Effect.suspend(() =>
      Effect.forEach(guards, ({ key, mxQueue }) =>
        Effect.map(mxQueue.status, (status) => ({ ...key, status }))
      )
    )

    const changeOf = Effect.fnUntraced(function* (guard: RegisteredGuard) {
      const isIdle = guard.mxQueue.isIdle()
      if (isIdle && guard.wasIdle) return []
      guard.wasIdle = isIdle
      const status = yield* guard.mxQueue.status
      const text = JSON.stringify(status)
      if (text === guard.published) return []
      guard.published = text
      return [{ ...guard.key, node: nodeName, status }]
    })

    const publishAll = Effect.gen(function* () {
      const changed = (yield* Effect.forEach(guards, changeOf)).flat()
      for (let i = 0; i < changed.length; i += rowsPerStatement) {
        yield* records.show(changed.slice(i, i + rowsPerStatement))
      }
    }).pipe(
      Effect.catchCause((cause) =>
        Effect.logDebug("The status of guards could not be published", cause)
      )
    )

    yield* atScrape(Effect.map(all, setGauges))
    yield* Effect.forkScoped(Effect.repeat(publishAll, alignedSchedule(publishEvery)))

    return GuardRegistry.of({
      all,
      register: (key, mxQueue) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => {
              const guard: RegisteredGuard = { key, mxQueue, published: "", wasIdle: false }
              guards.add(guard)
              return guard
            }),
            (guard) => Effect.sync(() => guards.delete(guard))
          )
        )
    })
  })
)
