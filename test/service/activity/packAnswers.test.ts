import { createHash, randomBytes } from "node:crypto"
import { zstdCompressSync } from "node:zlib"

import { dictionaries, newestDictionary } from "@rcpt/service/activity/answerDictionary"
import { packAnswers, unpackAnswers } from "@rcpt/service/activity/packAnswers"
import { secretBox } from "@rcpt/service/platform/SecretBox"

import { assert, describe, it } from "../../support/vitest.ts"

const box = secretBox(randomBytes(32))

const answers = Array.from({ length: 64 }, (_, at) => ({
  email: at === 3 ? 'a\n"b@acme.test' : `user${at}@acme.test`,
  answer: at === 5 ? "" : JSON.stringify({ email: `user${at}@acme.test`, reasons: ["line\nbreak"] })
}))

describe("Answers that are kept", () => {
  it("are what they were, in their order", () => {
    assert.deepStrictEqual(unpackAnswers(box, "a", packAnswers(box, "a", answers)), answers)
    const one = answers.slice(3, 4)
    assert.deepStrictEqual(unpackAnswers(box, "a", packAnswers(box, "a", one)), one)
  })

  it("cannot be read for another account, with another key, or when they are damaged", () => {
    const sealed = packAnswers(box, "a", answers)
    assert.isUndefined(unpackAnswers(box, "b", sealed))
    assert.isUndefined(unpackAnswers(secretBox(randomBytes(32)), "a", sealed))
    assert.isUndefined(unpackAnswers(box, "a", sealed.slice(0, -1)))
    const dictionary = Buffer.from(answers[0]!.answer)
    const packed = zstdCompressSync("no answers", { dictionary })
    const other = Buffer.concat([Buffer.of(newestDictionary), packed])
    assert.isUndefined(unpackAnswers(box, "a", box.seal("a", other)))
    assert.isUndefined(unpackAnswers(box, "a", box.seal("a", Buffer.of(255, 0))))
  })

  // Stored answers can be read only with the very text that they were packed with.
  it("have dictionaries that never change", () => {
    const hashes = Object.entries(dictionaries).map(([number, text]) => [
      number,
      createHash("sha256").update(text).digest("hex")
    ])
    assert.deepStrictEqual(hashes, [
      ["1", "7cd6fc12b4d6deb0849cf1404872bb9b96360dadfa5ad0a45aa632378f33375b"]
    ])
  })
})
