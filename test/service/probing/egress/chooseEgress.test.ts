/** Which egress asks about a domain, and what happens when a provider blocks one. */
import type { SmtpChecked } from "@rcpt/domain/Smtp"
import type { Egress, Egresses } from "@rcpt/service/platform/config/Egress"
import {
  egressOf,
  isStopped,
  moveAfterRefusal,
  moveOf,
  refusalToKeep
} from "@rcpt/service/probing/egress/chooseEgress"
import type { Health } from "@rcpt/service/probing/egress/chooseEgress"
import { healthIn } from "@rcpt/service/probing/egress/EgressHealth"

import { assert, describe, it } from "../../../support/vitest.ts"

const smtpChecked = (status: SmtpChecked["status"], ruleId = "ok"): SmtpChecked => ({
  checked: true,
  status,
  tls: false,
  mxHost: "mx.x.test",
  latencyMillis: 1,
  control: "notAsked",
  transcript: [{ host: "mx.x.test", phase: "rcpt", control: false, ruleId }]
})

const egress = (id: string, use: Partial<Egress> = {}): Egress => ({
  id,
  proxy: undefined,
  sourceAddress: undefined,
  helo: undefined,
  ...use
})

const three: Egresses = [egress("a"), egress("b"), egress("c")]
const domains = Array.from({ length: 1_000 }, (_, n) => `d${n}.test`)
const health =
  (of: Readonly<Record<string, Health>>) =>
  (id: string): Health =>
    of[id] ?? "healthy"
const placesOf = (
  egresses: Egresses,
  of: Readonly<Record<string, Health>> = {},
  group = "x.test"
) => domains.map((domain) => egressOf(domain, group, egresses, health(of)).id)
const shareOf = (places: ReadonlyArray<string>, id: string) =>
  places.filter((place) => place === id).length / places.length

describe("The egress of a domain", () => {
  it("is shared by weight", () => {
    const places = placesOf([egress("a", { weight: 3 }), egress("b")])
    assert.closeTo(shareOf(places, "a"), 0.75, 0.04)
  })

  it("has an address that the provider takes, unless the operator says otherwise", () => {
    const over6 = egress("b", { sourceAddress: "2001:db8::1" })
    const idsFor = (group: string, ...all: Egresses) => new Set(placesOf(all, {}, group))
    assert.deepStrictEqual(idsFor("google_workspace", egress("a"), over6), new Set(["a"]))
    assert.deepStrictEqual(idsFor("x.test", egress("a"), over6), new Set(["a", "b"]))
    const forced = { ...over6, isIpv6Forced: true } as const
    assert.deepStrictEqual(idsFor("google", egress("a"), forced), new Set(["a", "b"]))
    // Without another one the question is answered there: no host has an address.
    assert.deepStrictEqual(idsFor("google", over6, { ...over6, id: "c" }), new Set(["b", "c"]))
  })

  it("is another one only where its own is blocked, and a few domains try that one afterwards", () => {
    const [before, during, after] = [
      placesOf(three),
      placesOf(three, { b: "away" }),
      placesOf(three, { b: "returning" })
    ]
    assert.strictEqual(shareOf(during, "b"), 0)
    assert.isTrue(before.every((place, n) => place === "b" || during[n] === place))
    assert.isTrue(after.every((place, n) => place === "b" || during[n] === place))
    assert.isAbove(shareOf(after, "b"), 0)
    assert.isBelow(shareOf(after, "b"), 0.07)
    // Where all are blocked, nothing changes.
    assert.deepStrictEqual(placesOf(three, { a: "away", b: "away", c: "away" }), before)
  })

  it("is one that names the provider, if there is one", () => {
    const egresses: Egresses = [egress("a"), egress("b", { providers: new Set(["gmx"]) })]
    assert.deepStrictEqual(new Set(placesOf(egresses, {}, "gmx")), new Set(["b"]))
    assert.deepStrictEqual(new Set(placesOf(egresses, { b: "away" }, "gmx")), new Set(["b"]))
    assert.deepStrictEqual(new Set(placesOf(egresses)), new Set(["a"]))
  })

  it("is the one that was told of complaints, for all domains of the group: nobody dodges that", () => {
    const stopped = { b: "stopped" } as const
    assert.strictEqual(shareOf(placesOf(three, stopped), "b"), 1)
    assert.isTrue(isStopped({ egress: "a" }, three, health(stopped)))
    assert.isFalse(isStopped({ egress: "b" }, three, health(stopped)))
    assert.isUndefined(
      moveOf({ domain: "d.test", group: "x.test", egress: "b" }, three, health(stopped))
    )
  })
})

describe("A waiting row", () => {
  const row = { domain: "d.test", group: "x.test", egress: "b" }

  it("moves from a blocked egress, and not back", () => {
    const to = moveOf(row, three, health({ b: "away" }))!
    assert.include(["a", "c"], to)
    assert.isUndefined(moveOf({ ...row, egress: to }, three, health({ b: "returning" })))
    assert.isUndefined(moveOf(row, three, health({ b: "returning" })))
  })

  it("keeps a refusal about the address, three times at most, and never one about complaints", () => {
    const refused = smtpChecked("policy_blocked", "blocklist")
    const kept = refusalToKeep(row, refused, three, 9)
    assert.deepStrictEqual(kept, { by: ["b"], smtp: refused, at: 9 })
    const twice = { ...kept!, by: ["a", "c"] }
    assert.isUndefined(refusalToKeep({ ...row, refusal: twice }, refused, three, 9))
    assert.isUndefined(refusalToKeep(row, smtpChecked("policy_blocked", "conduct"), three, 9))
    assert.isUndefined(refusalToKeep(row, smtpChecked("deliverable"), three, 9))
    assert.isUndefined(refusalToKeep(row, refused, [egress("b")], 9))
  })

  it("that was refused moves on, unless its egress was served since or none is left", () => {
    const refusal = { by: ["a", "b"], smtp: smtpChecked("policy_blocked"), at: 9 }
    const move = (servedAt: number, of: Readonly<Record<string, Health>> = {}) =>
      moveAfterRefusal(row, refusal, servedAt, three, health(of))
    assert.strictEqual(move(8), "c")
    assert.isUndefined(move(10))
    assert.isUndefined(move(8, { c: "away" }))
  })

  it("sees a block end, then return slowly, then be over", () => {
    const hour = 3_600_000
    assert.deepStrictEqual(
      [1, 0, -hour].map((left) => healthIn({ because: "stillBlocked", left })),
      ["away", "returning", "healthy"]
    )
    assert.strictEqual(healthIn({ because: "conduct", left: 1 }), "stopped")
    assert.strictEqual(healthIn({ because: "rateLimited", left: 1 }), "healthy")
  })
})
