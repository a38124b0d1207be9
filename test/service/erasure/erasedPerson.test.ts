import { erasedPersonOf } from "@rcpt/service/erasure/ErasedPerson"
import { assert, describe, it } from "vitest"

const gmail = "Ann.Lee+news@Gmail.com"

/** By address that is erased: what names the same person, and what somebody else. */
const names: ReadonlyArray<
  readonly [email: string, same: ReadonlyArray<string>, others: ReadonlyArray<string>]
> = [
  [
    "ann@acme.test",
    [
      "ann@acme.test",
      " ANN@Acme.Test ",
      '"ann"@acme.test',
      "Ann Lee <ann@acme.test>",
      "mailto:ann@acme.test?subject=hello",
      "ann @ acme.test",
      "<ANN@ACME.TEST>"
    ],
    [
      "",
      "joann@acme.test",
      "ann.x@acme.test",
      "ann+news@acme.test",
      "ann@acme.test.example",
      "ann@sub.acme.test",
      "ann@acme",
      "@",
      "ann"
    ]
  ],
  [
    gmail,
    ["annlee@gmail.com", "a.n.n.l.e.e@googlemail.com", "ANNLEE+x@gmail.com"],
    ["annlee@acme.test", "annlee@gmaill.com", "annelee@gmail.com", "lee@gmail.com"]
  ],
  [
    "zoë@bücher.example",
    ["zoë@xn--bcher-kva.example", "ZOË@BÜCHER.example"],
    ["zoe@bücher.example"]
  ],
  ["not an address", [" Not an ADDRESS "], ["not an address at all"]]
]

const texts: ReadonlyArray<readonly [text: string, isIn: boolean]> = [
  ["ask annlee@gmail.com.", true],
  ["ask <Ann.Lee@GoogleMail.com>, or call", true],
  ["https://hooks.example/?to=ann.lee%2Bx%40gmail.com", true],
  ["100 % of annlee@gmail.com", true],
  ["https://hooks.example/?to=annlee%40gmail.com&x=1", true],
  ["annlee@gmail.com.csv", true],
  ["annlee@gmail.community", false],
  ["joannlee@gmail.com", false],
  ["annlee", false],
  ["", false]
]

describe("A person whose data is erased", () => {
  for (const [email, same, others] of names) {
    for (const text of same)
      it(`${email} is named by ${JSON.stringify(text)}`, () =>
        assert.isTrue(erasedPersonOf(email).isNamedBy(text)))
    for (const text of others)
      it(`${email} is not named by ${JSON.stringify(text)}`, () =>
        assert.isFalse(erasedPersonOf(email).isNamedBy(text)))
  }

  for (const [text, isIn] of texts)
    it(`${gmail} is ${isIn ? "" : "not "}in ${JSON.stringify(text)}`, () =>
      assert.strictEqual(erasedPersonOf(gmail).isIn(text), isIn))

  it("is remembered by the spellings that were found", () => {
    const subject = erasedPersonOf(gmail)
    assert.isTrue(subject.isNamedBy("A.NNLEE@gmail.com"))
    assert.sameMembers(
      [...subject.spellings],
      ["ann.lee+news@gmail.com", "annlee@gmail.com", "a.nnlee@gmail.com"]
    )
  })
})
