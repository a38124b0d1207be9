import { costOf } from "@rcpt/domain/price"
import { SmtpReason, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"
import { SubStatus } from "@rcpt/domain/Verdict"
import { deepSamples, printDeep } from "@rcpt/lab/deepSamples"
import type { DeepEnding } from "@rcpt/lab/deepSamples"
import * as Lab from "@rcpt/lab/Lab"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Context, Duration, Effect, Layer } from "effect"

import { assert, describe, it, layer } from "../support/vitest.ts"

class TheLab extends Context.Service<TheLab, Lab.Lab>()("test/TheLab") {}

/** Short, because the only slow servers of the lab are those that never answer. */
const timeouts = { total: Duration.seconds(3) }

/** The real verifier with the settings of `env`, connected to the lab over real sockets. */
const world = Layer.effect(TheLab, Lab.start()).pipe(
  Layer.flatMap((context) => {
    const { env } = Context.get(context, TheLab)
    const unsafeNetworks = [env["RCPT_UNSAFE_NETWORKS"] ?? ""]
    const prober = Prober.layer({
      helo: env["RCPT_HELO"] ?? "",
      mailFrom: env["RCPT_MAIL_FROM"] ?? "",
      port: Number(env["RCPT_SMTP_PORT"]),
      unsafeNetworks,
      timeouts,
      // Many samples share a mail provider, and the lab needs no pacing.
      pace: { connections: 20, startsPerSecond: 1_000 }
    })
    const verifier = Verifier.layer({ unsafeNetworks }).pipe(
      Layer.provide([Lists.layer, prober]),
      Layer.provide(Resolver.layer({ servers: [env["RCPT_DNS_SERVERS"] ?? ""] }))
    )
    return Layer.merge(Layer.succeedContext(context), verifier)
  })
)

const endingOf = Effect.fnUntraced(function* (address: string) {
  const verifier = yield* Verifier
  const { evidence, judgement } = yield* verifier.verify(address, { mode: "deep" })
  const { smtp } = evidence
  const reason = smtp?.checked === false ? smtp.reason : undefined
  const sub_reason = smtp?.checked === true ? smtp.subReason : undefined
  const { status, subStatus } = judgement
  return {
    smtp_status: smtp?.status,
    ...(reason && { reason }),
    ...(sub_reason && { sub_reason }),
    status,
    ...(subStatus && { sub_status: subStatus }),
    credits: costOf("deep", judgement, smtp)
  }
})

/** The values of a vocabulary that no sample has. */
const missing = <A extends string>(
  words: ReadonlyArray<A>,
  wordOf: (deep: DeepEnding) => A | undefined
): ReadonlyArray<A> => {
  const seen = new Set(deepSamples.map(({ deep }) => wordOf(deep)))
  return words.filter((word) => !seen.has(word))
}

describe("A deep sample address", () => {
  layer(world, { excludeTestServices: true })((it) => {
    for (const { address, says, deep } of deepSamples) {
      it.effect(`${address}: ${says}`, function* () {
        const ending: unknown = yield* endingOf(address)
        assert.deepStrictEqual(ending, { ...deep })
      })
    }

    it.effect(
      "is probed without protocol errors, a command before its turn, or DATA",
      function* () {
        const { mail } = yield* TheLab
        const sessions = mail.all.reduce((sum, { opened }) => sum + opened, 0)
        assert.isAbove(sessions, deepSamples.length / 2)
        for (const traffic of mail.all) {
          assert.strictEqual(traffic.malformed, 0)
          assert.strictEqual(traffic.outOfTurn, 0)
          for (const verb of ["DATA", "VRFY", "EXPN", "?"])
            assert.isFalse(traffic.commands.has(verb), verb)
        }
      }
    )
  })

  it("exists for every value that a single address can produce", () => {
    assert.deepStrictEqual(
      missing(SmtpStatus.literals, ({ smtp_status }) => smtp_status),
      []
    )
    assert.deepStrictEqual(
      missing(SmtpSubReason.literals, ({ sub_reason }) => sub_reason),
      []
    )
    assert.deepStrictEqual(
      missing(SmtpReason.literals, ({ reason }) => reason),
      // The first is reserved; the others need many requests.
      ["smtp_not_requested", "smtp_throttled", "smtp_abuse_throttled"]
    )
    const deepOnly = SubStatus.literals.filter((word) => /^mailbox_|^domain_rejected/.test(word))
    assert.strictEqual(deepOnly.length, 5)
    assert.deepStrictEqual(
      missing(deepOnly, ({ sub_status }) => deepOnly.find((word) => word === sub_status)),
      []
    )
  })

  it("is printed below its result, within 80 columns", () => {
    const addresses = deepSamples.map(({ address }) => address)
    assert.strictEqual(new Set(addresses).size, addresses.length)
    const lines = printDeep(deepSamples).split("\n")
    const results = lines.filter((line) => /^ {2}\S/.test(line))
    for (const line of results)
      assert.match(line, /^ {2}[a-z_]+(?:, [a-z_0-9]+)? → [a-z_]+.* \([015]\)$/)
    for (const address of addresses)
      assert.lengthOf(
        lines.filter((line) => line.startsWith(`    ${address} `)),
        1
      )
    assert.isAtMost(Math.max(...lines.map(({ length }) => length)), 80)
  })
})
