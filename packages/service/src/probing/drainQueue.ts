/**
 * Moves rows of bulk jobs from the probe queue through the `MxQueue` of one group, as fast as that has
 * room, until no row is due.
 *
 *   pull ──▶ probed ──▶ done ──▶ settled, many in one transaction
 *             │          ├──▶ greylisted: queued again, for later
 *             │          ├──▶ refused, with several egresses: queued again, while it shows whether others are served
 *             │          └──▶ no turn in time: queued again, behind newer rows
 *             └──▶ of another group by now, or its egress is blocked: moved to that queue
 *
 * Rows are leased to this node as long as it lives (platform/NodeLease.ts). While it may have been away for
 * too long, no session takes one; once others have taken them, all work on them is dropped. One fiber does
 * all of it, and only while there is work, because a cluster has many guards.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import type { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { MailHostGroups } from "@rcpt/verifier/pacing/mailHostGroups"
import type { ProbeRequest } from "@rcpt/verifier/pacing/Probe"
import { Clock, Duration, Effect, Fiber, Schedule } from "effect"
import type { Scope } from "effect"

import { Config } from "../platform/Config.ts"
import type { Egresses } from "../platform/config/Egress.ts"
import { leases } from "../platform/leasedRows.ts"
import { NodeLease } from "../platform/NodeLease.ts"
import { isStopped, moveAfterRefusal, moveOf, refusalToKeep } from "./egress/chooseEgress.ts"
import { EgressHealth } from "./egress/EgressHealth.ts"
import { hostGroups } from "./hostGroups.ts"
import { ProbeResults } from "./ProbeResults.ts"
import type { ProbeFault, RefusedRow, SettledProbe } from "./ProbeResults.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"
import type { LeasedRow, ProbeQueueKey } from "./queue/ProbeRow.ts"
import { givenUpAfter } from "./queue/suspicion.ts"
import { Suspects } from "./Suspects.ts"

/** Probes at once: enough for several sessions at any provider, so that its queue is never empty. */
const probesMax = 100

/** The wait after which a row makes room for others: a provider may be paused for hours. */
const turnWaitMax = Duration.minutes(2)

/** The wait after its turn: the longest session that settings allow, and the way of its result. */
const resultWaitMax = Duration.minutes(6)

/**
 * Nothing takes longer, with 2 minutes to store results in a database that is away for a while. A row that a living node
 * has lost sight of is due again.
 */
const lease = leases.probe_queue.lasts

/** Results per transaction, and the longest that a result waits for it, in milliseconds. */
const settlementMax = 500
const settleWithin = 1_000

/** The time between two rounds, while rows are being probed. */
const roundEvery = Duration.millis(50)

/** Milliseconds between pulls after one that found no rows. A paused group costs no more than that. */
const pullAgainAfter = 1_000

/** The time for which a row that was not probed makes room for others. */
const unprobedDelay = Duration.seconds(30)

/**
 * With several egresses, a refused row waits for the answers to others. At the slow pace after refusals, these are up to
 * thirty; the guard remembers them for twice as long.
 */
const refusalKept = Duration.minutes(5)

/** Retries do not end: as long as the database is away, no other node can have the rows either. */
const retries = Schedule.spaced("1 second")

/** The reason is in the service and says nothing about the mailbox. */
const isUnprobed = ({ smtp, fault }: SettledProbe): boolean =>
  fault !== "givenUp" &&
  fault !== "blocked" &&
  !smtp.checked &&
  (smtp.reason === "smtp_throttled" || smtp.reason === "smtp_unavailable")

const isRefused = (probe: SettledProbe): probe is RefusedRow => probe.refusal !== undefined

const isGreylisted = (smtp: SmtpEvidence): boolean => smtp.status === "greylisted"

/** Queues greylisted rows for their next retry, and returns those that have a final result. */
const deferGreylisted = Effect.fnUntraced(function* (probes: ReadonlyArray<SettledProbe>) {
  const greylisted = probes.filter(({ smtp }) => isGreylisted(smtp))
  if (greylisted.length === 0) return probes
  const queue = yield* ProbeQueue
  const { exhausted } = yield* queue.defer(greylisted.map(({ row }) => row))
  const final = new Set(exhausted.map(({ job, row }) => `${job} ${row}`))
  return probes.filter(({ smtp, row }) => !isGreylisted(smtp) || final.has(`${row.job} ${row.row}`))
})

