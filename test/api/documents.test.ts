/** The OpenAPI documents as a whole: generated clients are made from them, so that no change of them is by accident. */
import { createHash } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import { documentOf } from "@rcpt/api/document/documents"

/** After a change that is meant, the hash that the failure shows belongs here. */
const hashes = {
  public: "8e3937d506f781ba3720dda799df194ffbe694cd68e7f480268985c7d4bfb0d6",
  admin: "73d261c505a04fafb9ca04f37dda0364e6ec1b996a88bde89fc734e89eb5cda8"
} as const

describe("The OpenAPI document", () => {
  for (const part of ["public", "admin"] as const)
    it(`${part} is, byte for byte, the one that was agreed`, () => {
      const text = JSON.stringify(documentOf(part, undefined))
      assert.strictEqual(createHash("sha256").update(text).digest("hex"), hashes[part])
    })
})
