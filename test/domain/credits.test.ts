import * as Credits from "@rcpt/domain/Credits"
import type { CreditsEvent, Decision } from "@rcpt/domain/Credits"
import { postingOf } from "@rcpt/domain/postings"
import { HashMap, Option, Result } from "effect"
import fc from "fast-check"

import { describe, expect, it } from "../support/vitest.ts"

type Decide = (state: Credits.Credits) => Decision

const fold = (events: ReadonlyArray<CreditsEvent>, from = Credits.empty) =>
  events.reduce(Credits.evolve, from)

const eventsOf = (decision: Decision) => Result.getOrThrow(decision)

/** given(past events).when(a command).then(new events), .thenRejected or .thenNothing */
const given = (...past: ReadonlyArray<CreditsEvent>) => ({
  when: (decide: Decide) => {
    const decision = decide(fold(past))
    return {
      then: (...events: ReadonlyArray<CreditsEvent>) => {
        const decided = eventsOf(decision)
        expect(decided).toEqual(events)
        expect(eventsOf(decide(fold([...past, ...decided])))).toEqual([])
      },
      thenNothing: () => expect(eventsOf(decision)).toEqual([]),
      thenRejected: (tag: Credits.Rejection["_tag"]) =>
        expect(Option.getOrThrow(Result.getFailure(decision))._tag).toBe(tag)
    }
  }
})

const postingsOf = (events: ReadonlyArray<CreditsEvent>) =>
  events.flatMap((one) => postingOf("acct", one) ?? [])

const event = Credits.CreditsEvent.cases
const purpose = { kind: "verification", mode: "fast" } as const
const granted = (credits: number) =>
  event.CreditsGranted.make({ grantId: "g", credits, reason: "top-up" })
const held = (credits: number) =>
  event.CreditsHeld.make({ holdId: "h", credits, expiresAt: 600_000, purpose })
const charged = (credits: number) => event.CreditsCharged.make({ holdId: "h", credits })
const refunded = (credits: number, reason: Credits.RefundReason) =>
  event.CreditsRefunded.make({ holdId: "h", credits, reason })
const hold = (credits: number) =>
  Credits.hold({ holdId: "h", credits, expiresAt: 600_000, purpose })
const settle = (charge: number) => Credits.settle({ holdId: "h", charge })

describe("Credits", () => {
  it("holds what the balance covers", () => given(granted(5)).when(hold(5)).then(held(5)))

  it("refuses to hold one credit more than the balance", () =>
    given(granted(5)).when(hold(6)).thenRejected("InsufficientCredits"))

  it("refuses a hold id that was used for another amount", () =>
    given(granted(5), held(1)).when(hold(2)).thenRejected("IdReused"))

  it("charges the whole hold", () => given(granted(5), held(5)).when(settle(5)).then(charged(5)))

  it("charges a part and refunds the remainder", () =>
    given(granted(5), held(5)).when(settle(1)).then(charged(1), refunded(4, "remainder")))

  it("refunds all but the charge early, and then charges the rest", () => {
    const refundAllButOne = Credits.refund({ holdId: "h", reason: "remainder", keep: 1 })
    given(granted(5), held(5)).when(refundAllButOne).then(refunded(4, "remainder"))
    given(granted(5), held(5), refunded(4, "remainder")).when(settle(1)).then(charged(1))
    given(granted(5), held(5), charged(5)).when(refundAllButOne).thenNothing()
    given(granted(5), held(1)).when(refundAllButOne).thenNothing()
  })

  it("refunds everything when nothing is charged", () =>
    given(granted(1), held(1)).when(settle(0)).then(refunded(1, "unknown")))

  it("never charges more than it held", () =>
    given(granted(5), held(1)).when(settle(2)).thenRejected("InsufficientCredits"))

  it("never charges a hold that expired", () =>
    given(granted(1), held(1), refunded(1, "expired")).when(settle(1)).thenRejected("HoldClosed"))

  it("never charges what was never held", () =>
    given(granted(1)).when(settle(1)).thenRejected("HoldClosed"))

  it("refuses to settle a settled hold with another charge", () =>
    given(granted(5), held(5), charged(5)).when(settle(1)).thenRejected("HoldClosed"))

  it("keeps a hold one millisecond before it expires", () =>
    given(granted(1), held(1))
      .when(Credits.expire({ holdId: "h", now: 599_999 }))
      .thenNothing())

  it("refunds a hold at its expiry time", () =>
    given(granted(1), held(1))
      .when(Credits.expire({ holdId: "h", now: 600_000 }))
      .then(refunded(1, "expired")))

  it("never expires the hold of a job", () =>
    given(granted(1), event.CreditsHeld.make({ holdId: "h", credits: 1, expiresAt: null, purpose }))
      .when(Credits.expire({ holdId: "h", now: Number.MAX_SAFE_INTEGER }))
      .thenNothing())

  it("reverses a charge whose answer was lost", () =>
    given(granted(1), held(1), charged(1))
      .when(Credits.reverseCharge({ holdId: "h" }))
      .then(refunded(1, "unanswered")))

  it("reverses a hold that was never charged", () =>
    given(granted(1), held(1))
      .when(Credits.reverseCharge({ holdId: "h" }))
      .then(refunded(1, "failed")))

  it("ignores a repeated grant", () =>
    given(granted(5))
      .when(Credits.grant({ grantId: "g", credits: 5, reason: "top-up" }))
      .thenNothing())

  it("refuses a grant id that was used for another amount", () =>
    given(granted(5))
      .when(Credits.grant({ grantId: "g", credits: 6, reason: "top-up" }))
      .thenRejected("IdReused"))

  it("grants up to the largest balance and not one credit more", () => {
    const grant = (credits: number) => Credits.grant({ grantId: "m", credits, reason: "top-up" })
    given(granted(Credits.creditsMax - 1))
      .when(grant(2))
      .thenRejected("TooManyCredits")
    expect(eventsOf(grant(1)(fold([granted(Credits.creditsMax - 1)])))).toHaveLength(1)
  })

  it("adjusts down to zero and not below", () => {
    const adjustDown = (credits: number) =>
      Credits.adjust({ adjustmentId: "a", credits: -credits, reason: "correction" })
    given(granted(5)).when(adjustDown(6)).thenRejected("InsufficientCredits")
    expect(eventsOf(adjustDown(5)(fold([granted(5)])))).toHaveLength(1)
  })
})

