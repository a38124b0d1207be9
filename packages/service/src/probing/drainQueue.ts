/**
 * Moves rows of bulk jobs from the probe queue through the `MxQueue` of one group, as fast as that has
 * room, until no row is due.
 *
 *   pull ──▶ probed ──▶ done ──▶ settled, many in one transaction
 *             │          ├──▶ greylisted: queued again, for later
 *             │          └──▶ no turn in time: queued again, behind newer rows
 *             └──▶ of another group by now: moved to its queue
 *
 * Rows are leased to this node as long as it lives (platform/NodeLease.ts). While it may have been away for
 * too long, no session takes one; once others have taken them, all work on them is dropped. One fiber does
 * all of it, and only while there is work, because a cluster has many guards.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { MailHostGroups } from "@rcpt/verifier/pacing/mailHostGroups"
import type { ProbeRequest } from "@rcpt/verifier/pacing/PendingProbe"
import { Clock, Duration, Effect } from "effect"
import type { Scope } from "effect"

import type { Config } from "../platform/Config.ts"
import { NodeLease } from "../platform/NodeLease.ts"
import { hostGroups } from "./hostGroups.ts"
import { dropLost, forget, handBack, moveStrays } from "./leasedRows.ts"
import type { DrainState } from "./leasedRows.ts"
import type { ProbeFault, SettledProbe, ProbeResults } from "./ProbeResults.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"
import type { LeasedRow, ProbeQueueKey } from "./queue/ProbeRow.ts"
import { givenUpAfter } from "./queue/suspicion.ts"
import { settleResults } from "./settleResults.ts"
import { Suspects } from "./Suspects.ts"

/** Probes at once: enough for several sessions at any provider, so that its queue is never empty. */
const probesMax = 100

/** After this wait a row makes room for others: a provider may be paused for hours. */
const turnWaitMax = Duration.minutes(2)

/** After its turn: the longest session that settings allow, and the way of its result. */
const resultWaitMax = Duration.minutes(6)

/** For storing results in a database that is away for a while. */
const settleWaitMax = Duration.minutes(2)

/** Nothing takes longer: a row that a living node has lost sight of is due again. */
const lease = Duration.sum(Duration.sum(turnWaitMax, resultWaitMax), settleWaitMax)

/** Results per transaction, and the longest that a result waits for it, in milliseconds. */
const settlementMax = 500
const settleWithin = 1_000

/** Between two rounds, while rows are being probed. */
const roundEvery = Duration.millis(50)

/** Milliseconds between pulls after one that found no rows. A paused group costs no more than that. */
const pullAgainAfter = 1_000

export interface DrainOptions extends ProbeQueueKey {
  readonly probe: (request: ProbeRequest) => Effect.Effect<SmtpEvidence>
}

interface Drain extends DrainOptions {
  readonly groups: MailHostGroups
  /** The guard ends: what it does not finish is no fault of a row. */
  readonly isClosing: () => boolean
}

/**
 * The group that the row has to be moved to, if there is one. Its host may have another address by now,
 * or had none when the row was queued. It moves once: answers that differ between the resolvers of two
 * nodes must not send it to and fro.
 */
const groupOfStray = ({ groups, group }: Drain, { question }: LeasedRow) => {
  const [first] = question.hosts
  return first === undefined || question.isMoved === true
    ? Effect.undefined
    : Effect.map(groups.known(first.host), (known) => (known === group ? undefined : known))
}

/** A session that ends without any evidence was broken off by a defect. */
const faultOf = (smtp: SmtpEvidence, isUp: boolean): ProbeFault | undefined => {
  if (smtp.checked) return undefined
  if (!isUp) return "unsent"
  if (smtp.isBlocked === true) return "blocked"
  return smtp.reason === "smtp_unavailable" ? "brokeOff" : undefined
}

const probeRow = Effect.fnUntraced(function* (drain: Drain, row: LeasedRow) {
  const { isHeld } = yield* NodeLease
  const { question, account, firstAskedAt } = row
  const waitUntil = (yield* Clock.currentTimeMillis) + Duration.toMillis(turnWaitMax)
  const deadline = waitUntil + Duration.toMillis(resultWaitMax)
  const deferred = firstAskedAt === undefined ? {} : { deferredAt: firstAskedAt }
  const { address, hosts, catchAll, queuedAt } = question
  return yield* drain.probe({
    address,
    hosts,
    catchAll,
    account,
    waitUntil,
    deadline,
    queuedAt,
    ...deferred,
    urgency: "bulk",
    isWanted: isHeld
  })
})

