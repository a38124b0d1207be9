/**
 * The ceiling of all mail hosts in one network. Each address has a pace of its own, but the addresses of
 * a hosting company are guarded together: two hundred polite queues are a flood at its firewall.
 */
import { Clock, Effect, RcMap } from "effect"
import type { Scope } from "effect"

import { Ceiling } from "./Ceiling.ts"
import type { CeilingRule } from "./Ceiling.ts"
import type { Connections } from "./ConnectionLimit.ts"
import { networkConnectionsMax, networkStartsPerSecondMax } from "./limits.ts"
import { isAddressGroup, neighbourhoodOf } from "./mailHostGroups.ts"

const startInterval = 1_000 / networkStartsPerSecondMax

/** One start after the other, and no more open at once than the ceiling. */
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

/** Where the queue of a group gets its connections, for as long as its scope is open. */
export type ConnectionsOf = (group: string) => Effect.Effect<Connections, never, Scope.Scope>

/** A ceiling per network for groups that are addresses; none where the operator has set the pace. */
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
