/**
 * The ceiling of mail hosts whose last queue did not close its connections: its node was frozen or cut
 * off, or has died. Until they are surely closed, those hosts get one connection of ours beside them.
 */
import { Clock, Duration, Effect } from "effect"
import type { Scope } from "effect"

import { Ceiling } from "./Ceiling.ts"
import type { CeilingRule } from "./Ceiling.ts"
import type { Connections } from "./ConnectionLimit.ts"

const besidesMax = 1

/**
 * After an outage of its database every node seems to be gone, until it has been heard of again. By then
 * those that are alive have been.
 */
const askedAgainAfter = Duration.seconds(3)

/**
 * `openFor`: how long connections of the last queue may still be open, in milliseconds from now. It is asked
 * again once, and may take back what it said.
 */
export const makeHandoverLimit = Effect.fnUntraced(function* (
  connections: Connections,
  openFor: Effect.Effect<number>
): Effect.fn.Return<Connections, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const ask = Effect.map(openFor, (millis) =>
    millis === 0 ? -Infinity : clock.currentTimeMillisUnsafe() + millis
  )
  let until = yield* ask
  if (until === -Infinity) return connections
  const rule: CeilingRule = {
    mayStart: (openCount, now) => now >= until || openCount < besidesMax,
    mayStartAt: (openCount) => (openCount < besidesMax ? undefined : until),
    isHalfFree: (_, now) => now >= until
  }
  const fork = Effect.runForkWith(yield* Effect.context())
  const ceiling = new Ceiling(rule, connections, clock, fork)
  const askAgain = Effect.map(Effect.delay(ask, askedAgainAfter), (answer) => {
    until = answer
    ceiling.callBack()
  })
  yield* Effect.forkScoped(askAgain)
  return ceiling
})
