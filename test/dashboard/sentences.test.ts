import { errorCodeHeader, errorCodes, headersOfError } from "@rcpt/api/errors/errorCodes"
import { errorTexts, fieldTexts, whyTexts } from "@rcpt/api/errors/errorTexts"
/** The German of the errors that the service writes in English. */
import { textOf } from "@rcpt/api/errors/Sentence"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import * as problems from "@rcpt/api/Problem"
import { assert, describe, it } from "vitest"

import {
  problemsByCode,
  translateFieldFault,
  translateProblem
} from "../../packages/dashboard/src/words/de/problems.ts"
import * as csv from "../../packages/service/src/jobs/csv/CsvRefused.ts"

/** English words that no German sentence has. */
const english = /(?<![\w.])(?:the|is|of|and|must|has|with|are|not|address)(?![\w.])/

const assertGerman = (sentence: string | undefined, from: string): void => {
  assert.isDefined(sentence, from)
  assert.notMatch(sentence ?? "", english, from)
  assert.notMatch(sentence ?? "", /[{}]|undefined/, from)
}

const statuses: Readonly<Record<string, number>> = {
  BadRequest: 400,
  Unauthorized: 401,
  InsufficientCredits: 402,
  Forbidden: 403,
  NotFound: 404,
  RequestInFlight: 409,
  WorkInProgress: 409,
  KeyReused: 422
}

const isProblem = (one: unknown): one is { readonly error: AnySentence } =>
  one instanceof Error && "error" in one

describe("In German", () => {
  it("each error code has a sentence", () => {
    const codes = errorCodes.map(({ code }) => code)
    assert.deepStrictEqual(Object.keys(problemsByCode).toSorted(), [...new Set(codes)].toSorted())
    for (const [code, sentence] of Object.entries(problemsByCode)) assertGerman(sentence, code)
  })

  it("each error of the contract is said, by its form or its code", () => {
    const ofCallers = [problems.forbidden("spend"), problems.roleForbidden("read_only", "spend")]
    const all = [...Object.values<unknown>(problems).filter(isProblem), ...ofCallers]
    assert.isAbove(all.length, 40)
    for (const problem of all) {
      const error = textOf(problem.error)
      const status = statuses[problem.constructor.name] ?? 0
      assert.notStrictEqual(status, 0, error)
      const code = headersOfError(status, problem.error)[errorCodeHeader]
      assertGerman(translateProblem(error, code), error)
    }
  })

  it("each reason to refuse a list is said", () => {
    const refused = [
      csv.empty,
      csv.tooLarge,
      csv.nulBytes,
      csv.cutOff,
      csv.headerTooLong,
      csv.notNamed(undefined),
      csv.noRows,
      csv.tooManyBlanks,
      csv.tooManyColumns(7),
      csv.recordTooLarge(7),
      csv.quoteNotClosed(7),
      csv.columnNotFound("x"),
      csv.columnBeyond(3),
      csv.columnNeeded,
      csv.unknownEncoding("x"),
      csv.noImports("kickbox")
    ]
    for (const { sentence } of refused)
      assertGerman(translateProblem(textOf(sentence), undefined), textOf(sentence))
  })

  it("each text of a code is said", () => {
    const shown = (text: string) =>
      text.replaceAll("{why}", "it has no @").replaceAll(/\{\w+\}/g, "7")
    const asError = (sentence: string) => translateProblem(sentence, undefined)
    const asField = (sentence: string) => translateFieldFault(sentence)
    for (const [texts, translate] of [
      [errorTexts, asError],
      [fieldTexts, asField]
    ] as const)
      for (const text of Object.values(texts)) assertGerman(translate(shown(text)), text)
    for (const text of Object.values(whyTexts))
      assertGerman(asField(`must lead to a web server: ${shown(text)}`), text)
  })

  it("the parts of a sentence stay: names, numbers, and what is wrong", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      [
        "name must be 1 to 100 visible characters",
        "Der Name muss 1 bis 100 sichtbare Zeichen haben."
      ],
      [
        "email must be an email address: it has no @",
        "Die E-Mail-Adresse muss eine E-Mail-Adresse sein: ihr fehlt das @."
      ],
      [
        "line 3: value must be a domain such as example.com: the domain has no dot",
        "Zeile 3: Der Wert muss eine Domain wie example.com sein: die Domain hat keinen Punkt."
      ]
    ]
    for (const [from, to] of cases)
      assert.strictEqual(translateProblem(from, "invalid_request"), to)
  })

  it("an error that is new to the dashboard is quoted", () => {
    assert.strictEqual(
      translateProblem("colour must be blue", "invalid_request"),
      "Die Angaben sind ungültig. „colour must be blue“"
    )
  })
})
