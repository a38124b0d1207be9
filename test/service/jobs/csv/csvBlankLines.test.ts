import { assert, describe, it } from "../../../support/vitest.ts"
import { upload } from "./csvWorld.ts"

describe("A record", () => {
  it.effect("may follow megabytes of blank lines, which count as no row", function* () {
    const blank = Buffer.alloc(3 * 1_048_576, "\n")
    const file = [Buffer.from("email\na@x.org\n"), blank, Buffer.from("b@x.org\n"), blank]
    const { records, totals } = yield* upload(file)
    assert.deepStrictEqual(records, [["a@x.org"], ["b@x.org"]])
    assert.strictEqual(totals.records, 2)
  })
})
