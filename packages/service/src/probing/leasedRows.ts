/**
 * The rows that a guard has leased, while it drains the probe queue of a group (drainQueue.ts), and the ways
 * in which they leave it other than by their results.
 */
import { Duration, Effect, Fiber } from "effect"

import { NodeLease } from "../platform/NodeLease.ts"
import type { SettledProbe } from "./ProbeResults.ts"
import type { LostLease } from "./queue/lostLeases.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"
import type { LeasedRow } from "./queue/ProbeRow.ts"
import { settleResults } from "./settleResults.ts"
import { Suspects } from "./Suspects.ts"

/** A node that stops has 15 s in all. */
const handBackWaitMax = Duration.seconds(2)

/** A row whose mail host belongs to another group than it did when the row was queued. */
interface StrayRow {
  readonly row: LeasedRow
  readonly group: string
}

/** The state of the draining fiber. Times are epoch milliseconds. */
export interface DrainState {
  /** Who leases the rows. */
  holder: string
  /** All rows that this guard has leased: those being probed, and those done but not settled. */
  readonly leased: Map<LeasedRow, Fiber.Fiber<void>>
  /** How many rows are being probed. */
  probing: number
  done: Array<SettledProbe>
  strays: Array<StrayRow>
  nextPullAt: number
  settledAt: number
}

/** Rows that are no longer this guard's. */
export const forget = (state: DrainState, rows: Iterable<LeasedRow>) =>
  Effect.map(Suspects, ({ giveBack }) => {
    for (const row of rows) if (state.leased.delete(row)) giveBack(row)
  })

/** Rows that cannot be moved now are moved in a later round. */
export const moveStrays = (state: DrainState) =>
  Effect.gen(function* () {
    const queue = yield* ProbeQueue
    for (const [group, those] of Map.groupBy(state.strays, (stray) => stray.group)) {
      const rows = those.map(({ row }) => row)
      yield* queue.move(rows, group)
      yield* forget(state, rows)
      // More may have come meanwhile.
      state.strays = state.strays.filter((stray) => !those.includes(stray))
    }
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("Rows could not be moved", cause)))

/** Other nodes have the rows: what this one does with them counts no more. */
export const dropLost = Effect.fnUntraced(function* (state: DrainState) {
  const { holder } = yield* NodeLease
  if (holder() === state.holder) return
  yield* Fiber.interruptAll(state.leased.values())
  state.holder = holder()
  yield* forget(state, state.leased.keys())
  state.done = []
  state.strays = []
  state.probing = 0
})

const pullsOf = ({ holder, leased }: DrainState): ReadonlyArray<LostLease> =>
  [...new Set([...leased.keys()].map(({ lease }) => lease))].map((lease) => ({ holder, lease }))

/** A guard that moves to another node: what is known is settled, and the new guard need not wait for the rest. */
export const handBack = (state: DrainState) =>
  Effect.gen(function* () {
    const { done } = state
    if (done.length > 0) yield* settleResults(done)
    yield* forget(
      state,
      done.map(({ row }) => row)
    )
    yield* (yield* ProbeQueue).release([...state.leased.keys()])
  }).pipe(
    Effect.timeout(handBackWaitMax),
    Effect.catchCause((cause) =>
      Effect.andThen(
        Effect.logDebug("Rows could not be handed back", cause),
        ProbeQueue.use(({ releaseLost }) => releaseLost(pullsOf(state)))
      )
    ),
    Effect.andThen(forget(state, state.leased.keys()))
  )
