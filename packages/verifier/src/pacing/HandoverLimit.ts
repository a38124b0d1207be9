/**
 * Limits connections to mail hosts whose last queue did not close its own, because its node was frozen, cut
 * off or died. Until those connections are certainly closed, the hosts get only one more.
 */
import { Clock, Duration, Effect } from "effect"
import type { Scope } from "effect"

import { Ceiling } from "./ConnectionLimit.ts"
import type { CeilingRule, Connections } from "./ConnectionLimit.ts"

/** Connections that the hosts get in addition to those of the last queue. */
const extraConnectionsMax = 1

/** After an outage of the database every node seems to be gone. Within this time, live nodes have reported again. */
const askedAgainAfter = Duration.seconds(3)

/**
 * Makes the limit. `openFor` says for how many milliseconds from now connections of the last queue may still be
 * open. It is asked again once, and its second answer replaces the first.
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
    mayStart: (openCount, now) => now >= until || openCount < extraConnectionsMax,
    mayStartAt: (openCount) => (openCount < extraConnectionsMax ? undefined : until),
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
