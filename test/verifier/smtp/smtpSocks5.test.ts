/** Sessions through a SOCKS5 proxy, which gets an IP address and never a name. */
import { connect } from "node:net"
import type { Socket } from "node:net"

import { addressOctets } from "@rcpt/verifier/smtp/socks5"
import type { Socks5 } from "@rcpt/verifier/smtp/socks5"
import { Effect, Redacted } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { evidence } from "../judge/evidence.ts"
import { checked, probe } from "./probing.ts"
import { mailWorld, replying, serve } from "./smtpWorld.ts"
import type { Peer, Script } from "./smtpWorld.ts"

const user = { name: "ann", password: Redacted.make("secret") }

/** Reads octets from a client, one call after the other. */
const reader = (socket: Socket) => {
  let rest = Buffer.alloc(0)
  const waiting: Array<() => void> = []
  const onData = (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    waiting[0]?.()
  }
  socket.on("data", onData)
  return {
    take: (count: number) =>
      new Promise<Buffer>((resolve) => {
        const tryIt = (): void => {
          if (rest.length < count) return
          const taken = rest.subarray(0, count)
          rest = rest.subarray(count)
          waiting.length = 0
          resolve(taken)
        }
        waiting[0] = tryIt
        tryIt()
      }),
    release: () => void socket.removeListener("data", onData)
  }
}

interface ProxyOptions {
  readonly password?: string
  /** In place of success. */
  readonly refusal?: number
}

/** A minimal proxy; `targets` gets each target address as the client sent it. */
const proxy =
  (targets: Array<ReadonlyArray<number>>, { password, refusal = 0 }: ProxyOptions = {}): Script =>
  ({ socket }) => {
    const { take, release } = reader(socket)
    const serveClient = async () => {
      const [, count = 0] = await take(2)
      const methods = [...(await take(count))]
      const method = password === undefined ? 0 : 2
      socket.write(Buffer.from([5, methods.includes(method) ? method : 0xff]))
      if (password !== undefined) {
        const [, length = 0] = await take(2)
        await take(length)
        const given = (await take((await take(1))[0] ?? 0)).toString()
        socket.write(Buffer.from([1, given === password ? 0 : 1]))
      }
      const [, , , type] = await take(4)
      const address = await take(type === 1 ? 4 : 16)
      const port = (await take(2)).readUInt16BE()
      targets.push([...address])
      socket.write(Buffer.from([5, refusal, 0, 1, 0, 0, 0, 0, 0, 0]))
      if (refusal !== 0) return
      release()
      const beyond = connect(port, [...address].join("."))
      beyond.on("error", () => socket.destroy())
      socket.pipe(beyond).pipe(socket)
    }
    void serveClient()
  }

const world = Effect.fnUntraced(function* (options?: ProxyOptions) {
  const mail = yield* mailWorld({
    "mx.x.test": replying({ rcpt: (to) => (to.includes("ann@") ? "250 ok" : "550 5.1.1 no") })
  })
  const targets: Array<ReadonlyArray<number>> = []
  const peers: Array<Peer> = []
  const { port } = yield* serve(proxy(targets, options), peers, "127.0.0.1", 0)
  return { mail, targets, socks5: { host: "127.0.0.1", port } satisfies Socks5 }
})

describe("Through a SOCKS5 proxy", () => {
  it.live("a mail server is reached by its IP address", function* () {
    const { mail, targets, socks5 } = yield* world()
    const smtp = checked(yield* probe(mail, evidence(), { proxy: socks5 }))
    assert.strictEqual(smtp.status, "deliverable")
    const records = mail.zone["mx.x.test"]
    const ip = typeof records === "object" ? records.A : []
    assert.deepStrictEqual([targets.map((octets) => octets.join("."))], [ip])
  })
  it.live("a password is sent", function* () {
    const { mail, socks5 } = yield* world({ password: "secret" })
    const smtp = checked(yield* probe(mail, evidence(), { proxy: { ...socks5, user } }))
    assert.strictEqual(smtp.status, "deliverable")
  })
  const faults: ReadonlyArray<
    readonly [title: string, options: ProxyOptions, more: Partial<Socks5>]
  > = [
    ["a wrong password", { password: "other" }, { user }],
    ["no password where one is wanted", { password: "secret" }, {}],
    ["a refusal", { refusal: 5 }, {}]
  ]
  for (const [title, options, more] of faults) {
    it.live(`${title} is a failed connection, and the address stays unknown`, function* () {
      const { mail, socks5 } = yield* world(options)
      const smtp = checked(yield* probe(mail, evidence(), { proxy: { ...socks5, ...more } }))
      assert.deepStrictEqual([smtp.status, smtp.subReason], ["unknown", "connection_failed"])
      assert.match(smtp.transcript[0]?.fault ?? "", /^the proxy/)
    })
  }
  it.live("no private address is connected to", function* () {
    const { mail, targets, socks5 } = yield* world()
    const smtp = yield* probe(mail, evidence(), { proxy: socks5, unsafeNetworks: [] })
    assert.deepInclude(smtp, { checked: false, reason: "smtp_unsafe_mx" })
    assert.deepStrictEqual(targets, [])
  })
  it("addresses are sent as octets", () => {
    const ipv6 = (...groups: ReadonlyArray<number>) => [
      4,
      ...groups.flatMap((group) => [group >> 8, group & 255])
    ]
    assert.deepStrictEqual(addressOctets("192.0.2.1"), [1, 192, 0, 2, 1])
    assert.deepStrictEqual(addressOctets("::1"), ipv6(0, 0, 0, 0, 0, 0, 0, 1))
    assert.deepStrictEqual(addressOctets("2001:db8::5:6"), ipv6(0x2001, 0xdb8, 0, 0, 0, 0, 5, 6))
    assert.deepStrictEqual(addressOctets("1:2:3:4:5:6:7:8"), ipv6(1, 2, 3, 4, 5, 6, 7, 8))
    assert.deepStrictEqual(
      addressOctets("64:ff9b::1.2.3.4"),
      ipv6(0x64, 0xff9b, 0, 0, 0, 0, 258, 772)
    )
  })
})
