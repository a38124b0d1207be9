/** The types that the clients have of the contract's data. */
import { readFileSync } from "node:fs"
import { basename } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import { document, publicSchemas } from "@rcpt/tools/publicSchemas"
import { madeFiles } from "@rcpt/tools/writeClients"

describe("The data types of the clients", () => {
  for (const [path, text] of madeFiles())
    it(`in ${basename(path)} are up to date (node packages/cli/bin/run.mjs docs)`, () => {
      assert.strictEqual(readFileSync(path, "utf8"), text)
    })

  it("are those of what an API key can ask, and no others", () => {
    const names = publicSchemas(document()).map(([name]) => name)
    for (const name of ["VerifyResult", "BulkJob", "LedgerProof", "Webhook", "SmtpResult"])
      assert.include(names, name)
    for (const name of ["Session", "Health", "AdminAccount", "TotpState", "BadRequestEncoded"])
      assert.notInclude(names, name)
  })

  it("have a name each, also where a schema is described differently in two places", () =>
    assert.deepStrictEqual(
      publicSchemas(document()).filter(([name]) => /_\d+$/.test(name)),
      []
    ))
})
