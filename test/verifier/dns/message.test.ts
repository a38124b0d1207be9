/** Messages of DNS, held against another implementation of them. */
import {
  idOf,
  isAnswerTo,
  encodeQuestion,
  questionOctetsOf,
  readAnswer,
  recordKinds
} from "@rcpt/verifier/dns/message"
import { decode, encode } from "dns-packet"
import type { Answer } from "dns-packet"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

const name = "acme.test"

/** An answer to the question about `name`; names in it point to earlier ones. */
const reply = (
  type: "A" | "AAAA" | "MX" | "NS" | "TXT",
  answers: ReadonlyArray<Answer>,
  rcode = 0
) =>
  encode({
    id: 7,
    type: "response",
    flags: rcode,
    questions: [{ type, name }],
    answers: [...answers]
  })

const question = (kind: keyof typeof recordKinds) =>
  encodeQuestion(7, recordKinds[kind].code, name) ?? Buffer.alloc(0)

const label = fc.stringMatching(/^[a-z0-9_-]{1,63}$/)
const names = fc
  .array(label, { minLength: 1, maxLength: 4 })
  .map((labels) => labels.join("."))
  .filter((text) => text.length <= 253)

describe("A question", () => {
  it("is what another implementation reads", () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 0, max: 0xffff }), (asked, id) => {
        const message = encodeQuestion(id, recordKinds.mx.code, asked)!
        const { questions, flag_rd: isRecursive, type } = decode(message)
        assert.deepStrictEqual(
          [idOf(message), type, isRecursive, questions],
          [id, "query", true, [{ name: asked, type: "MX", class: "IN" }]]
        )
      }),
      { numRuns: 200 }
    )
  })

  for (const [what, asked] of [
    ["an empty label", "a..test"],
    ["a dot first", ".test"],
    ["a long label", `${"a".repeat(64)}.test`],
    ["a blank", "a b.test"],
    ["letters beyond ASCII", "ä.test"],
    ["254 octets", `${"a.".repeat(126)}aa`]
  ] as const)
    it(`with ${what} is none`, () => {
      assert.isUndefined(encodeQuestion(1, 1, asked))
    })
})

describe("An answer", () => {
  it("has its records of the kind that was asked for, behind aliases", () => {
    const answers: ReadonlyArray<Answer> = [
      { type: "CNAME", name, data: "alias.test" },
      { type: "MX", name: "alias.test", data: { preference: 10, exchange: "mx.alias.test" } },
      { type: "MX", name: "alias.test", data: { preference: 0, exchange: "." } }
    ]
    const message = reply("MX", answers)
    assert.isTrue(isAnswerTo(message, question("mx")))
    assert.deepStrictEqual(readAnswer(message, questionOctetsOf(question("mx")), recordKinds.mx), {
      _tag: "Found",
      records: [
        { preference: 10, host: "mx.alias.test" },
        { preference: 0, host: "" }
      ]
    })
  })

  it("prints addresses of both families", () => {
    const a = reply("A", [{ type: "A", name, data: "192.0.2.1" }])
    const aaaa = reply("AAAA", [{ type: "AAAA", name, data: "2001:db8:0:0:1::2" }])
    const length = questionOctetsOf(question("a"))
    assert.deepStrictEqual(
      [readAnswer(a, length, recordKinds.a), readAnswer(aaaa, length, recordKinds.aaaa)],
      [
        { _tag: "Found", records: ["192.0.2.1"] },
        { _tag: "Found", records: ["2001:db8::1:0:0:2"] }
      ]
    )
  })

  it("prints a name with any octets in it, none of them a control character", () => {
    const data = { preference: 1, exchange: 'ma il.\u0001".test' }
    const message = reply("MX", [{ type: "MX", name, data }])
    assert.deepStrictEqual(readAnswer(message, questionOctetsOf(question("mx")), recordKinds.mx), {
      _tag: "Found",
      records: [{ preference: 1, host: 'ma il.\\001\\".test' }]
    })
  })

  it("is none to another question, and none while it is a question itself", () => {
    const message = reply("A", [])
    const other = encodeQuestion(7, recordKinds.a.code, "acme.tesu")!
    assert.isTrue(isAnswerTo(message, question("a")))
    assert.isFalse(isAnswerTo(message, other))
    assert.isFalse(isAnswerTo(message, question("mx")))
    assert.isFalse(isAnswerTo(question("a"), question("a")))
  })

  it("may spell the name in another way", () => {
    const message = reply("A", [])
    message.write("ACME", 13, "latin1")
    assert.isTrue(isAnswerTo(message, question("a")))
  })

  for (const [rcode, expected] of [
    [0, { _tag: "NoData" }],
    [3, { _tag: "NoDomain" }],
    [2, { _tag: "Unanswered", why: "SERVFAIL" }],
    [5, { _tag: "Unanswered", why: "REFUSED" }],
    [9, { _tag: "Unanswered", why: "RCODE 9" }]
  ] as const)
    it(`with code ${rcode} is ${expected._tag}`, () => {
      const read = readAnswer(reply("A", [], rcode), questionOctetsOf(question("a")), recordKinds.a)
      assert.deepInclude(read, expected)
    })

  it("that is cut or changed anywhere is read or refused, and never read for ever", () => {
    const answers: ReadonlyArray<Answer> = [
      { type: "MX", name, data: { preference: 10, exchange: "mx.acme.test" } },
      { type: "TXT", name, data: ["v=spf1", " -all"] },
      { type: "NS", name, data: "ns.acme.test" }
    ]
    const whole = reply("MX", answers)
    const kinds = [recordKinds.mx, recordKinds.txt, recordKinds.ns, recordKinds.a]
    fc.assert(
      fc.property(
        fc.integer({ min: 12, max: whole.length }),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }),
        (end, changes) => {
          const message = Buffer.from(whole)
          for (const [at, octet] of changes) message[at] = octet
          for (const kind of kinds)
            try {
              readAnswer<unknown>(message.subarray(0, end), questionOctetsOf(question("mx")), kind)
            } catch (error) {
              assert.instanceOf(error, RangeError)
            }
        }
      ),
      { numRuns: 500 }
    )
  })

  it("with a name that points to itself is refused", () => {
    const message = reply("NS", [{ type: "NS", name, data: "ns.acme.test" }])
    const data = message.length - "ns.acme.test".length - 2
    const pointer = 0xc000 | data
    message.writeUInt16BE(pointer, data)
    assert.throws(
      () => readAnswer(message, questionOctetsOf(question("ns")), recordKinds.ns),
      RangeError
    )
  })
})
