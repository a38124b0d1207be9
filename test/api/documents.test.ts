/** The OpenAPI documents as a whole: generated clients are made from them, so that no change of them is by accident. */
import { createHash } from "node:crypto"

import { documentOf } from "@rcpt/api/document/documents"

import { assert, describe, it } from "../support/vitest.ts"

/** After a change that is meant, the hash that the failure shows belongs here. */
const hashes = {
  public: "700cf24b9cdccb5adbf4003c64ed5f24fe8405e37d6e7da1baad51abc636624b",
  admin: "6a7da38b9715de1b4b52c546fe3722d51bed09ca24c5e18819479b72082c9988"
} as const

const { components } = JSON.parse(JSON.stringify(documentOf("public", undefined)))

describe("The OpenAPI document", () => {
  it("names the fields that are additions to version 1.0.0, and no others", () => {
    const additions = Object.entries(components.schemas).flatMap(([name, schema]) =>
      Object.entries<{ readonly description?: string }>(Object(schema).properties ?? {}).flatMap(
        ([field, { description = "" }]) =>
          /addition of rcpt/.test(description) ? `${name}.${field}` : []
      )
    )
    assert.includeMembers(additions, [
      "VerifyResult.recommendation",
      "VerifyResult.retry_after",
      "Account.role",
      "BulkJob.key_id",
      "BulkJob.made_by",
      "BulkJob.erased_rows"
    ])
    const kept = ["VerifyResult.status", "BulkJob.credits_reserved", "Account.usage"]
    assert.notIncludeMembers(additions, kept)
  })

  it("leaves words open that are added over time", () => {
    const { sub_status: subStatus, status } = components.schemas.VerifyResult.properties
    assert.isUndefined(subStatus.enum)
    assert.include(subStatus["x-extensible-enum"], "mailbox_not_found")
    assert.strictEqual(status.enum.length, 4)
  })

  for (const part of ["public", "admin"] as const)
    it(`${part} is, byte for byte, the one that was agreed`, () => {
      const text = JSON.stringify(documentOf(part, undefined))
      const hash = createHash("sha256").update(text).digest("hex")
      assert.strictEqual(hash, hashes[part], `now ${hash}`)
    })
})
