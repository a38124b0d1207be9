import { chargeFor, costOf } from "@rcpt/domain/price"
import { reason } from "@rcpt/domain/reasons"
import { SmtpReason, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Status, SubStatus } from "@rcpt/domain/Verdict"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { sandboxRows } from "@rcpt/verifier/sandbox/sandboxRows"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { nameServer } from "../dns/nameServer.ts"

/** Verifies against a name server that knows no name; returns also the questions that it got. */
const verifyAll = (emails: ReadonlyArray<string>, mode: Mode) =>
  Effect.gen(function* () {
    const { address, questions } = yield* nameServer(() => ({ rcode: "NXDOMAIN" }))
    const prober = Prober.layer({ helo: "probe.rcpt.test", mailFrom: "" })
    const world = Verifier.layer().pipe(
      Layer.provide(prober),
      Layer.provide([Lists.layer, Resolver.layer({ servers: [address] })])
    )
    const all = yield* Effect.provide(
      Effect.forEach(emails, (email) =>
        Verifier.use((verifier) => verifier.verify(email, { mode }))
      ),
      world
    )
    return { all, questions: questions.slice() }
  }).pipe(Effect.scoped)

const at = (localPart: string) => `${localPart}@sandbox.rcpt.test`
const words = sandboxRows.map(({ localPart }) => localPart)

const playing = (emails: ReadonlyArray<string>, mode: Mode) =>
  Effect.map(verifyAll(emails, mode), ({ all }) => all)

/** The fields of an answer whose values come from a vocabulary. */
const fieldsOf = ({ judgement, evidence: { smtp } }: Verification) => ({
  status: judgement.status,
  sub_status: judgement.subStatus,
  "smtp.status": smtp?.status,
  "smtp.reason": smtp?.checked === false ? smtp.reason : undefined,
  "smtp.sub_reason": smtp?.checked === true ? smtp.subReason : undefined
})

const vocabularies = {
  status: Status.literals,
  sub_status: SubStatus.literals,
  "smtp.status": SmtpStatus.literals,
  "smtp.reason": SmtpReason.literals,
  "smtp.sub_reason": SmtpSubReason.literals
} as const

describe("The sandbox", () => {
  for (const mode of ["fast", "deep"] as const)
    it.live(
      `asks no server in ${mode} mode, costs nothing, and says that it is the sandbox`,
      function* () {
        const { all, questions } = yield* verifyAll(words.map(at), mode)
        assert.deepStrictEqual(questions, [])
        for (const one of all) {
          assert.strictEqual(chargeFor(mode, one), 0)
          assert.deepInclude(one.judgement.reasons, reason("sandbox"))
          assert.strictEqual(one.evidence.smtp !== undefined, mode === "deep")
        }
      }
    )

  it.live("does not answer for a subdomain of the sandbox domain", function* () {
    const { all, questions } = yield* verifyAll(["valid@x.sandbox.rcpt.test"], "fast")
    assert.include(questions, "MX x.sandbox.rcpt.test")
    assert.isUndefined(all[0]!.evidence.sandbox)
  })

  it.effect("gives every value of each vocabulary", function* () {
    const all = (yield* playing(words.map(at), "deep")).map(fieldsOf)
    for (const [field, vocabulary] of Object.entries(vocabularies)) {
      const values = new Set(all.map((one) => one[field as keyof typeof vocabularies]))
      for (const word of vocabulary) assert.isTrue(values.has(word), `${field} ${word}`)
    }
  })

  it.effect("gives a value of a vocabulary for the local part of that name", function* () {
    const known: ReadonlySet<string> = new Set(Object.values(vocabularies).flat())
    const own = words.filter((word) => known.has(word))
    const all = yield* playing(own.map(at), "deep")
    assert.isAbove(own.length, 40)
    own.forEach((word, place) => assert.include(Object.values(fieldsOf(all[place]!)), word))
  })

  it.effect("has every price", function* () {
    const priced = (mode: Mode) =>
      Effect.map(playing(words.map(at), mode), (all) => {
        const prices = all.map(({ judgement, evidence }) => costOf(mode, judgement, evidence.smtp))
        return [...new Set(prices)].toSorted((a, b) => a - b)
      })
    assert.deepStrictEqual(
      [yield* priced("fast"), yield* priced("deep")],
      [
        [0, 1],
        [0, 1, 5]
      ]
    )
  })

  it.effect("plays `valid` for any other local part", function* () {
    const others = ["nobody", "constructor", "+valid", '"disposable"', "valid.x"]
    const [valid, ...rest] = (yield* playing([at("valid"), ...others.map(at)], "deep")).map(
      fieldsOf
    )
    for (const [place, one] of rest.entries()) assert.deepStrictEqual(one, valid, others[place])
  })

  it.effect("ignores case, a tag, and surrounding white space", function* () {
    const spellings = [
      at("disposable"),
      "Disposable@Sandbox.RCPT.test",
      " disposable+42@sandbox.rcpt.test "
    ]
    const all = yield* playing(spellings, "deep")
    for (const { judgement, evidence } of all) {
      assert.strictEqual(judgement.subStatus, "disposable")
      assert.isDefined(evidence.sandbox)
    }
    assert.strictEqual(all[2]!.evidence.input, "disposable+42@sandbox.rcpt.test")
  })

  it.effect("is free for malformed addresses too", function* () {
    const broken = ["a b@sandbox.rcpt.test", "@SANDBOX.rcpt.test", "a@@sandbox.rcpt.test"]
    for (const one of yield* playing(broken, "deep")) {
      const smtp: SmtpEvidence | undefined = one.evidence.smtp
      assert.strictEqual(one.judgement.subStatus, "failed_syntax_check")
      assert.deepInclude(smtp, { checked: false, reason: "smtp_invalid_syntax" })
      assert.strictEqual(chargeFor("deep", one), 0)
    }
  })

  it("is recognized by the spelling of an address alone", () => {
    const yes = [at("x"), "x@ＳＡＮＤＢＯＸ.rcpt.test", "a b@sandbox.rcpt.test"]
    const no = ["x@sandbox.rcpt.test.", "x@a.sandbox.rcpt.test", "sandbox.rcpt.test@acme.test", ""]
    for (const email of yes) assert.isTrue(isSandbox(email), email)
    for (const email of no) assert.isFalse(isSandbox(email), email)
  })

  it("has each local part once, in lower case", () => {
    assert.strictEqual(new Set(words).size, words.length)
    for (const word of words) assert.match(word, /^[a-z_8]+$/)
  })
})
