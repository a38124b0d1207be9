import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { assert, describe, it } from "vitest"

describe("A mail server's address", () => {
  const isPublic = publicAddresses([])

  // The edges of each reserved network, and the public addresses next to them.
  const rows: ReadonlyArray<readonly [ip: string, isPublic: boolean]> = [
    ["0.255.255.255", false],
    ["1.0.0.0", true],
    ["9.255.255.255", true],
    ["10.0.0.0", false],
    ["10.255.255.255", false],
    ["11.0.0.0", true],
    ["100.63.255.255", true],
    ["100.64.0.0", false],
    ["100.127.255.255", false],
    ["100.128.0.0", true],
    ["126.255.255.255", true],
    ["127.0.0.1", false],
    ["128.0.0.0", true],
    ["168.63.129.15", true],
    ["168.63.129.16", false],
    ["168.63.129.17", true],
    ["169.253.255.255", true],
    ["169.254.169.254", false],
    ["169.255.0.0", true],
    ["172.15.255.255", true],
    ["172.16.0.0", false],
    ["172.31.255.255", false],
    ["172.32.0.0", true],
    ["192.0.0.8", false],
    ["192.0.1.0", true],
    ["192.0.2.1", false],
    ["192.0.3.0", true],
    ["192.167.255.255", true],
    ["192.168.0.1", false],
    ["192.169.0.0", true],
    ["198.17.255.255", true],
    ["198.18.0.0", false],
    ["198.19.255.255", false],
    ["198.20.0.0", true],
    ["198.51.100.7", false],
    ["198.51.101.0", true],
    ["203.0.113.7", false],
    ["203.0.114.0", true],
    ["223.255.255.255", true],
    ["224.0.0.1", false],
    ["240.0.0.1", false],
    ["255.255.255.255", false],
    ["100.100.100.200", false],
    ["192.0.0.192", false],
    ["fd00:ec2::254", false],
    ["fd20:ce::254", false],
    ["::", false],
    ["::1", false],
    ["::ffff:8.8.8.8", false],
    ["::ffff:10.0.0.1", false],
    ["64:ff9b::808:808", false],
    ["100::1", false],
    ["2001::1", false],
    ["2001:1ff:ffff::", false],
    ["2001:200::1", true],
    ["2001:4860:4860::8888", true],
    ["2001:db8::1", false],
    ["2002:a00:1::", false],
    ["2606:4700::1111", true],
    ["3fff::1", false],
    ["3fff:1000::", true],
    ["4000::1", false],
    ["5f00::1", false],
    ["fc00::1", false],
    ["fd12::1", false],
    ["fe80::1", false],
    ["fec0::1", false],
    ["ff02::1", false],
    ["mx.example.org", false],
    ["", false],
    ["010.0.0.1", false]
  ]
  for (const [ip, expected] of rows) {
    it(`${ip || "(nothing)"} is ${expected ? "" : "not "}public`, () =>
      assert.strictEqual(isPublic(ip), expected))
  }

  it("counts as public only inside networks that the operator trusts", () => {
    const trusting = publicAddresses(["127.0.0.0/8", "fd00::/8", "10.1.2.3"])
    assert.deepStrictEqual(
      ["127.0.0.1", "fd12::1", "10.1.2.3", "10.1.2.4", "fc00::1"].map(trusting),
      [true, true, true, false, false]
    )
  })

  it("throws on a mistyped network in the list", () => {
    assert.throws(() => publicAddresses(["10.0.0/8"]), /"10.0.0\/8" is not a network/)
    assert.throws(() => publicAddresses(["10.0.0.0/40"]))
  })
})
