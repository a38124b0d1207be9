/** The OpenAPI documents as a whole: generated clients are made from them, so that no change of them is by accident. */
import { createHash } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import { documentOf } from "@rcpt/api/document/documents"

/** After a change that is meant, the hash that the failure shows belongs here. */
const hashes = {
  public: "cc1154f12d306317a0aa4a04f4e511d7ba76780e9b977ab9c48037b6333e5437",
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
