/** The browser's check of a proof says the same as the stand-alone verifiers, of all their test vectors. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "vitest"

import { checkProof } from "../../packages/dashboard/src/receipt/checkProof.ts"
import type { ShownEvent } from "../../packages/dashboard/src/receipt/checkProof.ts"
import type { Vectors } from "../store/verifier/vectors.ts"

const file = join(import.meta.dirname, "../../packages/store/verifier/vectors.json")
const { key, vectors } = JSON.parse(readFileSync(file, "utf8")) as Vectors

type Proof = Parameters<typeof checkProof>[0]

/** The receipt that a page shows whose proof this is. */
const receiptOf = ({ event, commit }: Proof): ShownEvent => ({
  stream: event.stream,
  version: event.version,
  hash: commit.events[commit.position - 1]!
})

describe("The check of a proof in the browser", () => {
  for (const { name, proof, code } of vectors)
    it(`${code === 0 ? "proves" : "refuses"} ${name}`, async () => {
      const steps = await checkProof(proof as Proof, receiptOf(proof as Proof), [key])
      assert.strictEqual(steps.length === 4 && steps.every(({ holds }) => holds), code === 0)
      // After the first that does not hold, nothing is said.
      assert.isTrue(steps.slice(0, -1).every(({ holds }) => holds))
    })

  it("refuses every proof where no key is trusted", async () => {
    const proof = vectors[0]!.proof as Proof
    const steps = await checkProof(proof, receiptOf(proof), [])
    assert.strictEqual(steps.at(-1)!.holds, false)
  })

  it("refuses a right proof of another event than the receipt shows", async () => {
    const proof = vectors.find(({ code }) => code === 0)!.proof as Proof
    const shown = receiptOf(proof)
    for (const other of [
      { ...shown, stream: `${shown.stream}1` },
      { ...shown, version: shown.version + 1 },
      { ...shown, hash: "0".repeat(64) }
    ]) {
      const steps = await checkProof(proof, other, [key])
      assert.deepStrictEqual(steps, [
        { says: "The proof is of the event of this receipt.", holds: false }
      ])
    }
  })
})
