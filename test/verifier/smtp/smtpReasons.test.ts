/** When no session takes place, and which reason is given. */
import type { Evidence } from "@rcpt/domain/Evidence"
import { present } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpReason } from "@rcpt/domain/Smtp"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Prober } from "@rcpt/verifier/Prober"
import { Duration, Effect, Fiber } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { evidence, hosts, listing, malformed, settled, wellFormed } from "../judge/evidence.ts"
import { checked, probe, proberIn } from "./probing.ts"
import { mailWorld, replying } from "./smtpWorld.ts"
import type { Script } from "./smtpWorld.ts"

const nowhere = { zone: {}, port: 25 }
const parking = present({ by: "mailHost", match: { service: "Someone", host: "p.test" } } as const)
const unroutable = (why: "noAddress" | "privateAddress") =>
  evidence({ routability: { _tag: "unroutable", why } })

describe("No mail server is asked about", () => {
  const rows: ReadonlyArray<readonly [what: string, given: Evidence, reason: SmtpReason]> = [
    ["a malformed address", malformed, "smtp_invalid_syntax"],
    ["a domain that does not exist", settled({ _tag: "noDomain" }), "smtp_no_mx"],
    ["a domain with a null MX", settled({ _tag: "nullMx" }), "smtp_no_mx"],
    ["a domain without MX and address", settled({ _tag: "noMail" }), "smtp_no_mx"],
    ["a domain with an address only", evidence({ route: hosts(true) }), "smtp_no_mx"],
    ["mail hosts that do not exist", unroutable("noAddress"), "smtp_no_mx"],
    ["mail hosts with private addresses", unroutable("privateAddress"), "smtp_unsafe_mx"],
    [
      "a domain without an answer of DNS",
      settled({ _tag: "unanswered", why: "SERVFAIL" }),
      "smtp_unavailable"
    ],
    ["a throwaway address", evidence({}, { disposable: listing }), "smtp_not_required"],
    ["a parked domain", evidence({ parking }), "smtp_not_required"],
    ["a local part that is not ASCII", { ...evidence(), syntax: wellFormed(true) }, "smtp_smtputf8"]
  ]
  for (const [what, given, reason] of rows) {
    it.effect(`${what}: ${reason}`, function* () {
      const prober = yield* Prober.use(Effect.succeed).pipe(Effect.provide(proberIn(nowhere)))
      assert.deepStrictEqual(yield* prober.probe(given), notChecked(reason))
      // Switched off, it gives the same reason.
      assert.deepStrictEqual(yield* Prober.off.probe(given), notChecked(reason))
    })
  }

  it.effect("any address, where probing is switched off: smtp_unavailable", function* () {
    assert.deepStrictEqual(yield* Prober.off.probe(evidence()), notChecked("smtp_unavailable"))
  })
})

describe("A mail host", () => {
  const rows: ReadonlyArray<readonly [title: string, zone: Zone, reason: SmtpReason]> = [
    ["that is gone by now: smtp_no_mx", {}, "smtp_no_mx"],
    [
      "that has a private address by now: smtp_unsafe_mx",
      { "mx.x.test": { A: ["10.0.0.1"], AAAA: ["::ffff:127.0.0.1", "fe80::1"] } },
      "smtp_unsafe_mx"
    ],
    ["whose DNS is down by now: smtp_unavailable", { "mx.x.test": "SERVFAIL" }, "smtp_unavailable"],
    ["whose DNS is silent: smtp_unavailable", { "mx.x.test": "silence" }, "smtp_unavailable"]
  ]
  for (const [title, zone, reason] of rows) {
    it.live(title, function* () {
      const world = { zone: { ...zone, "x.test": { MX: ["10 mx.x.test"] } }, port: 25 }
      const smtp = yield* probe(world, evidence(), { unsafeNetworks: [] })
      assert.deepStrictEqual(smtp, notChecked(reason))
    })
  }
})

describe("A connection", () => {
  const silent: Script = () => {}

  it.live("that is not free in time: smtp_throttled", function* () {
    const world = yield* mailWorld({ "mx.x.test": silent })
    const options = { pace: { connections: 1 }, queueWait: Duration.millis(50) }
    const ask = Prober.use(({ probe }) => probe(evidence()))
    const results = yield* Effect.all([ask, ask], { concurrency: 2 }).pipe(
      Effect.provide(proberIn(world, options))
    )
    assert.deepStrictEqual(results.map(({ status }) => status).sort(), ["not_checked", "timeout"])
    assert.deepInclude(results, notChecked("smtp_throttled"))
  })

  it.live("is free again when the probe before it is done or cancelled", function* () {
    const world = yield* mailWorld({
      "mx.x.test": replying({ rcpt: (words) => (words.includes("ann") ? "250 ok" : "550 5.1.1") })
    })
    yield* Effect.gen(function* () {
      const prober = yield* Prober
      const cancelled = yield* Effect.forkChild(prober.probe(evidence()))
      yield* Fiber.interrupt(cancelled)
      for (let round = 0; round < 3; round++) {
        assert.strictEqual(checked(yield* prober.probe(evidence())).status, "deliverable")
      }
    }).pipe(Effect.provide(proberIn(world, { connectionsMax: 1, queueWait: Duration.millis(200) })))
  })

  it.live("is closed at the timeout of the caller", function* () {
    const world = yield* mailWorld({ "mx.x.test": silent })
    const options = { timeout: Duration.millis(100) }
    const smtp = yield* Prober.use(({ probe }) => probe(evidence(), options)).pipe(
      Effect.provide(proberIn(world))
    )
    assert.strictEqual(checked(smtp).status, "timeout")
    assert.isBelow(checked(smtp).latencyMillis, 300)
  })
})

describe("A prober", () => {
  it.live("does not start with a name that would break every session", function* () {
    for (const wrong of [{ helo: "a b" }, { helo: "x\r\nDATA" }, { mailFrom: "a b@x.test" }]) {
      const exit = yield* Effect.exit(probe(nowhere, evidence(), wrong))
      assert.strictEqual(exit._tag, "Failure")
    }
  })
})
