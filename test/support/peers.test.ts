/** How the comparison with other verifiers asks and reads (test/support/bench/peers). */
import { deepSamples } from "@rcpt/lab/deepSamples"
import * as Lab from "@rcpt/lab/Lab"
import * as Zone from "@rcpt/lab/Zone"

import { truthOf } from "./bench/peers/agreement.ts"
import { aliasZone, toAlias } from "./bench/peers/aliasZone.ts"
import { statusOf, verdictOf } from "./bench/peers/rcptTool.ts"
import { assert, describe, it } from "./vitest.ts"

describe("The lab's other name", () => {
  it.effect("has the records of the first, and its faults", function* () {
    const alias = aliasZone(Zone.union(yield* Lab.zones))
    const [mx] = alias.find("takesall.org") ?? []
    assert.deepInclude(mx, { name: "takesall.org", type: "MX" })
    assert.isUndefined(alias.find("nowhere.org"))
    assert.isUndefined(alias.find("takesall.test"))
    assert.isTrue(alias.rules.some(({ name }) => name === "silent.org"))
    assert.isTrue(alias.rules.every(({ name }) => name.endsWith(".org")))
  })

  it("changes no name outside of .test", () => {
    assert.strictEqual(toAlias("ann@acme.test"), "ann@acme.org")
    assert.strictEqual(toAlias("ann@test.acme.com"), "ann@test.acme.com")
    assert.strictEqual(toAlias("ann@latest"), "ann@latest")
  })
})

describe("The truth about a sample", () => {
  const truths: ReadonlyArray<[address: string, truth: string | undefined]> = [
    ["ann@acme.test", "exists"],
    ["gone@acme.test", "absent"],
    ["ann@nowhere.test", "absent"],
    ["ann@takesall.test", "hidden"],
    ["ann@grey.test", "hidden"],
    ["ann@servfail.test", "hidden"],
    ["flood@gmail.com", "exists"],
    ["full@acme.test", undefined],
    ["ann@intranet.test", undefined],
    ["ann@mailinator.com", undefined]
  ]
  for (const [address, truth] of truths) {
    it(`${address}: ${truth ?? "left out"}`, () => {
      const sample = deepSamples.find((one) => one.address === address)
      assert.isDefined(sample)
      assert.strictEqual(truthOf(sample), truth)
    })
  }
})

describe("An answer of the service", () => {
  const answers: ReadonlyArray<[status: string, smtp: string, verdict: string, byStatus: string]> =
    [
      ["valid", "deliverable", "valid", "valid"],
      ["risky", "deliverable", "valid", "unknown"],
      ["invalid", "undeliverable", "invalid", "invalid"],
      ["risky", "catch_all", "unknown", "unknown"],
      ["valid", "greylisted", "unknown", "valid"],
      ["invalid", "not_checked", "invalid", "invalid"],
      ["valid", "not_checked", "unknown", "valid"]
    ]
  for (const [status, smtp, verdict, byStatus] of answers) {
    it(`that is ${status} and ${smtp} says ${verdict}, by its status alone ${byStatus}`, () => {
      const checked = smtp !== "not_checked"
      const body = JSON.stringify({ status, smtp: { checked, status: smtp } })
      assert.strictEqual(verdictOf(body), verdict)
      assert.strictEqual(statusOf(body), byStatus)
    })
  }
})
