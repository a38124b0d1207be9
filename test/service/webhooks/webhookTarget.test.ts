import { textOf } from "@rcpt/api/errors/Sentence"
import { fetchBadPorts, internalPorts, isBadPort } from "@rcpt/service/webhooks/badPorts"
import { checkUrl } from "@rcpt/service/webhooks/target"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

const zone: Zone = {
  "hooks.example": { A: ["8.8.8.8"] },
  "six.example": { AAAA: ["2606:4700::1111"] },
  "both.example": { A: ["10.0.0.1"], AAAA: ["2606:4700::1111"] },
  "inside.example": { A: ["10.0.0.1"], AAAA: ["fd00::1"] },
  "loop.example": { A: ["127.0.0.1"] },
  "mapped.example": { AAAA: ["::ffff:127.0.0.1"] },
  "metadata.example": { A: ["169.254.169.254"] },
  "empty.example": {},
  "broken.example": "SERVFAIL",
  "mute.example": "silence"
}

const network = Effect.map(Resolver, ({ a, aaaa }) => ({
  dns: { a, aaaa },
  isPublic: publicAddresses([]),
  allowedHosts: []
})).pipe(Effect.provide(Resolver.layerZone(zone)))

const checked = (url: string, allowHttp = false, allowedHosts: ReadonlyArray<string> = []) =>
  Effect.flatMap(network, (asked) =>
    checkUrl(url, { ...asked, allowHttp, allowedHosts }).pipe(
      Effect.catchTag("BadUrl", ({ sentence }) => Effect.succeed(textOf(sentence)))
    )
  )

const good = [
  ["https://hooks.example/a?b=c", "https://hooks.example/a?b=c"],
  ["https://hooks.example:8443", "https://hooks.example:8443/"],
  ["https://HOOKS.example/#part", "https://hooks.example/"],
  ["https://six.example/", "https://six.example/"],
  ["https://both.example/", "https://both.example/"],
  ["https://8.8.8.8/", "https://8.8.8.8/"],
  ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
  // Nobody knows yet: it is looked up again when something is sent.
  ["https://broken.example/", "https://broken.example/"]
] as const

const absolute = "url must be an absolute URL, such as https://example.com/hook"
const nobody = (host: string) => `url must lead to a public address: ${host} has no public address`
const noWeb = (port: number) =>
  `url must lead to a web server: port ${port} is that of another service`
const noAddress = (host: string) => `url must lead to a public address: ${host} has no address`

/** The URL, and the sentence of its 400. */
const bad: ReadonlyArray<readonly [string, string]> = [
  ["", absolute],
  ["hooks.example/a", absolute],
  ["https://", absolute],
  ["https://256.256.256.256/", absolute],
  [
    "http://hooks.example/",
    "url must start with https://: the operator can allow http by RCPT_WEBHOOK_ALLOW_HTTP"
  ],
  ["ftp://hooks.example/", "url must start with https://"],
  ["file:///etc/passwd", "url must start with https://"],
  ["https://ann:secret@hooks.example/", "url must not contain a user name or a password"],
  [`https://hooks.example/${"a".repeat(2_048)}`, "url must be at most 2048 characters"],
  ["https://hooks.example:25/", noWeb(25)],
  ["https://hooks.example:0/", noWeb(0)],
  ["https://hooks.example:5432/", noWeb(5432)],
  ["https://8.8.8.8:6379/", noWeb(6379)],
  ["https://hooks.example:00022/", noWeb(22)],
  ["https://127.0.0.1/", nobody("127.0.0.1")],
  ["https://2130706433/", nobody("127.0.0.1")],
  ["https://0x7f000001/", nobody("127.0.0.1")],
  ["https://0x7f.1/", nobody("127.0.0.1")],
  ["https://0177.0.0.1/", nobody("127.0.0.1")],
  ["https://127.1/", nobody("127.0.0.1")],
  ["https://%31%32%37.0.0.1/", nobody("127.0.0.1")],
  ["https://１２７.0.0.1/", nobody("127.0.0.1")],
  ["https://0/", nobody("0.0.0.0")],
  ["https://10.1.2.3/", nobody("10.1.2.3")],
  ["https://172.16.0.1/", nobody("172.16.0.1")],
  ["https://192.168.1.1/", nobody("192.168.1.1")],
  ["https://100.64.0.1/", nobody("100.64.0.1")],
  ["https://169.254.169.254/latest/meta-data", nobody("169.254.169.254")],
  ["https://168.63.129.16/machine", nobody("168.63.129.16")],
  ["https://100.100.100.200/latest", nobody("100.100.100.200")],
  ["https://192.0.0.192/opc", nobody("192.0.0.192")],
  ["https://[fd00:ec2::254]/latest", nobody("fd00:ec2::254")],
  ["https://[fd20:ce::254]/", nobody("fd20:ce::254")],
  ["https://224.0.0.1/", nobody("224.0.0.1")],
  ["https://255.255.255.255/", nobody("255.255.255.255")],
  ["https://[::1]/", nobody("::1")],
  ["https://[::]/", nobody("::")],
  ["https://[::ffff:127.0.0.1]/", nobody("::ffff:7f00:1")],
  ["https://[::ffff:a00:1]/", nobody("::ffff:a00:1")],
  ["https://[::127.0.0.1]/", nobody("::7f00:1")],
  ["https://[64:ff9b::7f00:1]/", nobody("64:ff9b::7f00:1")],
  ["https://[2002:7f00:1::]/", nobody("2002:7f00:1::")],
  ["https://[fe80::1]/", nobody("fe80::1")],
  ["https://[fd00::1]/", nobody("fd00::1")],
  ["https://inside.example/", nobody("inside.example")],
  ["https://loop.example/", nobody("loop.example")],
  ["https://mapped.example/", nobody("mapped.example")],
  ["https://metadata.example/", nobody("metadata.example")],
  ["https://empty.example/", noAddress("empty.example")],
  ["https://localhost/", noAddress("localhost")]
]

