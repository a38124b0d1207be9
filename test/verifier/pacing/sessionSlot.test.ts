/** A session's connection permits, and when they were granted. */
import { SessionSlot } from "@rcpt/verifier/pacing/SessionContext"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

const permit = () => {}

const world = () => {
  const clock = { now: 1_000 }
  const scheduler = {
    acquirePermit: (_deadline: number, receive: (granted: () => void) => void) =>
      Effect.sync(() => receive(permit))
  }
  return { clock, slot: new SessionSlot(scheduler, () => clock.now, permit) }
}

describe("SessionSlot", () => {
  // A connection that was allowed before a pause tells nothing about the time after it, even when it
  // is made a little later: otherwise one refusal raises two alarms.
  it("dates a connection by its permit, not by the moment it is made", () => {
    const { clock, slot } = world()
    clock.now = 1_400
    slot.usePermit()
    assert.strictEqual(slot.startedAt, 1_000)
  })

  it("dates a later connection by the permit that it waited for", () => {
    const { clock, slot } = world()
    slot.usePermit()
    clock.now = 5_000
    Effect.runSync(slot.acquirePermit(9_000))
    clock.now = 5_300
    slot.usePermit()
    assert.strictEqual(slot.startedAt, 5_000)
  })
})
