/** What holds for every reply, whatever its words. */
import { SmtpPhase } from "@rcpt/domain/Smtp"
import { readReply } from "@rcpt/verifier/smtp/readReply"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

const phrases =
  "user unknown|no such mailbox|5.1.1|relay access denied|mailbox full|account disabled|spamhaus|" +
  "greylisted|5.7.1|ann@x.test|ok|\u0000"

const phases = SmtpPhase.literals

describe("Whatever a server says,", () => {
  const words = fc.constantFrom(...phrases.split("|"))
  const texts = fc.array(fc.oneof(words, fc.string()), { maxLength: 6 }).map((all) => all.join(" "))
  const ourNames = "probe.rcpt.test|check@rcpt.test|rcpt.test|192.0.2.10|2001:db8::a:0:0:1"
  const ourNouns = "sender|HELO|TLS|Absender|expéditeur|отправитель|差出人"
  const aboutUs = fc.constantFrom(...`${ourNames}|${ourNouns}`.split("|"))
  const codes = fc.integer({ min: 200, max: 599 })
  const reading = (phase: SmtpPhase, code: number, text: string) =>
    readReply({
      phase,
      reply: { code, enhancedCode: /[245]\.\d\.\d/.exec(text)?.[0], lines: [text] },
      mxHost: "mx.x.test",
      recipient: "ann@x.test",
      ours: { helo: "probe.rcpt.test", mailFrom: "check@rcpt.test" }
    })

  it("no reply before RCPT makes a mailbox deliverable or undeliverable", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...phases.filter((phase) => phase !== "rcpt")),
        codes,
        texts,
        (phase, code, text) => {
          assert.notInclude(["undeliverable", "deliverable"], reading(phase, code, text).status)
        }
      )
    ))
  it("no 2xx, 3xx or 4xx makes a mailbox undeliverable", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...phases),
        fc.integer({ min: 200, max: 499 }),
        texts,
        (phase, code, text) => {
          assert.notStrictEqual(reading(phase, code, text).status, "undeliverable")
        }
      )
    ))
  it("no words that name a blocklist make a mailbox undeliverable", () =>
    fc.assert(
      fc.property(codes, texts, (code, text) => {
        const { status } = reading("rcpt", code, `${text} listed by spamhaus`)
        assert.notStrictEqual(status, "undeliverable")
      })
    ))
  it("no words about us make a mailbox undeliverable", () =>
    fc.assert(
      fc.property(codes, texts, aboutUs, texts, (code, before, words, after) => {
        const { status } = reading("rcpt", code, `${before} ${words} ${after}`)
        assert.notStrictEqual(status, "undeliverable")
      })
    ))
  it("a rule reads it", () =>
    fc.assert(
      fc.property(fc.constantFrom(...phases), codes, texts, (phase, code, text) => {
        assert.notStrictEqual(reading(phase, code, text).ruleId, "no-rule")
      })
    ))
  it("64 kB of it are read in 100 ms of processor time", () => {
    for (const text of ["a".repeat(64_000), "ip ".repeat(20_000), `${"server ".repeat(9_000)}@`]) {
      const before = process.cpuUsage()
      reading("rcpt", 550, text)
      assert.isBelow(process.cpuUsage(before).user / 1_000, 100)
    }
  })
})
