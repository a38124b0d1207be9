/** The types that the clients have of the contract's data. The compiler reads those of TypeScript. */
import { document, publicSchemas } from "@rcpt/tools/publicSchemas"
import { madeFiles } from "@rcpt/tools/writeClients"

import { describeWith, python } from "../support/needs.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { printed, root } from "./packed.ts"

/** Evaluates the annotations of every class, as a type checker does, and prints how many classes there are. */
const evaluated = `
import sys, types, typing
module = types.ModuleType("rcpt_types")
exec(sys.argv[1], module.__dict__)
print(sum(1 for each in list(vars(module).values()) if isinstance(each, type) and typing.get_type_hints(each, vars(module))))
`

describeWith(python, "The data types for Python", () => {
  it.effect("have a class for each object, with types that Python knows", function* () {
    const code = madeFiles()["packages/client/python/rcpt_types.py"]!
    const [classes = ""] = yield* printed("python3", ["-c", evaluated, code], { cwd: root })
    const objects = publicSchemas(document()).filter(([, schema]) => schema.properties)
    assert.isAtLeast(Number(classes), objects.length)
  })
})

describe("The data types of the clients", () => {
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
