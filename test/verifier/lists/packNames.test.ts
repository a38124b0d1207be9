import { packNames } from "@rcpt/verifier/lists/packNames"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

/** Of few letters, so that names begin and end with each other. */
const anyName = fc
  .array(fc.constantFrom("a", "b", ".", "ж"), { minLength: 1, maxLength: 5 })
  .map((letters) => letters.join(""))
const anyLists = fc.array(fc.array(anyName, { maxLength: 30 }), { maxLength: 4 })

describe("Packed names", () => {
  it("are found in the first list that has them, and no others are", () => {
    fc.assert(
      fc.property(anyLists, fc.array(anyName, { maxLength: 50 }), (lists, others) => {
        const find = packNames(lists.map((names) => names.join("\n")))
        for (const name of [...lists.flat(), ...others])
          assert.strictEqual(
            find(name),
            lists.findIndex((names) => names.includes(name)),
            name
          )
      })
    )
  })
})
