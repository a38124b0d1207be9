/**
 * Refusals of real servers from public sources, labelled by people who had not seen the rules. A third, told by a
 * hash of the reply, was held apart while the rules were made.
 */
import { assert, describe, it } from "vitest"

import { aboutMailbox, isFound, isHeld, read, refusalsIn, say } from "./readRefusals.ts"
import type { Refusal } from "./readRefusals.ts"

const refusals = refusalsIn("refusals.jsonl")

/** The least share of dead mailboxes that are found. */
const foundMin = 0.9

describe("Refusals from public sources", () => {
  it("never condemn a mailbox by words about something else", () => {
    const condemned = refusals.filter(
      (one) =>
        !aboutMailbox.has(one.kind) &&
        one.kind !== "unclear" &&
        read(one).status === "undeliverable"
    )
    assert.deepStrictEqual(condemned.map(say), [])
  })

  for (const [part, isPart] of [
    ["that the rules were made with", (one: Refusal) => !isHeld(one)],
    ["held apart", isHeld]
  ] as const)
    it(`show nine of ten dead mailboxes, of the part ${part}`, () => {
      const dead = refusals.filter((one) => aboutMailbox.has(one.kind) && isPart(one))
      const missed = dead.filter((one) => !isFound(one))
      assert.isAtLeast(1 - missed.length / dead.length, foundMin, missed.map(say).join("\n"))
    })
})
