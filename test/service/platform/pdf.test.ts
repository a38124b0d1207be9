/** PDF files that the service writes, read back by pdf.js, and held to what laws of layout say. */
import { widthOf } from "@rcpt/service/platform/pdf/fonts"
import { clip, isShown, paginate, wrap, writePdf } from "@rcpt/service/platform/pdf/writePdf"
import { Effect } from "effect"
import * as fc from "fast-check"
import { extractText, getDocumentProxy } from "unpdf"

import { assert, describe, it } from "../../support/vitest.ts"

const read = (file: Buffer) =>
  Effect.promise(async () => {
    const document = await getDocumentProxy(new Uint8Array(file))
    const { text } = await extractText(document, { mergePages: false })
    const { info } = await document.getMetadata()
    return { pages: document.numPages, text, title: Object(info).Title }
  })

const rowOf = (text: string) => ({ height: 12, texts: [{ text, x: 48, y: 3, size: 9 }] })

const documentOf = (texts: ReadonlyArray<string>, title = "A title") => ({
  title,
  language: "en",
  pages: paginate(texts.map(rowOf), "At the foot")
})

describe("A PDF file", () => {
  it.effect(
    "shows brackets, backslashes, umlauts, quotes and euro signs as they are",
    function* () {
      const text = "(a\\b) <c> Köln é “5 €” … – ß"
      const { text: shown } = yield* read(writePdf(documentOf([text])))
      assert.include(shown[0], text)
    }
  )

  it.effect("puts accents together, and says with ? what its fonts lack", function* () {
    const { text } = yield* read(writePdf(documentOf(["Ko\u0308ln", "发票\u0000\u202e 7"])))
    assert.match(text[0]!, /Köln\s+\?\?\?\? 7/)
    assert.deepStrictEqual(["Ko\u0308ln?", "发票"].map(isShown), [true, false])
  })

  it.effect("has any title", function* () {
    const title = "Konto 发票 (\\)"
    assert.strictEqual((yield* read(writePdf(documentOf(["x"], title)))).title, title)
  })

  it.effect("has every row of 10,000 once, in order, each page with its number", function* () {
    const rows = Array.from({ length: 10_000 }, (_, index) => `row-${index};`)
    const { pages, text } = yield* read(writePdf(documentOf(rows)))
    assert.deepStrictEqual(text.join(" ").match(/row-\d+;/g), rows)
    text.forEach((page, index) => assert.include(page, `Page ${index + 1} of ${pages}`))
  })

  it("is the same for the same pages", () => {
    assert.deepStrictEqual(writePdf(documentOf(["a", "b"])), writePdf(documentOf(["a", "b"])))
  })

  it("breaks no word and clips no more than it must", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 80 }),
        fc.integer({ min: 40, max: 300 }),
        (text, width) => {
          assert.strictEqual(wrap(text, width, 9).join(" "), text)
          for (const line of wrap(text, width, 9))
            assert.isTrue(widthOf(line, "regular", 9) <= width || !line.includes(" "))
          const clipped = clip(text, width, 9)
          assert.isAtMost(widthOf(clipped, "regular", 9), width)
          if (widthOf(text, "regular", 9) <= width) assert.strictEqual(clipped, text)
        }
      )
    )
  })
})
