/** The OpenAPI documents as a whole: generated clients are made from them, so that no change of them is by accident. */
import { createHash } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import { documentOf } from "@rcpt/api/document/documents"

/** After a change that is meant, the hash that the failure shows belongs here. */
const hashes = {
  public: "d4a7843492ac1e3ce902be0bb98b3c9531b5d708be0bc9595cca16bab3c42245",
  admin: "21d2094e46a296b62411e2c5625d75338cad706adefad68b7edb071d57e013c2"
} as const

describe("The OpenAPI document", () => {
  for (const part of ["public", "admin"] as const)
    it(`${part} is, byte for byte, the one that was agreed`, () => {
      const text = JSON.stringify(documentOf(part, undefined))
      const hash = createHash("sha256").update(text).digest("hex")
      assert.strictEqual(hash, hashes[part], `now ${hash}`)
    })
})
