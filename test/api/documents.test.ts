/** The OpenAPI documents as a whole: generated clients are made from them, so that no change of them is by accident. */
import { createHash } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import { documentOf } from "@rcpt/api/document/documents"

/** After a change that is meant, the hash that the failure shows belongs here. */
const hashes = {
  public: "e043c1cc83c3ed4f1912842ca2aa9859801f5896a2e7469cfdd2a6ca9dc9fa14",
  admin: "8329f1b3c1e827e207ee1aaceb3326b6e2d876ba1a401e40b90de817587f3581"
} as const

describe("The OpenAPI document", () => {
  for (const part of ["public", "admin"] as const)
    it(`${part} is, byte for byte, the one that was agreed`, () => {
      const text = JSON.stringify(documentOf(part, undefined))
      const hash = createHash("sha256").update(text).digest("hex")
      assert.strictEqual(hash, hashes[part], `now ${hash}`)
    })
})
