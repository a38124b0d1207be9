/**
 * Takes rows of bulk jobs out of the queue and through the line of one group, as fast as the line has
 * room, until no row is due.
 *
 *   pull ──▶ asked ──▶ answered ──▶ settled, many in one transaction
 *                         ├──▶ greylisted: the same row, later
 *                         └──▶ no turn in time: in line again, behind whoever came meanwhile
 *
 * Rows are leased, and the leases renewed while they are in hand: a node that dies returns them. One
 * fiber does all of it, and only while there is something to do: a cluster has many guards.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { MxLine } from "@rcpt/verifier/mx/MxLine"
import { Clock, Duration, Effect } from "effect"
import type { Fiber, Scope } from "effect"

import { nodeName } from "../nodeName.ts"
import { ProbeQueue } from "../probes/ProbeQueue.ts"
import type { LeasedRow, Line, ProbeQuestion } from "../probes/ProbeRow.ts"
import type { Outcome, ProbeOutcomes } from "./ProbeOutcomes.ts"
import { settleOutcomes } from "./settleOutcomes.ts"

/** Asked at once: some conversations' worth at any provider, so that the line is never empty. */
const askedAtOnce = 100

/** A row without a turn in this time makes room for others: a provider may be paused for hours. */
const turnWaitMax = Duration.minutes(2)

/** Behind its turn: the longest conversation that settings allow, and the answer on its way. */
const answerWaitMax = Duration.minutes(6)

const lease = Duration.minutes(1)
/** Milliseconds. Two may be lost. */
const renewEvery = 20_000

/** One transaction's worth, and the longest that an answer is kept from its owner, in milliseconds. */
const settledAtOnce = 500
const settledWithin = 1_000

/** While hands are full. */
const lookAgainAfter = Duration.millis(50)

/** Where no more rows were due: some may be by now. Milliseconds; a paused group costs no more. */
const pullAgainAfter = 1_000

export interface DrainOptions extends Line {
  readonly lineFor: (question: ProbeQuestion) => Effect.Effect<MxLine>
}

/** What the one fiber has in hand. */
interface Hand {
  /** All that we have a lease of: asked, or answered and not settled yet. */
  readonly leased: Set<LeasedRow>
  asking: number
  answered: Array<Outcome>
  /** In epoch milliseconds, as the two below. */
  pullAt: number
  settledAt: number
  renewedAt: number
}

const ask = Effect.fnUntraced(function* ({ lineFor }: DrainOptions, hand: Hand, row: LeasedRow) {
  const { question, account, firstAskedAt } = row
  const line = yield* lineFor(question)
  const waitUntil = (yield* Clock.currentTimeMillis) + Duration.toMillis(turnWaitMax)
  const deadline = waitUntil + Duration.toMillis(answerWaitMax)
  const deferred = firstAskedAt === undefined ? {} : { deferredAt: firstAskedAt }
  const smtp = yield* line
    .ask({ ...question, ...deferred, account, waitUntil, deadline, urgency: "bulk" })
    .pipe(
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError("A row failed", defect), notChecked("smtp_unavailable"))
      )
    )
  hand.asking -= 1
  hand.answered.push({ row, smtp })
})

/** Where there is room for rows, and may be some. */
const pull = (options: DrainOptions, hand: Hand, scope: Scope.Scope, now: number) =>
  Effect.gen(function* () {
    const limit = askedAtOnce - hand.asking
    if (limit <= askedAtOnce / 2 || now < hand.pullAt) return
    hand.pullAt = now + pullAgainAfter
    const queue = yield* ProbeQueue
    const { group, egress } = options
    const rows = yield* queue.pull({ group, egress, limit, node: nodeName, lease })
    for (const row of rows) {
      hand.leased.add(row)
      hand.asking += 1
      yield* Effect.forkIn(ask(options, hand, row), scope)
    }
    // Fewer than there was room for may still not be all: others wait in the same line.
    if (rows.length > 0) hand.pullAt = now
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("No rows could be taken", cause)))

const settleDue = Effect.fnUntraced(function* (hand: Hand, now: number) {
  const { answered } = hand
  const isDue =
    answered.length >= settledAtOnce || hand.asking === 0 || now - hand.settledAt >= settledWithin
  if (answered.length === 0 || !isDue) return
  const all = answered.splice(0, settledAtOnce)
  yield* settleOutcomes(all)
  hand.settledAt = now
  for (const { row } of all) hand.leased.delete(row)
})

const renewDue = (hand: Hand, now: number) =>
  Effect.gen(function* () {
    if (hand.leased.size === 0 || now - hand.renewedAt < renewEvery) return
    hand.renewedAt = now
    yield* (yield* ProbeQueue).renew([...hand.leased], lease)
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("Leases could not be renewed", cause)))

/** Until nothing is due and nothing in hand. */
const work = Effect.fnUntraced(function* (options: DrainOptions, scope: Scope.Scope) {
  const began = yield* Clock.currentTimeMillis
  const hand: Hand = {
    leased: new Set(),
    asking: 0,
    answered: [],
    pullAt: began,
    settledAt: began,
    renewedAt: began
  }
  while (true) {
    const now = yield* Clock.currentTimeMillis
    yield* pull(options, hand, scope, now)
    yield* settleDue(hand, now)
    yield* renewDue(hand, now)
    if (hand.leased.size === 0) return
    yield* Effect.sleep(lookAgainAfter)
  }
})

/** Answers an effect that starts the work, where it is not going on already. */
export const makeDrain = Effect.fnUntraced(function* (
  options: DrainOptions
): Effect.fn.Return<Effect.Effect<void>, never, Scope.Scope | ProbeQueue | ProbeOutcomes> {
  const context = yield* Effect.context<ProbeQueue | ProbeOutcomes>()
  const scope = yield* Effect.scope
  let working: Fiber.Fiber<void> | undefined
  const done = Effect.sync(() => {
    working = undefined
  })
  const start = work(options, scope).pipe(
    Effect.ensuring(done),
    Effect.provideContext(context),
    Effect.forkIn(scope)
  )
  return Effect.suspend(() =>
    working === undefined
      ? Effect.map(start, (fiber) => {
          working = fiber
        })
      : Effect.void
  )
})
