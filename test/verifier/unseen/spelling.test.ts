/** Names whose spelling looks unusual, and local parts that programs and hurried hands put together. */
import { readFileSync } from "node:fs"

import { classifyLocalPart } from "@rcpt/verifier/address/classifyLocalPart"
import { assert, describe, it } from "vitest"

/** Lines of set, kind and local parts. */
const localPartsOf = (file: string): ReadonlyArray<string> =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .flatMap((line) => line.split(" ").slice(2))

/** What was reached. Before, 37 of 294 names of the first set were taken for made up. */
const namesTakenForMadeUpMax = 5
const madeUpFoundMin = 128

describe("Local parts that no rule was made from", () => {
  const isSynthetic = (localPart: string) => classifyLocalPart(localPart).synthetic !== undefined

  it("are not called synthetic where they are names or telephone numbers", () => {
    const wrong = localPartsOf("names.txt").filter(isSynthetic)
    assert.isAtMost(wrong.length, namesTakenForMadeUpMax, wrong.join(" "))
  })

  it("are called synthetic where they were made up", () => {
    const all = localPartsOf("madeUp.txt")
    const found = all.filter(isSynthetic)
    assert.isAtLeast(found.length, madeUpFoundMin, all.filter((one) => !isSynthetic(one)).join(" "))
  })
})
