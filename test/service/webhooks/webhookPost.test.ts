import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import type { TLSSocket } from "node:tls"

import { selfSigned } from "@rcpt/lab/smtp/selfSigned"
import { post } from "@rcpt/service/webhooks/post"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import { receiver, status, until } from "./webhookWorld.ts"
import type { Answers } from "./webhookWorld.ts"

const networkOf = (
  unsafe: ReadonlyArray<string>,
  names: Zone = {},
  allowedHosts: ReadonlyArray<string> = []
) =>
  Effect.map(Resolver, ({ a, aaaa }) => ({
    dns: { a, aaaa },
    isPublic: publicAddresses(unsafe),
    allowedHosts
  })).pipe(Effect.provide(Layer.fresh(Resolver.layerZone(names))))

const message = { headers: { "webhook-id": "msg" }, body: '{"type":"webhook.test"}' }

/** What is known of a name, so that a test may choose the host that a receiver is reached by. */
const posted = (url: string, unsafe: ReadonlyArray<string>, names: Zone = {}) =>
  Effect.flatMap(networkOf(unsafe, names), (network) => post(network, { ...message, url })).pipe(
    Effect.map(({ status: code }) => code)
  )

describe("What is sent", () => {
  it.live("goes to the address of the name, and says which name it is meant for", function* () {
    const to = yield* receiver()
    const url = `http://hooks.example:${to.port}/hook?a=b`
    const names: Zone = { "hooks.example": { A: ["10.0.0.1", "127.0.0.1"] } }
    assert.strictEqual(yield* posted(url, ["127.0.0.1/32"], names), 204)
    const [{ path, headers, body }] = to.heard as [(typeof to.heard)[0]]
    assert.deepStrictEqual([path, body], ["/hook?a=b", message.body])
    assert.strictEqual(headers.host, `hooks.example:${to.port}`)
    assert.strictEqual(headers["content-type"], "application/json")
    assert.strictEqual(headers["webhook-id"], "msg")
  })

  it.live("never reaches an address that is not public, whatever leads there", function* () {
    const to = yield* receiver()
    const names: Zone = {
      "loop.example": { A: ["127.0.0.1"] },
      "mapped.example": { AAAA: ["::ffff:127.0.0.1"] }
    }
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.0.0.1",
      "0177.0.0.01",
      "0.0.0.0",
      "[::ffff:127.0.0.1]",
      "[::1]",
      "loop.example",
      "mapped.example",
      "localhost"
    ]) {
      const failure = yield* Effect.flip(posted(`http://${host}:${to.port}/`, [], names))
      assert.match(failure, /has no (?:public )?address$/, host)
    }
    assert.strictEqual(to.connections(), 0)
  })

  it.live(
    "is looked up each time: a name that leads elsewhere by then is not believed",
    function* () {
      const to = yield* receiver()
      let address = "127.0.0.1"
      const local = yield* networkOf(["127.0.0.1/32"])
      const dns = {
        a: () => Effect.sync(() => ({ _tag: "Found" as const, records: [address] })),
        aaaa: () => Effect.succeed({ _tag: "NoData" as const })
      }
      const again = post({ ...local, dns }, { ...message, url: `http://a.example:${to.port}/` })
      assert.strictEqual((yield* again).status, 204)
      address = "127.0.0.2"
      assert.strictEqual(yield* Effect.flip(again), "a.example has no public address")
      assert.strictEqual(to.connections(), 1)
    }
  )

  it.live(
    "goes nowhere that the operator does not allow, nor to a port of another service",
    function* () {
      const to = yield* receiver()
      const names: Zone = { "a.example": { A: ["127.0.0.1"] } }
      const network = yield* networkOf(["127.0.0.1/32"], names, ["b.example"])
      const sent = (url: string) => Effect.flip(post(network, { ...message, url }))
      assert.strictEqual(
        yield* sent(`http://a.example:${to.port}/`),
        "the operator of this service does not allow a.example"
      )
      assert.strictEqual(yield* sent("http://b.example:25/"), "port 25 is that of another service")
      assert.strictEqual(to.connections(), 0)
    }
  )

  it.live("is not sent on where a redirect leads", function* () {
    const inside = yield* receiver("127.0.0.2")
    const to = yield* receiver()
    for (const code of [301, 302, 303, 307, 308]) {
      to.answers(status(code, { location: inside.url }))
      assert.strictEqual(yield* posted(to.url, ["127.0.0.1/32"]), code)
    }
    assert.strictEqual(inside.connections(), 0)
    assert.strictEqual(to.heard.length, 5)
  })

  const endless: Answers = (response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write("a".repeat(65_536)));
      if (!response.destroyed) response.once("drain", more)
    }
    more()
  }
  const million: Answers = (response) => response.writeHead(202).end("a".repeat(1_000_000))
  const dripping: Answers = (response) => response.writeHead(201).write("a")

  for (const [what, answers, code] of [
    ["1 MB", million, 202],
    ["an endless answer", endless, 200],
    ["an answer that begins and does not end", dripping, 201]
  ] as const)
    it.live(`is taken by who answers with ${what}, and little of that is read`, function* () {
      const to = yield* receiver()
      let sent = 0
      to.answers((response, request) => {
        request.socket.on("close", () => (sent = request.socket.bytesWritten))
        answers(response, request)
      })
      assert.strictEqual(yield* posted(to.url, ["127.0.0.1/32"]), code)
      yield* until(() => sent > 0)
      // Sockets and the kernel hold some, whatever we read.
      assert.isBelow(sent, 16_000_000)
    })

  it.effect("waits 15 s for an answer, and no longer", function* () {
    const to = yield* receiver()
    to.answers(() => {})
    const fiber = yield* Effect.forkChild(Effect.flip(posted(to.url, ["127.0.0.1/32"])))
    yield* until(() => to.heard.length === 1)
    yield* TestClock.adjust("14999 millis")
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* Fiber.join(fiber), "no answer within 15 s")
  })

  it.live("fails with the reason when nobody listens, hangs up or speaks no HTTP", function* () {
    const to = yield* receiver()
    to.answers((response) => response.destroy())
    assert.strictEqual(yield* Effect.flip(posted(to.url, ["127.0.0.1/32"])), "ECONNRESET")
    to.answers((response) => response.socket?.end("220 mx.example ESMTP\r\n"))
    assert.match(yield* Effect.flip(posted(to.url, ["127.0.0.1/32"])), /^HPE_/)
    to.answers((response) =>
      response.socket?.write("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")
    )
    assert.match(
      yield* Effect.flip(posted(to.url, ["127.0.0.1/32"])),
      /closed without an answer|ECONNRESET|hang up/
    )
    assert.strictEqual(
      yield* Effect.flip(posted("http://127.0.0.1:2/", ["127.0.0.1/32"])),
      "ECONNREFUSED"
    )
  })

  /** A server behind TLS that answers everything, and the names that it was asked for. */
  const secured = Effect.gen(function* () {
    const names: Array<string> = []
    const heard: Array<string> = []
    const until = new Date(Date.now() + 3_600_000)
    const identity = selfSigned("hooks.example", { from: new Date(Date.now() - 3_600_000), until })
    const server = createServer(identity, (request, response) => {
      heard.push(request.url ?? "")
      names.push(String((request.socket as TLSSocket).servername))
      response.writeHead(204).end()
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))),
      () => Effect.sync(() => server.close())
    )
    const { port } = server.address() as AddressInfo
    return { port, names, heard, cert: identity.cert }
  })

  it.live("goes to who has the certificate of the name, and to nobody else", function* () {
    const { port, names, heard, cert } = yield* secured
    const names127: Zone = {
      "hooks.example": { A: ["127.0.0.1"] },
      "other.example": { A: ["127.0.0.1"] }
    }
    const said = (host: string) =>
      posted(`https://${host}:${port}/hook`, ["127.0.0.1/32"], names127).pipe(
        Effect.catch((failure) => Effect.succeed(failure))
      )
    assert.match(String(yield* said("hooks.example")), /SELF_SIGNED/)
    const before = getCACertificates("default")
    yield* Effect.acquireRelease(
      Effect.sync(() => setDefaultCACertificates([...before, cert])),
      () => Effect.sync(() => setDefaultCACertificates(before))
    )
    assert.strictEqual(yield* said("other.example"), "ERR_TLS_CERT_ALTNAME_INVALID")
    assert.strictEqual(yield* said("127.0.0.1"), "ERR_TLS_CERT_ALTNAME_INVALID")
    assert.deepStrictEqual(heard, [])
    assert.strictEqual(yield* said("hooks.example"), 204)
    assert.deepStrictEqual([names, heard], [["hooks.example"], ["/hook"]])
  })
})