describe("The URL of a webhook", () => {
  for (const [url, kept] of good)
    it.effect(`may be ${url}`, () =>
      Effect.map(checked(url), (said) => assert.strictEqual(said, kept))
    )

  for (const [url, error] of bad)
    it.effect(`is not ${url.slice(0, 60)}`, () =>
      Effect.map(checked(url), (said) => assert.strictEqual(said, error))
    )

  it.effect("may be http where that is allowed, and is private all the same", function* () {
    assert.strictEqual(yield* checked("http://hooks.example/", true), "http://hooks.example/")
    assert.strictEqual(yield* checked("http://2130706433/", true), nobody("127.0.0.1"))
    assert.strictEqual(
      yield* checked("gopher://hooks.example/", true),
      "url must start with https:// or http://"
    )
  })

  it.effect(
    "leads to a host that the operator allows, where there is a list of them",
    function* () {
      const hosts = ["hooks.example", "*.partner.example", "8.8.8.8", "10.1.2.3", "inside.example"]
      const allowed = (url: string) => checked(url, false, hosts)
      for (const url of ["https://hooks.example/a", "https://HOOKS.example./", "https://8.8.8.8/"])
        assert.match(yield* allowed(url), /^https:/, url)
      const refused = (host: string) =>
        `url must lead to an allowed host: the operator of this service does not allow ${host}`
      for (const host of ["six.example", "partner.example", "8.8.4.4", "evilhooks.example"])
        assert.strictEqual(yield* allowed(`https://${host}/`), refused(host))
      // The list restricts: what is private, and a port of another service, is refused all the same.
      assert.strictEqual(yield* allowed("https://10.1.2.3/"), nobody("10.1.2.3"))
      assert.strictEqual(yield* allowed("https://inside.example/"), nobody("inside.example"))
      assert.strictEqual(yield* allowed("https://hooks.example:22/"), noWeb(22))
    }
  )

  it.effect("does not wait for a name server that is silent", function* () {
    const fiber = yield* Effect.forkChild(checked("https://mute.example/"))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(fiber), "https://mute.example/")
  })
})

describe("The ports that no webhook may have", () => {
  it.live("are those that browsers refuse", function* () {
    // Node's fetch has the table of the standard, too, and refuses them before it connects.
    const isRefused = (port: number) =>
      Effect.tryPromise(() => fetch(`http://127.0.0.1:${port}/`)).pipe(
        Effect.flip,
        Effect.map(({ cause }) => /bad port/.test(String(Object(cause).cause?.message)))
      )
    // Port 0 came into the standard later.
    for (const port of fetchBadPorts.slice(1)) assert.isTrue(yield* isRefused(port), `${port}`)
  })

  it("are not those of the web, nor one twice", () => {
    for (const port of [80, 443, 3000, 8000, 8080, 8443, 8888, 9443, 49_152])
      assert.isFalse(isBadPort(port), `${port}`)
    const all = [...fetchBadPorts, ...internalPorts.map(({ port }) => port)]
    assert.strictEqual(new Set(all).size, all.length)
    assert.isTrue(all.every(isBadPort))
  })
})
