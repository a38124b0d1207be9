/** Local parts in ten languages that name a function, and names of people that look like them. */
import { readFileSync } from "node:fs"

import { Lists } from "@rcpt/verifier/lists/Lists"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"

const cases = readFileSync(new URL("localParts.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [localPart: string, expected: "role" | "-"])

const lists = Effect.runSync(Effect.provide(Lists, Lists.layer))

const isRole = (localPart: string, domain = "example.org"): boolean =>
  lists.consult({ localPart, domain, smtputf8: false }).role !== undefined

/** The share that has to be right; no person may be called a role. */
const rightMin = 0.95

describe("Local parts that no word was listed for", () => {
  it("are no role when they are a person's", () => {
    const people = cases.filter(([, expected]) => expected === "-")
    assert.deepStrictEqual(
      people.filter(([localPart]) => isRole(localPart)),
      []
    )
  })

  it("are a role when they name a function", () => {
    const roles = cases.filter(([, expected]) => expected === "role")
    const missed = roles.filter(([localPart]) => !isRole(localPart))
    assert.isAtLeast(1 - missed.length / roles.length, rightMin, missed.join(" "))
  })

  it("are a person's at a provider where everybody may have one", () => {
    for (const localPart of ["vertrieb", "info2", "sales-eu"])
      assert.isFalse(isRole(localPart, "gmail.com"))
  })
})
