/**
 * Limits connections to all mail hosts in one network together. Each address has its own pace, but a hosting
 * company guards its addresses together: two hundred polite queues are a flood at its firewall.
 */
import { Clock, Effect, RcMap } from "effect"
import type { Scope } from "effect"

import { Ceiling } from "./ConnectionLimit.ts"
import type { CeilingRule, Connections } from "./ConnectionLimit.ts"
import { networkConnectionsMax, networkStartsPerSecondMax } from "./limits.ts"
import { isAddressGroup, neighbourhoodOf } from "./mailHostGroups.ts"

const startInterval = 1_000 / networkStartsPerSecondMax

/** The rule of a network: starts come one after the other, and only so many connections are open at once. */
const ofNetwork = (): CeilingRule => {
  let nextStartAt = 0
  return {
    mayStart: (openCount, now) => openCount < networkConnectionsMax && now >= nextStartAt,
    onStart: (now) => {
      nextStartAt = Math.max(nextStartAt, now) + startInterval
    },
    mayStartAt: (openCount) => (openCount < networkConnectionsMax ? nextStartAt : undefined),
    isHalfFree: (openCount) => openCount * 2 <= networkConnectionsMax
  }
}

/** Finds the limit of a group's connections, which holds as long as the scope is open. */
type ConnectionsOf = (group: string) => Effect.Effect<Connections, never, Scope.Scope>

/** Makes a limit per network for groups that are addresses. There is none if the operator has set the pace. */
export const makeNetworkLimits = Effect.fnUntraced(function* (
  connections: Connections,
  isFixed: boolean
): Effect.fn.Return<ConnectionsOf, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(yield* Effect.context())
  const limits = yield* RcMap.make({
    lookup: (_network: string) =>
      Effect.sync(() => new Ceiling(ofNetwork(), connections, clock, fork))
  })
  return (group) =>
    isFixed || !isAddressGroup(group)
      ? Effect.succeed(connections)
      : RcMap.get(limits, neighbourhoodOf(group))
})