const id = fc.constantFrom("a", "b", "c")
const credits = fc.integer({ min: 1, max: 6 })
/** Any command, with few ids so that commands collide. */
const command: fc.Arbitrary<Decide> = fc.oneof(
  fc.record({ grantId: id, credits }).map((c) => Credits.grant({ ...c, reason: "r" })),
  fc
    .record({ adjustmentId: fc.constantFrom("x", "y"), credits: fc.integer({ min: -6, max: 6 }) })
    .map((c) => Credits.adjust({ ...c, reason: "r" })),
  fc
    .record({ holdId: id, credits, expiresAt: fc.option(fc.integer({ min: 0, max: 9 })) })
    .map((c) => Credits.hold({ ...c, purpose })),
  fc.record({ holdId: id, charge: fc.integer({ min: 0, max: 6 }) }).map((c) => Credits.settle(c)),
  fc.record({ holdId: id }).map((c) => Credits.refund({ ...c, reason: "failed" })),
  fc.record({ holdId: id }).map((c) => Credits.reverseCharge(c)),
  fc.record({ holdId: id, now: fc.integer({ min: 0, max: 9 }) }).map((c) => Credits.expire(c))
)

describe("after any sequence of commands", () => {
  const run = (commands: ReadonlyArray<Decide>) =>
    commands.reduce<ReadonlyArray<CreditsEvent>>(
      (past, decide) => [...past, ...Result.getOrElse(decide(fold(past)), () => [])],
      []
    )
  const law = (check: (past: ReadonlyArray<CreditsEvent>) => void) =>
    fc.assert(fc.property(fc.array(command, { maxLength: 40 }), (commands) => check(run(commands))))

  it("available, held and charged credits add up to the granted ones (I1)", () =>
    law((past) => {
      const state = fold(past)
      const granted = HashMap.reduce(state.postings, 0, (sum, n) => sum + n)
      const holds = [...HashMap.values(state.holds)]
      const heldNow = holds.reduce((sum, hold) => sum + Credits.remaining(hold), 0)
      const chargedNow = holds.reduce((sum, hold) => sum + hold.charged, 0)
      expect(state.available + heldNow + chargedNow).toBe(granted)
    }))

  it("no balance is below zero (I2)", () =>
    law((past) => {
      const state = fold(past)
      expect(state.available).toBeGreaterThanOrEqual(0)
      for (const hold of HashMap.values(state.holds))
        expect(
          Math.min(Credits.remaining(hold), hold.charged, hold.refunded)
        ).toBeGreaterThanOrEqual(0)
    }))

  it("the postings of a hold are what was held, charged and refunded (I3)", () =>
    law((past) => {
      for (const [holdId, hold] of fold(past).holds) {
        const postings = postingsOf(past).filter((p) => p.holdId === holdId)
        const sum = (f: (p: (typeof postings)[number]) => boolean) =>
          postings.filter(f).reduce((total, p) => total + p.amount, 0)
        expect(sum((p) => p.credit === `hold:${holdId}`)).toBe(hold.credits)
        expect(
          sum((p) => p.credit.startsWith("sys:usage")) - sum((p) => p.debit.startsWith("sys:usage"))
        ).toBe(hold.charged)
        expect(sum((p) => p.credit.startsWith("avail"))).toBe(hold.refunded)
      }
    }))

  it("the postings add up to the available balance (I4)", () =>
    law((past) => {
      const balance = postingsOf(past).reduce(
        (sum, p) =>
          sum +
          (p.credit === "avail:acct" ? p.amount : 0) -
          (p.debit === "avail:acct" ? p.amount : 0),
        0
      )
      expect(balance).toBe(fold(past).available)
    }))

  it("a repeated command changes nothing", () =>
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), command, (commands, decide) => {
        const past = run(commands)
        const first = decide(fold(past))
        if (Result.isSuccess(first))
          expect(Result.getOrElse(decide(fold([...past, ...first.success])), () => [])).toEqual([])
      })
    ))
})
