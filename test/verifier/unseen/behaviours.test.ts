/**
 * Mail servers whose behaviour was written down from memory of real ones before the code was changed for
 * them: which host is asked, and what is said when a conversation goes wrong.
 */
import { readFileSync } from "node:fs"

import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { Case, play } from "./behaviourWorld.ts"
import type { Said } from "./behaviourWorld.ts"

const cases = readFileSync(new URL("behaviours.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Case))(line))

const inWords = (smtp: SmtpEvidence): string => {
  const sub = smtp.checked ? smtp.subReason : smtp.reason
  return sub === undefined ? smtp.status : `${smtp.status}/${sub}`
}

const hostOf = (smtp: SmtpEvidence | undefined): string | undefined =>
  smtp?.checked === true ? smtp.mxHost.replace(".x.test", "") : undefined

/** An expectation without a sub-reason leaves that open. */
const isSaid = (expected: string, smtp: SmtpEvidence): boolean =>
  expected.split("|").some((one) => one === inWords(smtp) || one === smtp.status)

const faultsOf = (one: Case, { answers, connections, recipients }: Said): ReadonlyArray<string> => [
  ...answers.flatMap(([localPart, smtp]) => {
    const expected = one.expected[localPart] ?? one.expected["*"] ?? ""
    return isSaid(expected, smtp) ? [] : [`${localPart}: ${inWords(smtp)}, not ${expected}`]
  }),
  ...(one.mx === undefined || one.mx === hostOf(answers[0]?.[1])
    ? []
    : [`by ${hostOf(answers[0]?.[1])}, not ${one.mx}`]),
  ...(one.connections === undefined || String(one.connections) === String(connections)
    ? []
    : [`${connections.join("+")} connections, not ${one.connections.join("+")}`]),
  ...(recipients <= (one.recipientsMax ?? Infinity)
    ? []
    : [`${recipients} recipients, not ${one.recipientsMax}`])
]

describe("Of servers that nobody had seen,", () => {
  for (const one of cases) {
    it.live(`${one.name} (set ${one.set})`, function* () {
      const said = yield* play(one)
      const condemned = said.answers.filter(
        ([localPart, { status }]) =>
          status === "undeliverable" &&
          !(one.expected[localPart] ?? one.expected["*"] ?? "").includes(status)
      )
      assert.deepStrictEqual(condemned, [], "condemned")
      assert.deepStrictEqual(faultsOf(one, said), [])
    })
  }
})
