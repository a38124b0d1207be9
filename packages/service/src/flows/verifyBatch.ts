/**
 * Many addresses in one request, a few at a time. Each takes its place on the tab before it starts;
 * when there are no credits for the next one it waits for what those under way give back, and only
 * when none is under way the batch ends there: what is answered is always its beginning.
 */
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Queue } from "effect"
import type { Exit } from "effect"

import type { LedgerUnavailable } from "../ledger/Ledger.ts"
import { planBatch } from "./planBatch.ts"
import type { BatchItem } from "./planBatch.ts"
import { withTab } from "./Tab.ts"
import type { Answered, Caller, Held, Tab } from "./Tab.ts"
import type { Telling } from "./verifyAddress.ts"

/** Of one batch. 100 addresses are four rounds, and twenty batches at once are one node's conversations. */
export const checksAtOnceMax = 25

/** A deep check may take a minute, as on its own; when this much is gone, what is left must be brief. */
export const batchPatience = Duration.minutes(4)
const checkWait = { most: Duration.seconds(60), least: Duration.seconds(1) }

/**
 * Paid at the end, so each hold must outlive the whole batch, also when credits are so short that one
 * address waits for another (test/service/limits.test.ts).
 */
export const batchHoldLifetime = Duration.minutes(20)

export interface AnsweredItem extends BatchItem {
  readonly answered?: Answered
}

export interface AnsweredBatch {
  readonly items: ReadonlyArray<AnsweredItem>
  readonly truncated: boolean
}

export interface BatchAsked {
  readonly emails: ReadonlyArray<string>
  readonly mode: Mode
}

export const verifyBatch = Effect.fn("verifyBatch")(
  (caller: Caller, { emails, mode }: BatchAsked, { inWords, command }: Telling<AnsweredBatch>) =>
    withTab(
      { caller, kind: "batch", mode, lifetime: batchHoldLifetime, keyed: command !== undefined },
      (tab) =>
        Effect.gen(function* () {
          const { items, checks } = planBatch(emails)
          const answers = yield* checkAll(tab, checks)
          const body = inWords(answeredBatch(items, answers))
          const kept = yield* tab.pay(command && { ...command, body })
          return { body, kept }
        })
    )
)

/** Up to the first item whose check was not started. */
const answeredBatch = (
  items: ReadonlyArray<BatchItem>,
  answers: ReadonlyArray<Answered>
): AnsweredBatch => {
  const cut = items.findIndex(({ check }) => check !== undefined && check >= answers.length)
  const kept = cut < 0 ? items : items.slice(0, cut)
  return {
    truncated: cut >= 0,
    items: kept.map((item) => ({
      ...item,
      ...(item.check !== undefined && { answered: answers[item.check]! })
    }))
  }
}

type Failure = LedgerUnavailable

/** Answers of the first checks, as many as credits were there for. */
const checkAll = (
  tab: Tab,
  emails: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Answered>, Failure, Verifier> =>
  Effect.gen(function* () {
    const patienceEnds = (yield* Clock.currentTimeMillis) + Duration.toMillis(batchPatience)
    const answers: Array<Answered> = []
    const ended = yield* Queue.unbounded<Exit.Exit<void, Failure>>()
    let started = 0
    let underWay = 0

    const check = (held: Held, place: number) =>
      Effect.gen(function* () {
        const wait = Duration.millis(patienceEnds - (yield* Clock.currentTimeMillis))
        answers[place] = yield* tab.check(held, Duration.clamp(wait, clampTo))
        yield* tab.giveChange(held)
      }).pipe(Effect.onExit((exit) => Queue.offer(ended, exit)))

    while (started < emails.length || underWay > 0) {
      const room = Math.min(checksAtOnceMax - underWay, emails.length - started)
      const held = room > 0 ? yield* openSome(tab, emails.slice(started, started + room)) : []
      for (const one of held) {
        yield* Effect.forkChild(check(one, started++))
        underWay++
      }
      if (held.length > 0) continue
      if (underWay === 0) break
      for (const exit of yield* Queue.takeAll(ended)) {
        underWay--
        yield* exit
      }
    }
    return answers
  })

const clampTo = { minimum: checkWait.least, maximum: checkWait.most }

const openSome = (tab: Tab, emails: ReadonlyArray<string>) =>
  Effect.catchTag(tab.open(emails), "InsufficientCredits", () =>
    Effect.succeed<ReadonlyArray<Held>>([])
  )