const settledAs = (drain: Drain, row: LeasedRow, smtp: SmtpEvidence) =>
  Effect.map(NodeLease, ({ isHeld }): SettledProbe => {
    const fault = faultOf(smtp, isHeld() && !drain.isClosing())
    return { row, smtp, ...(fault && { fault }) }
  })

const givenUp = (row: LeasedRow): SettledProbe => ({
  row,
  smtp: notChecked("smtp_unavailable"),
  fault: "givenUp"
})

/** Ends with the row among those that are done, or that belong elsewhere: also after a defect. */
const workRow = (drain: Drain, state: DrainState, row: LeasedRow) =>
  Effect.gen(function* () {
    if (row.failures >= givenUpAfter) return void state.done.push(givenUp(row))
    const group = yield* groupOfStray(drain, row)
    if (group !== undefined) return void state.strays.push({ row, group })
    state.done.push(yield* settledAs(drain, row, yield* probeRow(drain, row)))
  }).pipe(
    Effect.catchDefect((defect) =>
      Effect.logError("Probing a row failed", defect).pipe(
        Effect.andThen(settledAs(drain, row, notChecked("smtp_unavailable"))),
        Effect.map((settled) => void state.done.push(settled))
      )
    ),
    Effect.andThen(
      Effect.sync(() => {
        state.probing -= 1
      })
    )
  )

/** Pulls rows, when there is room for them and some may be due. */
const pull = (drain: Drain, state: DrainState, scope: Scope.Scope, now: number) =>
  Effect.gen(function* () {
    const limit = probesMax - state.probing
    const { isHeld } = yield* NodeLease
    if (limit <= probesMax / 2 || now < state.nextPullAt || !isHeld()) return
    state.nextPullAt = now + pullAgainAfter
    const queue = yield* ProbeQueue
    const { group, egress } = drain
    const suspects = yield* Suspects
    const rows = [
      ...(yield* suspects.pull({ group, egress }, lease)),
      ...(yield* queue.pull({ group, egress, limit, holder: state.holder, lease }))
    ]
    for (const row of rows) {
      state.probing += 1
      state.leased.set(row, yield* Effect.forkIn(workRow(drain, state, row), scope))
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
  yield* forget(
    state,
    batch.map(({ row }) => row)
  )
})

/** Returns when no row is due and none is leased. */
const run = Effect.fnUntraced(function* (drain: Drain, scope: Scope.Scope) {
  const startedAt = yield* Clock.currentTimeMillis
  const { holder } = yield* NodeLease
  const state: DrainState = {
    holder: holder(),
    leased: new Map(),
    probing: 0,
    done: [],
    strays: [],
    nextPullAt: startedAt,
    settledAt: startedAt
  }
  const round = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    yield* dropLost(state)
    yield* pull(drain, state, scope, now)
    yield* moveStrays(state)
    yield* settleDue(state, now)
    if (state.leased.size > 0) yield* Effect.sleep(roundEvery)
  })
  yield* Effect.repeat(round, { while: () => state.leased.size > 0 }).pipe(
    Effect.onInterrupt(() => handBack(state))
  )
})

type Services = NodeLease | ProbeQueue | ProbeResults | Suspects

/** Returns what starts draining the queue of a group, unless it is being drained already. */
export const makeDrains = Effect.fnUntraced(function* (
  optionsOf: (group: string) => DrainOptions
): Effect.fn.Return<
  (group: string) => Effect.Effect<void>,
  never,
  Scope.Scope | Services | Config | Resolver
> {
  const context = yield* Effect.context<Services>()
  const scope = yield* Effect.scope
  const groups = yield* hostGroups
  const isClosing = () => scope.state._tag === "Closed"
  const draining = new Set<string>()
  return (group) =>
    Effect.suspend(() => {
      if (draining.has(group)) return Effect.void
      draining.add(group)
      return run({ ...optionsOf(group), groups, isClosing }, scope).pipe(
        Effect.ensuring(Effect.sync(() => void draining.delete(group))),
        Effect.provideContext(context),
        Effect.forkIn(scope),
        Effect.asVoid
      )
    })
})
