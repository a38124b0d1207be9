import { unanswered } from "@rcpt/domain/Fact"
import { isFullName, judgeAddress, judgeHelo } from "@rcpt/service/operations/doctor/self"
import type { SelfNamed } from "@rcpt/service/operations/doctor/self"
import { judgeSender } from "@rcpt/service/operations/doctor/sender"
import type { Sender } from "@rcpt/service/operations/doctor/sender"
import { found, noData, noDomain } from "@rcpt/verifier/dns/Answer"

import { assert, describe, it } from "../../../support/vitest.ts"
import { holds } from "./doctorRows.ts"

const ours = "203.0.113.5"
const self: SelfNamed = {
  helo: "probe.example.org",
  heloSetting: "RCPT_HELO",
  heloAddresses: found([ours]),
  local: ours,
  address: ours,
  isSeen: true,
  isProxied: false,
  names: found([{ name: "probe.example.org", isConfirmed: true }])
}
const behindNat: SelfNamed = { ...self, local: "10.0.0.5", isSeen: false }
const named = (name: string, isConfirmed: boolean) => found([{ name, isConfirmed }])
const helo = (differs: Partial<SelfNamed>) => judgeHelo({ ...self, ...differs })

describe("Our own name and address", () => {
  holds([
    ["all as it must be", helo({}), "helo.name ok, helo.address ok, helo.ptr ok"],
    [
      "in capitals",
      helo({ helo: "Probe.Example.ORG" }),
      "helo.name ok, helo.address ok, helo.ptr ok"
    ],
    [
      "a bare label, and an address with a good name",
      helo({ helo: "vm-7", heloAddresses: noDomain }),
      "helo.name problem, helo.ptr warning"
    ],
    [
      "no address",
      helo({ heloAddresses: noData }),
      "helo.name ok, helo.address problem, helo.ptr ok"
    ],
    [
      "another address",
      helo({ heloAddresses: found(["203.0.113.6"]) }),
      "helo.name ok, helo.address warning, helo.ptr ok"
    ],
    ["behind NAT", judgeHelo(behindNat), "helo.name ok, helo.address ok, helo.ptr ok"],
    ["no name", helo({ names: noDomain }), "helo.name ok, helo.address ok, helo.ptr problem"],
    [
      "a name that does not lead back",
      helo({ names: named("probe.example.org", false) }),
      "helo.name ok, helo.address ok, helo.ptr problem"
    ],
    [
      "another name that leads back",
      helo({ names: named("host5.example.net", true) }),
      "helo.name ok, helo.address ok, helo.ptr warning"
    ],
    [
      "nothing answered",
      helo({ heloAddresses: unanswered("timeout"), names: unanswered("timeout") }),
      "helo.name ok, helo.address note, helo.ptr note"
    ],
    [
      "an address that is not known",
      helo({ address: undefined, isSeen: false, heloAddresses: noDomain, names: undefined }),
      "helo.name ok, helo.address problem, helo.ptr note"
    ],
    ["seen", judgeAddress(self), "address ok"],
    ["not seen", judgeAddress(behindNat), "address note"],
    [
      "unknown",
      judgeAddress({ ...self, local: undefined, address: undefined, isSeen: false }),
      "address note"
    ]
  ])

  it("gives the line that says the name which the address has", () => {
    const settingOf = (name: string) =>
      helo({ names: named(name, true) }).find(({ id }) => id === "helo.ptr")?.setting
    assert.strictEqual(settingOf("host5.example.net"), "RCPT_HELO=host5.example.net")
    assert.isUndefined(settingOf("vm"))
  })

  it("speaks of the option where an egress has a name of its own", () => {
    const ofEgress = { ...self, heloSetting: "helo= of the egress" }
    const findings = [
      { ...ofEgress, names: named("host5.example.net", true) },
      { ...ofEgress, heloAddresses: found(["203.0.113.6"]), names: noDomain },
      { ...ofEgress, helo: "vm-7", names: noDomain }
    ].flatMap(judgeHelo)
    const texts = [...findings, ...judgeAddress({ ...ofEgress, isSeen: false })].flatMap(
      ({ says, advice, setting }) => [says, advice, setting]
    )
    assert.notInclude(texts.join(" "), "RCPT_HELO")
    assert.lengthOf(
      texts.filter((text) => text?.includes("helo= of the egress")),
      7
    )
  })

  for (const name of ["mail.example.org", "a-1.b2.example", "xn--bcher-kva.example"])
    it(`${name} is a full name`, () => assert.isTrue(isFullName(name)))
  for (const name of ["vm", "localhost", "a.localhost", "vm.local", "localhost.localdomain"])
    it(`${name} is none`, () => assert.isFalse(isFullName(name)))
  for (const name of ["192.0.2.1", "1.2.3", "::1", "a..example", ".example.org", "vm.internal"])
    it(`${name} is none`, () => assert.isFalse(isFullName(name)))
})

const sender: Sender = {
  mailFrom: "verify@example.org",
  isDefault: false,
  domain: "example.org",
  mail: "mx",
  address: ours,
  spf: { _tag: "pass" }
}
const from = (differs: Partial<Sender>) => judgeSender({ ...sender, ...differs })
const spf = (_tag: NonNullable<Sender["spf"]>["_tag"]) =>
  from({ spf: { _tag, why: "why", record: "v=spf1 ptr", depends: "ptr" } })

describe("Our sender", () => {
  holds([
    ["all as it must be", from({}), "sender.domain ok, sender.spf ok"],
    ["an address only", from({ mail: "address" }), "sender.domain ok, sender.spf ok"],
    ["neither", from({ mail: "none" }), "sender.domain problem, sender.spf ok"],
    ["a null MX", from({ mail: "refused" }), "sender.domain problem, sender.spf ok"],
    ["no answer", from({ mail: { unanswered: "timeout" } }), "sender.domain note, sender.spf ok"],
    ["the null sender", from({ mailFrom: "", domain: "" }), "sender.domain note"],
    ["a bare RCPT_HELO", from({ isDefault: true, domain: "vm" }), "sender.domain note"],
    ["a bare domain on purpose", from({ domain: "vm" }), "sender.domain ok, sender.spf ok"],
    [
      "our address unknown",
      from({ address: undefined, spf: undefined }),
      "sender.domain ok, sender.spf note"
    ],
    ["SPF: fail", spf("fail"), "sender.domain ok, sender.spf problem"],
    ["SPF: broken", spf("broken"), "sender.domain ok, sender.spf problem"],
    ["SPF: none", spf("none"), "sender.domain ok, sender.spf warning"],
    ["SPF: softfail", spf("softfail"), "sender.domain ok, sender.spf warning"],
    ["SPF: neutral", spf("neutral"), "sender.domain ok, sender.spf warning"],
    ["SPF: unanswered", spf("unanswered"), "sender.domain ok, sender.spf note"],
    ["SPF: undecided", spf("undecided"), "sender.domain ok, sender.spf note"]
  ])
})
