/** What is offered before a check is charged for something that is not one address. */
import { assert, describe, it } from "vitest"

import { oneLineOf, typedIn } from "../../packages/dashboard/src/verify/typed.ts"

const one = { is: "address" } as const
const meant = { is: "meant", email: "ann@acme.test" } as const
const both = { is: "several", emails: ["ann@acme.test", "bob@acme.test"] } as const

describe("What is typed", () => {
  for (const text of [
    "ann@acme.test",
    "ann+tag@acme.test",
    '"ann lee"@acme.test',
    "jörg@müller.test",
    "ann",
    "ann@",
    "ann lee",
    "ann@@acme.test",
    ""
  ])
    it(`is verified as it is: ${text}`, () => assert.deepStrictEqual(typedIn(text), one))

  for (const text of [
    "Ann Lee <ann@acme.test>",
    '"Lee, Ann" <ann@acme.test>',
    "mailto:ann@acme.test",
    "<ann@acme.test>",
    "Ann Lee ann@acme.test",
    "ann@acme.test,",
    "ann @ acme.test",
    "ann@acme.test, ann@acme.test"
  ])
    it(`means one address: ${text}`, () => assert.deepStrictEqual(typedIn(text), meant))

  for (const text of [
    "ann@acme.test bob@acme.test",
    "ann@acme.test; bob@acme.test",
    "Ann <ann@acme.test>, Bob <bob@acme.test>",
    "write to ann@acme.test or bob@acme.test.",
    oneLineOf("ann@acme.test\r\n\r\n bob@acme.test \n")
  ])
    it(`is several addresses: ${text}`, () => assert.deepStrictEqual(typedIn(text), both))

  it("is a list of any length", () => {
    const emails = Array.from({ length: 500 }, (_, n) => `person${n}@acme.test`)
    assert.deepStrictEqual(typedIn(oneLineOf(emails.join("\n"))), { is: "several", emails })
  })
})
