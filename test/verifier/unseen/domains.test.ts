/** Large mail domains of the world, and domains that look like them, by what the lists say of them. */
import { readFileSync } from "node:fs"

import { Lists } from "@rcpt/verifier/lists/Lists"
import { Effect } from "effect"
import { assert, it } from "vitest"

const cases = readFileSync(new URL("domains.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [domain: string, expected: "free" | "disposable" | "-"])

const lists = Effect.runSync(Effect.provide(Lists, Lists.layer))

const kindOf = (domain: string): string => {
  const { free, disposable } = lists.consult({ localPart: "ann.smith", domain, smtputf8: false })
  if (disposable !== undefined) return "disposable"
  return free === undefined ? "-" : "free"
}

it("access providers are free, companies and universities are not, throwaway domains are disposable", () =>
  assert.deepStrictEqual(
    cases.filter(([domain, expected]) => kindOf(domain) !== expected),
    []
  ))
