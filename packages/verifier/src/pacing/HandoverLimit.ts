/**
 * The ceiling of mail hosts whose last queue did not close its connections: its node was frozen or cut
 * off, or has died. Until they are surely closed, those hosts get one connection of ours beside them.
 */
import { Clock, Effect } from "effect"
import type { Scope } from "effect"

import { Ceiling } from "./Ceiling.ts"
import type { CeilingRule } from "./Ceiling.ts"
import type { Connections } from "./ConnectionLimit.ts"

const besidesMax = 1

const before = (until: number): CeilingRule => ({
  mayStart: (openCount, now) => now >= until || openCount < besidesMax,
  mayStartAt: (openCount) => (openCount < besidesMax ? undefined : until),
  isHalfFree: (_, now) => now >= until
})

/** `until`: epoch milliseconds. */
export const makeHandoverLimit = Effect.fnUntraced(function* (
  connections: Connections,
  until: number
): Effect.fn.Return<Connections, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(yield* Effect.context())
  return new Ceiling(before(until), connections, clock, fork)
})
