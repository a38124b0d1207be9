/** Slips in domains of providers, and real domains that are close to them. */
import { readFileSync } from "node:fs"

import { suggestDomain } from "@rcpt/verifier/address/suggestDomain"
import { assert, describe, it } from "vitest"

const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .trim()
    .split("\n")

/** Of the slips, 130 in 140 (the target of the design). */
const suggestedMin = 130 / 140

describe("Domains that no typo was listed for", () => {
  it("are suggested as the one that was meant, where they are a slip", () => {
    const slips = linesOf("typos.txt").map((line) => line.split(" ") as [string, string])
    const missed = slips.filter(([typed, meant]) => suggestDomain(typed)?.intended !== meant)
    assert.isAtLeast(1 - missed.length / slips.length, suggestedMin, missed.join(" "))
  })

  it("are left alone where they take mail themselves", () => {
    const wrong = linesOf("notTypos.txt").filter((one) => suggestDomain(one)?.kind === "obvious")
    assert.deepStrictEqual(wrong, [])
  })
})
