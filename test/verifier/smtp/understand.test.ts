/** Sentences made from the tables of words: what a noun and a predicate say together, in every language. */
import { readReply } from "@rcpt/verifier/smtp/readReply"
import { languages } from "@rcpt/verifier/smtp/rules/languages"
import type { LanguageWords } from "@rcpt/verifier/smtp/rules/LanguageWords"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

const read = (code: number, text: string) => {
  const { status, subReason, isUnclear, ruleId } = readReply({
    phase: "rcpt",
    reply: { code, enhancedCode: undefined, lines: [text] },
    mxHost: "mx.acme.test",
    recipient: "ann@acme.test",
    ours: { helo: "probe.rcpt.test", mailFrom: "check@rcpt.test" }
  })
  return { status: isUnclear ? "unclear" : status, subReason, ruleId }
}

/** The words of a list, those with letters left open in their shortest form. */
const samples = (list: string): ReadonlyArray<string> =>
  list === "" ? [] : list.split("|").map((one) => one.replaceAll("*", "").replaceAll("…", " "))

const meanings = {
  absent: "mailbox_not_found",
  closed: "mailbox_disabled",
  full: "mailbox_full"
} as const

const predicates = ["absent", "closed", "full"] as const

const echoes = ["", "<ann@acme.test>: ", "5.1.1 ", "RUSR 192.0.2.10: ", "<ann@acme.test>... "]

/** A blank between words of scripts that have none does no harm. */
const sentence = fc.constantFrom(
  (noun: string, words: string) => `${noun} ${words}`,
  (noun: string, words: string) => `${words} ${noun}`,
  (noun: string, words: string) => `${words}: ${noun}.`,
  (noun: string, words: string) => `${noun} (${words})`
)

const one = (list: string) => fc.constantFrom(...samples(list))

const negated = (language: LanguageWords, words: string, no: string) =>
  language.negatesAfter === true && language.isUnspaced === true
    ? `${words}${no}`
    : language.negatesAfter === true
      ? `${words} ${no}`
      : `${no} ${words}`

/** Negations that are not a refusal by themselves. */
const negations = ({ not, absent }: LanguageWords) =>
  fc.constantFrom(...samples(not).filter((no) => !samples(absent).includes(no)))

/** Whether words have a negation of their own, or get another meaning with one: two are a matter of each language. */
const isNegative = ({ not, full, absent, closed }: LanguageWords, words: string, no: string) =>
  samples(not).some((one) => words.includes(one)) ||
  [full, absent, closed].some((list) =>
    samples(list).some((one) => one.startsWith(`${no} `) && `${no} ${words}`.startsWith(one))
  )

const condemned = ({ status }: ReturnType<typeof read>): boolean => status === "undeliverable"

describe.each(languages.map((language) => [language.language, language] as const))(
  "In words of %s,",
  (name, language) => {
    const noun = one(language.recipient)

    for (const predicate of predicates)
      it(`a mailbox is ${predicate}, in any order and after any echo`, () =>
        fc.assert(
          fc.property(
            noun,
            one(language[predicate]),
            sentence,
            fc.constantFrom(...echoes),
            (a, b, say, echo) => {
              // "192.0.2.10: address unknown" speaks of that address.
              fc.pre(!(echo.includes("192.0.2.10") && /\baddress(?:es)?\b/.test(`${a} ${b}`)))
              const text = `${echo}${say(a, b)}`
              const { status, subReason, ruleId } = read(550, text)
              assert.deepStrictEqual(status, "undeliverable", `${text}: ${ruleId}`)
              if (predicate === "full")
                assert.strictEqual(subReason, meanings.full, `${text}: ${ruleId}`)
            }
          )
        ))

    it("what a negation turns round condemns, and what it takes back does not", () =>
      fc.assert(
        fc.property(noun, one(language.known), negations(language), (a, known, not) => {
          const text = `${a} ${negated(language, known, not.replaceAll("*", ""))}`
          assert.isTrue(condemned(read(550, text)), `${text}: ${read(550, text).ruleId}`)
          const yes = `${a} ${known}`
          assert.isFalse(condemned(read(550, yes)), `${yes}: ${read(550, yes).ruleId}`)
        })
      ))

    it("a negated refusal condemns nobody", () =>
      fc.assert(
        fc.property(
          noun,
          fc.constantFrom(...predicates).chain((predicate) => one(language[predicate])),
          negations(language),
          (a, words, not) => {
            // Two negations are a matter of each language.
            fc.pre(!isNegative(language, words, not))
            const text = `${a} ${negated(language, words, not.replaceAll("*", ""))}`
            assert.isFalse(condemned(read(550, text)), `${text}: ${read(550, text).ruleId}`)
          }
        )
      ))

    it("no noun for our sender is a mailbox", () => {
      if (language.sender === "") return
      fc.assert(
        fc.property(
          one(language.sender),
          fc.constantFrom(...predicates).chain((predicate) => one(language[predicate])),
          sentence,
          fc.constantFrom(...echoes),
          (a, words, say, echo) => {
            const text = `${echo}${say(a, words)}`
            assert.isFalse(condemned(read(550, text)), `${text}: ${read(550, text).ruleId}`)
          }
        )
      )
    })

    it(`a temporary reply condemns nobody (${name})`, () =>
      fc.assert(
        fc.property(noun, one(language.absent), sentence, (a, words, say) => {
          assert.isFalse(condemned(read(450, say(a, words))))
        })
      ))
  }
)
