/** The browser's check of a proof says the same as the stand-alone verifiers, of all their test vectors. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "vitest"

import { checkProof } from "../../packages/dashboard/src/receipt/checkProof.ts"
import type { Vectors } from "../store/verifier/vectors.ts"

const file = join(import.meta.dirname, "../../packages/store/verifier/vectors.json")
const { key, vectors } = JSON.parse(readFileSync(file, "utf8")) as Vectors

describe("The check of a proof in the browser", () => {
  for (const { name, proof, code } of vectors)
    it(`${code === 0 ? "proves" : "refuses"} ${name}`, async () => {
      const steps = await checkProof(proof as Parameters<typeof checkProof>[0], [key])
      assert.strictEqual(steps.length === 3 && steps.every(({ holds }) => holds), code === 0)
      // After the first that does not hold, nothing is said.
      assert.isTrue(steps.slice(0, -1).every(({ holds }) => holds))
    })

  it("refuses every proof where no key is trusted", async () => {
    const [first] = vectors
    const steps = await checkProof(first!.proof as Parameters<typeof checkProof>[0], [])
    assert.strictEqual(steps.at(-1)!.holds, false)
  })
})
