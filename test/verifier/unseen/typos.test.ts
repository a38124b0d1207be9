/** Slips in domains of providers, and real domains that are close to them. */
import { readFileSync } from "node:fs"

import { isLikelyTypo } from "@rcpt/verifier/address/lookAlikes"
import { suggestDomain } from "@rcpt/verifier/address/suggestDomain"
import { judge } from "@rcpt/verifier/judge/judge"
import { assert, describe, it } from "vitest"

import { evidence } from "../judge/evidence.ts"

const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .trim()
    .split("\n")

/** The sub_status of an address at a domain that takes mail, whatever its other records are. */
const subStatusAt = (domain: string) => {
  const intended = suggestDomain(domain)?.intended
  const didYouMean = intended === undefined ? undefined : `ann@${intended}`
  return judge(evidence({ domain }, {}, { didYouMean })).subStatus
}

/** Of the slips in domains of large providers, those that are a sure typo even where the domain takes mail. */
const sureMin = 70

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

  it("are a likely typo, also where they take mail, if one slip made them of a large provider's", () => {
    const slips = linesOf("typos.txt").map((line) => line.split(" ") as [string, string])
    const sure = slips.filter(([typed]) => subStatusAt(typed) === "possible_typo")
    assert.isAtLeast(sure.length, sureMin)
    for (const [typed, meant] of sure) assert.isTrue(isLikelyTypo(typed, meant), typed)
  })

  it("are never a likely typo where they are domains of their own", () => {
    const wrong = linesOf("notTypos.txt").filter((one) => subStatusAt(one) === "possible_typo")
    assert.deepStrictEqual(wrong, [])
  })
})
