/**
 * Refusals gathered later, in 17 languages, with a third held apart in the same way. Those in English and many others
 * are of public sources; some are the words of programs in that language, put as a server would say them.
 */
import { assert, describe, it } from "vitest"

import { aboutMailbox, isFound, isHeld, read, refusalsIn, say } from "./readRefusals.ts"
import type { Refusal } from "./readRefusals.ts"

const refusals = refusalsIn("laterRefusals.jsonl")

/** What a careful reader of the words may conclude, by the label. */
const isRight = (refusal: Refusal): boolean => {
  const { status, subReason } = read(refusal)
  const isOfMailbox = subReason === "mailbox_not_found" || subReason === "mailbox_disabled"
  switch (refusal.kind) {
    case "missing":
    case "disabled":
      return status === "undeliverable" && isOfMailbox
    case "full":
      return subReason === "mailbox_full"
    case "domain":
      return status === "undeliverable" && subReason === "domain_not_found"
    case "us":
    case "sender":
      return status === "policy_blocked" || (status === "unknown" && !isOfMailbox)
    default:
      return status !== "undeliverable" && subReason !== "mailbox_full"
  }
}

/** The least share that is read right, and the least share of dead and full mailboxes that are found. */
const rightMin = { held: 0.93, seen: 0.95 } as const
const foundMin = 0.9

describe("Refusals gathered later", () => {
  it("never condemn a mailbox by words that do not say it, and an unclear one is not said", () => {
    const condemned = refusals.filter(
      (one) => !aboutMailbox.has(one.kind) && read(one).status === "undeliverable"
    )
    assert.deepStrictEqual(condemned.map(say), [])
  })

  it("never call a mailbox full for a quota of something else", () => {
    const full = refusals.filter(
      (one) => one.kind !== "full" && read(one).subReason === "mailbox_full"
    )
    assert.deepStrictEqual(full.map(say), [])
  })

  for (const [part, isPart] of [
    ["seen", (one: Refusal) => !isHeld(one)],
    ["held", isHeld]
  ] as const) {
    const all = refusals.filter(isPart)

    it(`are read right nearly always, of the part that was ${part}`, () => {
      const wrong = all.filter((one) => !isRight(one))
      assert.isAtLeast(1 - wrong.length / all.length, rightMin[part], wrong.map(say).join("\n"))
    })

    it(`show nine of ten dead or full mailboxes, of the part that was ${part}`, () => {
      const dead = all.filter((one) => aboutMailbox.has(one.kind))
      const missed = dead.filter((one) => !isFound(one))
      assert.isAtLeast(1 - missed.length / dead.length, foundMin, missed.map(say).join("\n"))
    })
  }
})
