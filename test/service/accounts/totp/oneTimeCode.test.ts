import { codeAt, decodeBase32, encodeBase32, stepOf } from "@rcpt/service/accounts/totp/Totp"

import { assert, describe, it } from "../../../support/vitest.ts"

/** RFC 6238, appendix B: the SHA-1 rows, whose last six of eight digits are those of a code of six. */
const vectors: ReadonlyArray<readonly [seconds: number, code: string]> = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"]
]

const secret = Buffer.from("12345678901234567890")

/** RFC 4648 §10, without padding. */
const base32: ReadonlyArray<readonly [text: string, encoded: string]> = [
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"]
]

describe("A one-time code", () => {
  for (const [seconds, code] of vectors)
    it(`is ${code} at ${seconds} s`, () =>
      assert.strictEqual(codeAt(secret, stepOf(seconds * 1_000)), code))

  for (const [text, encoded] of base32)
    it(`has a secret that apps read: ${encoded}`, () => {
      assert.strictEqual(encodeBase32(Buffer.from(text)), encoded)
      assert.strictEqual(decodeBase32(encoded).toString(), text)
    })
})
