import { assert, describe, it } from "@effect/vitest"
import { clientAddress, countedAs } from "@rcpt/service/http/clientAddress"
import { Option } from "effect"
import { HttpServerRequest } from "effect/http"

const from = (
  peer: string,
  forwardedFor: string | undefined,
  trusted: ReadonlyArray<string>
): string => {
  const headers: Record<string, string> = forwardedFor ? { "x-forwarded-for": forwardedFor } : {}
  const request = HttpServerRequest.fromWeb(new Request("http://localhost/", { headers }))
  return clientAddress(trusted)(request.modify({ remoteAddress: Option.some(peer) }))
}

const ours = ["10.0.0.0/8", "2001:db8::/32"]

describe("The address of a client", () => {
  const cases: ReadonlyArray<
    readonly [says: string, peer: string, forwarded: string | undefined, is: string]
  > = [
    ["its own, without proxies", "192.0.2.1", undefined, "192.0.2.1"],
    ["its own, whatever it says of itself", "192.0.2.1", "198.51.100.1", "192.0.2.1"],
    ["what our proxy says", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    ["the last one said", "10.1.2.3", "203.0.113.9, 198.51.100.1", "198.51.100.1"],
    ["beyond several proxies", "10.1.2.3", "203.0.113.9, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["that of the first of them, when all are ours", "10.1.2.3", "10.7.7.7,10.8.8.8", "10.7.7.7"],
    ["the proxy's, when it says nothing", "10.1.2.3", undefined, "10.1.2.3"],
    ["the proxy's, when it says nonsense", "10.1.2.3", "198.51.100.1, unknown", "10.1.2.3"],
    ["without the port", "10.1.2.3", "198.51.100.1:4711", "198.51.100.1"],
    ["without brackets", "10.1.2.3", "[2001:db8::1]:4711, [2a00::1]:4711", "2a00::1"],
    ["IPv4, also on a socket for both", "::ffff:192.0.2.1", undefined, "192.0.2.1"],
    ["what a proxy on such a socket says", "::ffff:10.1.2.3", "::ffff:198.51.100.1", "198.51.100.1"]
  ]
  for (const [says, peer, forwarded, is] of cases)
    it(`is ${says}`, () => assert.strictEqual(from(peer, forwarded, ours), is))

  it("is nobody's but the peer's when no proxy is trusted", () =>
    assert.strictEqual(from("10.1.2.3", "198.51.100.1", []), "10.1.2.3"))

  it("is looked for among the last hops only", () => {
    const hops = `198.51.100.1,${"10.0.0.1,".repeat(50)}10.0.0.2`
    assert.strictEqual(from("10.1.2.3", hops, ours), "10.0.0.1")
  })
})

describe("An address is counted", () => {
  const cases = [
    ["192.0.2.1", "192.0.2.1"],
    ["2a00:1450:4001:81b::200e", "2a00:1450:4001:81b"],
    ["2a00:1450:4001:081B:1:2:3:4", "2a00:1450:4001:81b"],
    ["2a00:1450::1", "2a00:1450:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""]
  ] as const
  for (const [address, as] of cases)
    it(`as "${as}" when it is "${address}"`, () => assert.strictEqual(countedAs(address), as))
})
