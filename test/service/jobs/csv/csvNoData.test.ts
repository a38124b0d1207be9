import { csvRecords } from "@rcpt/api/csvRecords"
/**
 * Which rows of a list are data: footers, totals, titles of groups, repeated headers and placeholders are neither counted
 * nor charged, and come back. A cell of a usual row that lacks its @ is a mistake, which is told.
 */
import { textOf } from "@rcpt/api/errors/Sentence"
import { packChunk, unpackChunk } from "@rcpt/service/jobs/csv/CsvPart"
import { Effect, Result } from "effect"

import type { Sample } from "../../../support/lists/otherProgramLists.ts"
import { programLists } from "../../../support/lists/programLists.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { csvOf, eachOctet, encoded, refusalOf, upload } from "./csvWorld.ts"
import type { Upload } from "./csvWorld.ts"

const bytesOf = ({ text, encoding }: Sample): Buffer =>
  encoding === undefined ? Buffer.from(text) : encoded(encoding, text)

const expected = ({ text, expect }: Sample): ReadonlyArray<string> =>
  expect ?? Array.from(text.matchAll(/[\w.+'-]+@home\.test|oops[\w.-]*/g), ([found]) => found)

const verified = ({ chunks }: Pick<Upload, "chunks">): ReadonlyArray<string> =>
  chunks.flatMap(({ emails, firstRows }) => emails.filter((_, at) => firstRows[at] !== -1))

/** The rows of a text and of what was read of it, with the text before the header. */
const recordsOf = (text: string, delimiter: string) =>
  Array.from(csvRecords(text, delimiter, false), ({ cells }) => cells)

describe("A list as it is exported", () => {
  for (const sample of programLists)
    it.effect(sample.program, function* () {
      const read = yield* Effect.result(upload(bytesOf(sample)))
      if (Result.isFailure(read))
        return assert.isTrue(sample.refused, textOf(read.failure.sentence))
      const { header, chunks, records, totals } = read.success
      assert.isUndefined(sample.refused)
      assert.deepStrictEqual(verified({ chunks }), expected(sample))
      assert.strictEqual(totals.rows, expected(sample).length)

      const { delimiter, preamble } = header.format
      const whole = preamble + csvOf([header.columns, ...records], { delimiter })
      assert.deepStrictEqual(recordsOf(whole, delimiter), recordsOf(sample.text, delimiter))

      const { emailColumn } = header
      const kept = chunks.map((chunk) =>
        unpackChunk(packChunk(chunk), { number: chunk.number, emailColumn })
      )
      assert.deepStrictEqual(kept, chunks)
      const slow = yield* upload(eachOctet(bytesOf(sample)))
      assert.deepStrictEqual(slow, read.success)
    })
})

const rows = Array.from({ length: 30 }, (_, at) => `p${at}@home.test,Ann,Bonn`)
const listOf = (...others: ReadonlyArray<string>) =>
  ["email,name,city", ...rows, ...others].join("\n")

describe("A cell without an @", () => {
  const noData = [
    "Total: 30,,",
    "Total: 30",
    "Abteilung Einkauf,,",
    "email,name,city",
    "E-Mail-Adresse,Vorname,Ort",
    "-----,----,----",
    "n/a,Ann,Bonn",
    "(30 rows affected)",
    "Confidential Information - Do Not Distribute",
    "nicht angegeben,Ann,Bonn",
    "Summe,30,Stück"
  ]
  for (const row of noData)
    it.effect(`is no data in ${row}`, function* () {
      const { totals } = yield* upload(listOf(row))
      assert.deepInclude(totals, { records: 31, rows: 30, noData: 1 })
    })

  const mistakes = [
    "ann.home.test,Ann,Bonn",
    "ann,Ann,",
    "ann,,Bonn",
    "ann home test,Ann,Bonn",
    "total.example,Ann,Bonn",
    "Lee,Ann,ann@home.test,Bonn",
    "no.email.test,Ann,Bonn"
  ]
  for (const row of mistakes)
    it.effect(`is told as a mistake in ${row}`, function* () {
      const { totals } = yield* upload(listOf(row))
      assert.deepInclude(totals, { records: 31, rows: 31, noData: 0 })
    })

  it.effect("is a mistake where people leave the other cells blank", function* () {
    const gaps = Array.from({ length: 10 }, (_, at) => `q${at}@home.test,,`)
    const { totals } = yield* upload(listOf(...gaps, "ann.home.test,,", "ann"))
    assert.deepInclude(totals, { rows: 41, noData: 1 })
  })

  it.effect("is free in a column that has no address in 1,000 filled cells", function* () {
    const blanks = Array.from({ length: 5_000 }, (_, at) => `,b${at},x`)
    const bad = Array.from({ length: 1_000 }, (_, at) => `c${at},Ann,x`)
    const text = ["email,name,city", ...blanks, ...bad, "ann@home.test,Ann,x"].join("\n")
    assert.include(yield* refusalOf(text), "no cell has an @")
    const sorted = ["email,name,city", ...blanks, "ann@home.test,Ann,x"].join("\n")
    assert.deepInclude((yield* upload(sorted)).totals, { records: 5_001, rows: 1 })
  })
})

describe("Advice that names a column", () => {
  const files = [
    'id,email\n1,"ann@home.test;bob@home.test"\n',
    "id,mail\n1,ann@home.test\n",
    "a;b\n1;2;ann@home.test\n",
    'name,mail\n"Ann; Bob",ann@home.test\n',
    "Ann <ann@home.test>; Bob <bob@home.test>\n",
    "dn: cn=Ann,dc=home,dc=test\nmail: ann@home.test\n",
    "BEGIN:VCARD\nFN:Ann\nEMAIL;TYPE=work:ann@home.test\nEND:VCARD\n"
  ]
  for (const file of files)
    it.effect(`can be followed: ${JSON.stringify(file)}`, function* () {
      const sentence = yield* refusalOf(file)
      const column = /send column=(\d+)/.exec(sentence)?.[1]
      const isHeader = !sentence.includes("header=false")
      if (column === undefined && isHeader) return
      const layout = { column, hasHeader: isHeader }
      const read = yield* Effect.result(upload(file, { layout }))
      if (Result.isFailure(read)) assert.notMatch(read.failure.sentence, /column/)
    })
})