/** A bug that one result meets shall not keep the others from being stored. */
const settleFinal = (
  final: ReadonlyArray<SettledProbe>
): Effect.Effect<void, StoreUnavailable, ProbeQueue | ProbeResults> =>
  ProbeResults.use(({ settle }) => settle(final)).pipe(
    unavailable,
    Effect.catchDefect((defect) =>
      final.length > 1
        ? Effect.forEach(final, (one) => settleFinal([one]), { discard: true })
        : Effect.andThen(
            Effect.logError("The result of a probe could not be stored", defect),
            ProbeQueue.use(({ releaseFailed }) =>
              releaseFailed(
                final.map(({ row }) => row),
                unprobedDelay
              )
            )
          )
    )
  )

/** Repeats what stores results as long as the database is away. */
const untilStored = <R>(
  storing: Effect.Effect<void, StoreUnavailable, R>
): Effect.Effect<void, never, R> =>
  storing.pipe(
    unavailable,
    Effect.retry({ schedule: retries }),
    Effect.catchCause((cause) => Effect.logWarning("Results of probes could not be stored", cause))
  )

/** Settles rows with what is known of them: a greylisted one has no further retry. */
export const settleAsTheyAre = (
  probes: ReadonlyArray<SettledProbe>
): Effect.Effect<void, never, ProbeQueue | ProbeResults> => untilStored(settleFinal(probes))

/**
 * Settles probed rows: most have a result, a greylisted one is queued for a retry, and one that was not
 * probed in time is released.
 */
export const settleResults = (
  probes: ReadonlyArray<SettledProbe>
): Effect.Effect<void, never, ProbeQueue | ProbeResults> =>
  Effect.gen(function* () {
    const queue = yield* ProbeQueue
    for (const [fault, of] of Map.groupBy(probes.filter(isUnprobed), (probe) => probe.fault)) {
      const rows = of.map(({ row }) => row)
      yield* fault === "brokeOff"
        ? queue.releaseFailed(rows, unprobedDelay)
        : queue.release(rows, fault === "unsent" ? Duration.zero : unprobedDelay)
    }
    const refused = probes.filter(isRefused)
    if (refused.length > 0) yield* queue.hold(refused, refusalKept)
    const probed = probes.filter((probe) => !isUnprobed(probe) && !isRefused(probe))
    const final = yield* deferGreylisted(probed)
    if (final.length > 0) yield* settleFinal(final)
  }).pipe(untilStored)

/** A node that stops has 15 s in all. */
const handBackWaitMax = Duration.seconds(2)

/** A row that belongs to another queue than it did when it was queued. */
interface StrayRow {
  readonly row: LeasedRow
  readonly to: ProbeQueueKey
}

/** The state of the draining fiber. Times are epoch milliseconds. */
interface DrainState {
  /** The holder that leases the rows. */
  holder: string
  /** All rows that this guard has leased: those being probed, and those done but not settled. */
  readonly leased: Map<LeasedRow, Fiber.Fiber<void>>
  /** The number of rows that are being probed. */
  probing: number
  done: Array<SettledProbe>
  strays: Array<StrayRow>
  nextPullAt: number
  settledAt: number
}

/** Forgets rows that are no longer this guard's. */
const forget = (state: DrainState, rows: Iterable<LeasedRow>) =>
  Effect.map(Effect.all([ProbeQueue, Suspects]), ([{ letGo }, { giveBack }]) => {
    for (const row of rows) {
      if (!state.leased.delete(row)) continue
      letGo([row])
      giveBack(row)
    }
  })

/** Moves strays to their queues. Rows that cannot be moved now are moved in a later round. */
const moveStrays = (state: DrainState) =>
  Effect.gen(function* () {
    const queue = yield* ProbeQueue
    const queueOf = ({ to: { group, egress } }: StrayRow) => `${group} ${egress}`
    for (const those of Map.groupBy(state.strays, queueOf).values()) {
      const rows = those.map(({ row }) => row)
      yield* queue.move(rows, those[0]!.to)
      yield* forget(state, rows)
      // More may have come meanwhile.
      state.strays = state.strays.filter((stray) => !those.includes(stray))
    }
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("Rows could not be moved", cause)))

