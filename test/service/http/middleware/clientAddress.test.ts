/** The address that a client counts under, with and without proxies. */
import { clientAddress, clientScheme, countedAs } from "@rcpt/service/http/middleware/clientAddress"
import { Option } from "effect"
import { HttpServerRequest } from "effect/http"

import { assert, describe, it } from "../../../support/vitest.ts"

const from = (
  peer: string,
  forwardedFor: string | undefined,
  trusted: ReadonlyArray<string>
): string => {
  const headers: Record<string, string> = forwardedFor ? { "x-forwarded-for": forwardedFor } : {}
  const request = HttpServerRequest.fromWeb(new Request("http://localhost/", { headers }))
  return clientAddress(trusted)(request.modify({ remoteAddress: Option.some(peer) }))
}

const trustedProxies = ["10.0.0.0/8", "2001:db8::/32"]

describe("The address of a client", () => {
  const cases: ReadonlyArray<
    readonly [says: string, peer: string, forwarded: string | undefined, is: string]
  > = [
    ["its own, without proxies", "192.0.2.1", undefined, "192.0.2.1"],
    ["its own, whatever header it sends", "192.0.2.1", "198.51.100.1", "192.0.2.1"],
    ["the one that a trusted proxy names", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    ["the last one named", "10.1.2.3", "203.0.113.9, 198.51.100.1", "198.51.100.1"],
    [
      "the one before several proxies",
      "10.1.2.3",
      "203.0.113.9, 198.51.100.1, 10.9.9.9",
      "198.51.100.1"
    ],
    ["that of the first hop, when all are trusted", "10.1.2.3", "10.7.7.7,10.8.8.8", "10.7.7.7"],
    ["the proxy's, without a header", "10.1.2.3", undefined, "10.1.2.3"],
    [
      "the proxy's, when the last hop is malformed",
      "10.1.2.3",
      "198.51.100.1, unknown",
      "10.1.2.3"
    ],
    ["without the port", "10.1.2.3", "198.51.100.1:4711", "198.51.100.1"],
    ["without brackets", "10.1.2.3", "[2001:db8::1]:4711, [2a00::1]:4711", "2a00::1"],
    ["IPv4, also on a dual-stack socket", "::ffff:192.0.2.1", undefined, "192.0.2.1"],
    [
      "the one that a proxy on such a socket names",
      "::ffff:10.1.2.3",
      "::ffff:198.51.100.1",
      "198.51.100.1"
    ]
  ]
  for (const [says, peer, forwarded, is] of cases)
    it(`is ${says}`, () => assert.strictEqual(from(peer, forwarded, trustedProxies), is))

  it("is the peer's when no proxy is trusted", () =>
    assert.strictEqual(from("10.1.2.3", "198.51.100.1", []), "10.1.2.3"))

  it("is read from the last hops only", () => {
    const hops = `198.51.100.1,${"10.0.0.1,".repeat(50)}10.0.0.2`
    assert.strictEqual(from("10.1.2.3", hops, trustedProxies), "10.0.0.1")
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

describe("The scheme that a client uses", () => {
  const cases: ReadonlyArray<
    readonly [says: string, peer: string, forwarded: string | undefined, is: "http" | "https"]
  > = [
    ["http, as we speak no TLS", "192.0.2.1", undefined, "http"],
    ["http, whatever header it sends", "192.0.2.1", "https", "http"],
    ["the one that a trusted proxy names", "10.1.2.3", "https", "https"],
    ["the one of the first of several", "10.1.2.3", "HTTPS, http", "https"],
    ["http, when that one says so", "10.1.2.3", "http, https", "http"],
    ["http, without a header", "10.1.2.3", undefined, "http"],
    ["https, also on a dual-stack socket", "::ffff:10.1.2.3", "https", "https"]
  ]
  for (const [says, peer, forwarded, is] of cases)
    it(`is ${says}`, () => {
      const headers: Record<string, string> = forwarded ? { "x-forwarded-proto": forwarded } : {}
      const request = HttpServerRequest.fromWeb(new Request("http://localhost/", { headers }))
      const seen = request.modify({ remoteAddress: Option.some(peer) })
      assert.strictEqual(clientScheme(trustedProxies)(seen), is)
    })
})
