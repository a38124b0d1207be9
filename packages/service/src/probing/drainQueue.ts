/**
 * Moves rows of bulk jobs from the probe queue through the `MxQueue` of one group, as fast as that has
 * room, until no row is due.
 *
 *   pull ──▶ probed ──▶ done ──▶ settled, many in one transaction
 *                        ├──▶ greylisted: queued again, for later
 *                        └──▶ no turn in time: queued again, behind newer rows
 *
 * Rows are leased, and the leases renewed while the node has them: those of a dead node expire. One
 * fiber does all of it, and only while there is work, because a cluster has many guards.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { MxQueue } from "@rcpt/verifier/pacing/MxQueue"
import { Clock, Duration, Effect } from "effect"
import type { Fiber, Scope } from "effect"

import { nodeName } from "../platform/nodeName.ts"
import type { SettledProbe, ProbeResults } from "./ProbeResults.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"
import type { LeasedRow, ProbeQueueKey, QueuedProbe } from "./queue/ProbeRow.ts"
import { settleResults } from "./settleResults.ts"

/** Probes at once: enough for several sessions at any provider, so that its queue is never empty. */
const probesMax = 100

/** After this wait a row makes room for others: a provider may be paused for hours. */
const turnWaitMax = Duration.minutes(2)

/** After its turn: the longest session that settings allow, and the way of its result. */
const resultWaitMax = Duration.minutes(6)

const lease = Duration.minutes(1)
/** Milliseconds. Two renewals may fail before a lease ends. */
const renewEvery = 20_000

/** Results per transaction, and the longest that a result waits for it, in milliseconds. */
const settlementMax = 500
const settleWithin = 1_000

/** Between two rounds, while rows are being probed. */
const roundEvery = Duration.millis(50)

/** Milliseconds between pulls after one that found no rows. A paused group costs no more than that. */
const pullAgainAfter = 1_000

export interface DrainOptions extends ProbeQueueKey {
  readonly mxQueueFor: (question: QueuedProbe) => Effect.Effect<MxQueue>
}

/** The state of the draining fiber. Times are epoch milliseconds. */
interface DrainState {
  /** All rows that this guard has leased: those being probed, and those done but not settled. */
  readonly leased: Set<LeasedRow>
  /** How many rows are being probed. */
  probing: number
  done: Array<SettledProbe>
  nextPullAt: number
  settledAt: number
  renewedAt: number
}

const probeRow = Effect.fnUntraced(function* (
  { mxQueueFor }: DrainOptions,
  state: DrainState,
  row: LeasedRow
) {
  const { question, account, firstAskedAt } = row
  const mxQueue = yield* mxQueueFor(question)
  const waitUntil = (yield* Clock.currentTimeMillis) + Duration.toMillis(turnWaitMax)
  const deadline = waitUntil + Duration.toMillis(resultWaitMax)
  const deferred = firstAskedAt === undefined ? {} : { deferredAt: firstAskedAt }
  const smtp = yield* mxQueue
    .probe({ ...question, ...deferred, account, waitUntil, deadline, urgency: "bulk" })
    .pipe(
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError("Probing a row failed", defect), notChecked("smtp_unavailable"))
      )
    )
  state.probing -= 1
  state.done.push({ row, smtp })
})

/** Pulls rows, when there is room for them and some may be due. */
const pull = (options: DrainOptions, state: DrainState, scope: Scope.Scope, now: number) =>
  Effect.gen(function* () {
    const limit = probesMax - state.probing
    if (limit <= probesMax / 2 || now < state.nextPullAt) return
    state.nextPullAt = now + pullAgainAfter
    const queue = yield* ProbeQueue
    const { group, egress } = options
    const rows = yield* queue.pull({ group, egress, limit, node: nodeName, lease })
    for (const row of rows) {
      state.leased.add(row)
      state.probing += 1
      yield* Effect.forkIn(probeRow(options, state, row), scope)
    }
    // More may be due, even after fewer rows than the limit: see pullFairly.ts.
    if (rows.length > 0) state.nextPullAt = now
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("No rows could be pulled", cause)))

const settleDue = Effect.fnUntraced(function* (state: DrainState, now: number) {
  const { done } = state
  const isDue =
    done.length >= settlementMax || state.probing === 0 || now - state.settledAt >= settleWithin
  if (done.length === 0 || !isDue) return
  const batch = done.splice(0, settlementMax)
  yield* settleResults(batch)
  state.settledAt = now
  for (const { row } of batch) state.leased.delete(row)
})

const renewDue = (state: DrainState, now: number) =>
  Effect.gen(function* () {
    if (state.leased.size === 0 || now - state.renewedAt < renewEvery) return
    state.renewedAt = now
    yield* (yield* ProbeQueue).renew([...state.leased], lease)
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("Leases could not be renewed", cause)))

/** Returns when no row is due and none is leased. */
const drain = Effect.fnUntraced(function* (options: DrainOptions, scope: Scope.Scope) {
  const startedAt = yield* Clock.currentTimeMillis
  const state: DrainState = {
    leased: new Set(),
    probing: 0,
    done: [],
    nextPullAt: startedAt,
    settledAt: startedAt,
    renewedAt: startedAt
  }
  while (true) {
    const now = yield* Clock.currentTimeMillis
    yield* pull(options, state, scope, now)
    yield* settleDue(state, now)
    yield* renewDue(state, now)
    if (state.leased.size === 0) return
    yield* Effect.sleep(roundEvery)
  }
})

/** Returns an effect that starts draining, unless it is running already. */
export const makeDrain = Effect.fnUntraced(function* (
  options: DrainOptions
): Effect.fn.Return<Effect.Effect<void>, never, Scope.Scope | ProbeQueue | ProbeResults> {
  const context = yield* Effect.context<ProbeQueue | ProbeResults>()
  const scope = yield* Effect.scope
  let running: Fiber.Fiber<void> | undefined
  const stopped = Effect.sync(() => {
    running = undefined
  })
  const start = drain(options, scope).pipe(
    Effect.ensuring(stopped),
    Effect.provideContext(context),
    Effect.forkIn(scope)
  )
  return Effect.suspend(() =>
    running === undefined
      ? Effect.map(start, (fiber) => {
          running = fiber
        })
      : Effect.void
  )
})
