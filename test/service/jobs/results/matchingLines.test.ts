import { matchingLines } from "@rcpt/service/jobs/results/findRows"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"

const line = fc.string({ unit: fc.constantFrom("a", "b", "ü", "😀", "@"), maxLength: 6 })
const letter = fc.constantFrom("v", "r", "-")
const rows = fc.array(fc.tuple(line, letter), { minLength: 1, maxLength: 12 })
const needle = fc.string({ unit: fc.constantFrom("a", "b", "ü", "😀", "@"), maxLength: 3 })

describe("The matching lines of a chunk", () => {
  it("are those whose address contains the needle and whose letter is wanted", () =>
    fc.assert(
      fc.property(rows, needle, fc.constantFrom("v", "vr", "x"), (chunk, search, letters) => {
        const addresses = chunk.map(([address]) => `${address}\n`).join("")
        const text = { addresses, letters: chunk.map(([, own]) => own).join("") }
        assert.deepStrictEqual(
          matchingLines(text, { search, letters }),
          chunk.flatMap(([address, own], at) =>
            address.includes(search) && letters.includes(own) ? [at] : []
          )
        )
      })
    ))
})
