/** The OpenAPI documents as a whole: generated clients are made from them, so that no change of them is by accident. */
import { createHash } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import { documentOf } from "@rcpt/api/document/documents"

/** After a change that is meant, the hash that the failure shows belongs here. */
const hashes = {
  public: "b2fd8ff396044b17829c8dd611888886aca26f6e74f0f54d3a7d92d2807e58e5",
  admin: "fdd4c0201aaa56c4c52e1cf52b870b23ce2f3f9ef553bd732f31b8c852cddfc6"
} as const

describe("The OpenAPI document", () => {
  for (const part of ["public", "admin"] as const)
    it(`${part} is, byte for byte, the one that was agreed`, () => {
      const text = JSON.stringify(documentOf(part, undefined))
      const hash = createHash("sha256").update(text).digest("hex")
      assert.strictEqual(hash, hashes[part], `now ${hash}`)
    })
})
