/** When no conversation takes place, and what is said then. */
import { assert, describe, it } from "@effect/vitest"
import type { Evidence } from "@rcpt/domain/Evidence"
import { present } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpReason } from "@rcpt/domain/Smtp"
import { Prober } from "@rcpt/verifier/smtp/Prober"
import type { Zone } from "@rcpt/verifier/Zone"
import { Duration, Effect, Fiber } from "effect"

import { evidence, hosts, listing, malformed, settled, wellFormed } from "./evidence.ts"
import { checked, probe, proberIn } from "./smtpAsking.ts"
import { mailWorld, mannered } from "./smtpWorld.ts"
import type { Script } from "./smtpWorld.ts"

const nowhere = { zone: {}, port: 25 }
const parking = present({ by: "mailHost", match: { service: "Someone", host: "p.test" } } as const)
const unroutable = (why: "noAddress" | "privateAddress") =>
  evidence({ routability: { _tag: "unroutable", why } })

describe("No mail server is asked about", () => {
  const rows: ReadonlyArray<readonly [says: string, given: Evidence, reason: SmtpReason]> = [
    ["what is no address", malformed, "smtp_invalid_syntax"],
    ["a domain that does not exist", settled({ _tag: "noDomain" }), "smtp_no_mx"],
    ["a domain with a null MX", settled({ _tag: "nullMx" }), "smtp_no_mx"],
    ["a domain without MX and address", settled({ _tag: "noMail" }), "smtp_no_mx"],
    ["a domain with an address only", evidence({ route: hosts(true) }), "smtp_no_mx"],
    ["mail hosts that do not exist", unroutable("noAddress"), "smtp_no_mx"],
    ["mail hosts with private addresses", unroutable("privateAddress"), "smtp_unsafe_mx"],
    [
      "a domain of which DNS did not tell",
      settled({ _tag: "unanswered", why: "SERVFAIL" }),
      "smtp_unavailable"
    ],
    ["a throwaway address", evidence({}, { disposable: listing }), "smtp_not_required"],
    ["a parked domain", evidence({ parking }), "smtp_not_required"],
    ["a local part that is not ASCII", { ...evidence(), syntax: wellFormed(true) }, "smtp_smtputf8"]
  ]
  for (const [says, given, reason] of rows) {
    it.effect(`${says}: ${reason}`, () =>
      Effect.gen(function* () {
        const prober = yield* Prober.use(Effect.succeed).pipe(Effect.provide(proberIn(nowhere)))
        assert.deepStrictEqual(yield* prober.probe(given), notChecked(reason))
        // Switched off, it knows as much.
        assert.deepStrictEqual(yield* Prober.off.probe(given), notChecked(reason))
      })
    )
  }

  it.effect("anybody, where probing is switched off: smtp_unavailable", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Prober.off.probe(evidence()), notChecked("smtp_unavailable"))
    })
  )
})

describe("A mail host", () => {
  const rows: ReadonlyArray<readonly [says: string, zone: Zone, reason: SmtpReason]> = [
    ["that is gone by now: smtp_no_mx", {}, "smtp_no_mx"],
    [
      "that has a private address by now: smtp_unsafe_mx",
      { "mx.x.test": { A: ["10.0.0.1"], AAAA: ["::ffff:127.0.0.1", "fe80::1"] } },
      "smtp_unsafe_mx"
    ],
    ["whose DNS is down by now: smtp_unavailable", { "mx.x.test": "SERVFAIL" }, "smtp_unavailable"],
    ["whose DNS is silent: smtp_unavailable", { "mx.x.test": "silence" }, "smtp_unavailable"]
  ]
  for (const [says, zone, reason] of rows) {
    it.live(says, () =>
      Effect.gen(function* () {
        const world = { zone: { ...zone, "x.test": { MX: ["10 mx.x.test"] } }, port: 25 }
        const smtp = yield* probe(world, evidence(), { unsafeNetworks: [] })
        assert.deepStrictEqual(smtp, notChecked(reason))
      })
    )
  }
})

describe("A place in line", () => {
  const silent: Script = () => {}

  it.live("that is not free in time is none: smtp_throttled", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ "mx.x.test": silent })
      const slots = { pace: { conversations: 1 }, slotWait: Duration.millis(50) }
      const ask = Prober.use(({ probe }) => probe(evidence()))
      const results = yield* Effect.all([ask, ask], { concurrency: 2 }).pipe(
        Effect.provide(proberIn(world, slots))
      )
      assert.deepStrictEqual(results.map(({ status }) => status).sort(), ["not_checked", "timeout"])
      assert.deepInclude(results, notChecked("smtp_throttled"))
    })
  )

  it.live("is free again when the one before is done, or has gone away", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({
        "mx.x.test": mannered({ rcpt: (words) => (words.includes("ann") ? "250 ok" : "550 5.1.1") })
      })
      yield* Effect.gen(function* () {
        const prober = yield* Prober
        const gone = yield* Effect.forkChild(prober.probe(evidence()))
        yield* Fiber.interrupt(gone)
        for (let turn = 0; turn < 3; turn++) {
          assert.strictEqual(checked(yield* prober.probe(evidence())).status, "deliverable")
        }
      }).pipe(
        Effect.provide(proberIn(world, { conversationsMax: 1, slotWait: Duration.millis(200) }))
      )
    })
  )

  it.live("and the conversation keep to the time that a caller gives", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ "mx.x.test": silent })
      const wishes = { timeout: Duration.millis(100) }
      const smtp = yield* Prober.use(({ probe }) => probe(evidence(), wishes)).pipe(
        Effect.provide(proberIn(world))
      )
      assert.strictEqual(checked(smtp).status, "timeout")
      assert.isBelow(checked(smtp).latencyMillis, 300)
    })
  )
})

describe("A prober", () => {
  it.live("does not start with a name that would break every conversation", () =>
    Effect.gen(function* () {
      for (const wrong of [{ helo: "a b" }, { helo: "x\r\nDATA" }, { mailFrom: "a b@x.test" }]) {
        const exit = yield* Effect.exit(probe(nowhere, evidence(), wrong))
        assert.strictEqual(exit._tag, "Failure")
      }
    })
  )
})