/** Drops all work once other nodes have the rows: then nothing that this one does with them counts. */
const dropLost = Effect.fnUntraced(function* (state: DrainState) {
  const { holder } = yield* NodeLease
  if (holder() === state.holder) return
  yield* Fiber.interruptAll(state.leased.values())
  state.holder = holder()
  yield* forget(state, state.leased.keys())
  state.done = []
  state.strays = []
  state.probing = 0
})

/** Settles what is known when a guard moves to another node, and hands back the rest for the new guard. */
const handBack = (state: DrainState) =>
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
    Effect.catchCause((cause) => Effect.logDebug("Rows could not be handed back", cause)),
    Effect.andThen(forget(state, state.leased.keys()))
  )

export interface DrainOptions extends ProbeQueueKey {
  readonly probe: (request: ProbeRequest) => Effect.Effect<SmtpEvidence>
  /** When the group may be asked again after today's cap of a new address, in epoch milliseconds; 0 means now. */
  readonly opensAt: () => number
  /** When the group last gave an ordinary answer, in epoch milliseconds; 0: not lately. */
  readonly servedAt: () => number
}

interface Drain extends DrainOptions {
  readonly groups: MailHostGroups
  readonly egresses: Egresses
  readonly health: EgressHealth["Service"]
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

/** The egress that the row has to be moved to, if its own is blocked or may be. */
const egressOfStray = (
  { egresses, health, group, egress, servedAt }: Drain,
  { question: { address, refusal } }: LeasedRow
) => {
  const waiting = { domain: address.domain, group, egress }
  return refusal?.by.at(-1) === egress
    ? moveAfterRefusal(waiting, refusal, servedAt(), egresses, health.of(group))
    : moveOf(waiting, egresses, health.of(group))
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
  Effect.map(
    Effect.all([NodeLease, Clock.currentTimeMillis]),
    ([{ isHeld }, now]): SettledProbe => {
      const { group, egress, egresses } = drain
      const fault = faultOf(smtp, isHeld() && !drain.isClosing())
      const before = { group, egress, refusal: row.question.refusal }
      const refusal = refusalToKeep(before, smtp, egresses, now)
      return { row, smtp, ...(fault && { fault }), ...(refusal && { refusal }) }
    }
  )

const givenUp = (row: LeasedRow): SettledProbe => ({
  row,
  smtp: notChecked("smtp_unavailable"),
  fault: "givenUp"
})

/** Ends with the row among those that are done, or that belong elsewhere: also after a defect. */
const workRow = (drain: Drain, state: DrainState, row: LeasedRow) =>
  Effect.gen(function* () {
    if (row.failures >= givenUpAfter) return void state.done.push(givenUp(row))
    const { group, egress } = drain
    const otherGroup = yield* groupOfStray(drain, row)
    if (otherGroup !== undefined)
      return void state.strays.push({ row, to: { group: otherGroup, egress } })
    const otherEgress = egressOfStray(drain, row)
    if (otherEgress !== undefined)
      return void state.strays.push({ row, to: { group, egress: otherEgress } })
    const { refusal } = row.question
    if (refusal?.by.at(-1) === egress) return void state.done.push({ row, smtp: refusal.smtp })
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
    // Rows that would not get their turn are left where they are: tomorrow's share may be hours away.
    if (drain.opensAt() > now + Duration.toMillis(turnWaitMax)) return
    if (isStopped(drain, drain.egresses, drain.health.of(drain.group))) return
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
    // More may be due, even after fewer rows than the limit: see pullRows.ts.
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

type Services = EgressHealth | NodeLease | ProbeQueue | ProbeResults | Suspects

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
  const { egresses } = yield* Config
  const health = yield* EgressHealth
  const isClosing = () => scope.state._tag === "Closed"
  const draining = new Set<string>()
  return (group) =>
    Effect.suspend(() => {
      if (draining.has(group)) return Effect.void
      draining.add(group)
      return run({ ...optionsOf(group), groups, egresses, health, isClosing }, scope).pipe(
        Effect.ensuring(Effect.sync(() => void draining.delete(group))),
        Effect.provideContext(context),
        Effect.forkIn(scope),
        Effect.asVoid
      )
    })
})
