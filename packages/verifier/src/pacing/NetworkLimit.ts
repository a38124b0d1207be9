/**
 * The ceiling of all mail hosts in one network. Each address has a pace of its own, but the addresses of
 * a hosting company are guarded together: two hundred polite queues are a flood at its firewall.
 */
import { Clock, Effect, RcMap } from "effect"
import type { Fiber, Scope } from "effect"

import { Alarm } from "./Alarm.ts"
import type { Connections } from "./ConnectionLimit.ts"
import { networkConnectionsMax, networkStartsPerSecondMax } from "./limits.ts"
import { isAddressGroup, neighbourhoodOf } from "./mailHostGroups.ts"

const startInterval = 1_000 / networkStartsPerSecondMax

export class NetworkLimit implements Connections {
  readonly #connections: Connections
  readonly #clock: Clock.Clock
  readonly #alarm: Alarm
  #openCount = 0
  /** Epoch milliseconds. */
  #nextStartAt = 0
  /** In the order in which they found no free connection. */
  readonly #callbacks = new Set<() => void>()

  constructor(
    connections: Connections,
    clock: Clock.Clock,
    fork: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
  ) {
    this.#connections = connections
    this.#clock = clock
    this.#alarm = new Alarm(clock, fork, () => this.#callBack())
  }

  get isHalfFree(): boolean {
    return this.#openCount * 2 <= networkConnectionsMax && this.#connections.isHalfFree
  }

  acquire(whenFree: () => void): boolean {
    if (!this.#mayStart()) {
      this.#callbacks.add(whenFree)
      this.#setAlarm()
      return false
    }
    this.#callbacks.delete(whenFree)
    if (!this.#connections.acquire(whenFree)) return false
    this.#openCount += 1
    this.#nextStartAt = Math.max(this.#nextStartAt, this.#now()) + startInterval
    return true
  }

  release(): void {
    this.#openCount -= 1
    this.#connections.release()
    this.#callBack()
  }

  cancel(whenFree: () => void): void {
    this.#callbacks.delete(whenFree)
    this.#connections.cancel(whenFree)
    this.#setAlarm()
  }

  #now(): number {
    return this.#clock.currentTimeMillisUnsafe()
  }

  #mayStart(): boolean {
    return this.#openCount < networkConnectionsMax && this.#now() >= this.#nextStartAt
  }

  /** A queue that is called back and takes no connection leaves it to the next one. */
  #callBack(): void {
    for (const callback of this.#callbacks) {
      if (!this.#mayStart()) break
      this.#callbacks.delete(callback)
      callback()
    }
    this.#setAlarm()
  }

  /** While all connections are open, the end of one of them is what calls back. */
  #setAlarm(): void {
    const waits = this.#callbacks.size > 0 && this.#openCount < networkConnectionsMax
    this.#alarm.set(waits ? this.#nextStartAt : undefined)
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
    lookup: (_network: string) => Effect.sync(() => new NetworkLimit(connections, clock, fork))
  })
  return (group) =>
    isFixed || !isAddressGroup(group)
      ? Effect.succeed(connections)
      : RcMap.get(limits, neighbourhoodOf(group))
})
