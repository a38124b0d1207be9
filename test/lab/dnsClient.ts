/** DNS clients for the lab's tests: Node's resolver, and raw sockets for what the resolver hides. */
import { createSocket } from "node:dgram"
import { Resolver } from "node:dns/promises"
import { connect } from "node:net"

import * as DnsServer from "@rcpt/lab/DnsServer"
import * as ZoneFile from "@rcpt/lab/ZoneFile"
import { decode, encode, type DecodedPacket, type Packet, type RecordType } from "dns-packet"
import { Effect, Result } from "effect"

/** A zone with every kind of name and record. */
export const world = `
$TTL 300
$ORIGIN good.test.
@            SOA ns hostmaster 1 1h 10m 1d 30
@            MX 20 mx2
@            MX 10 mx1
@            TXT "v=spf1 " "mx -all"
mx1          A 127.0.0.11
mx1          AAAA ::1
deep.in.here A 127.0.0.12
*.wild       TXT "any"
own.wild     A 127.0.0.13
short        CNAME mx1
long         CNAME short
dangling     CNAME gone
loop         CNAME pool
pool         CNAME loop
$ORIGIN null.test.
@            MX 0 .
$ORIGIN big.test.
@            TXT ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                  "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
                  "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                  "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
                  "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
                  "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")
`

/** A name server for the zone in `text`, until the test ends. */
export const startServer = (text: string) =>
  DnsServer.start({ zones: [Result.getOrThrow(ZoneFile.parse(text, "test.zone"))] })

/** Node's resolver for the server at `address`, with short timeouts so that a lost answer fails fast. */
export const resolverAt = (address: string, timeout = 250, tries = 1): Resolver => {
  const resolver = new Resolver({ timeout, tries })
  resolver.setServers([address])
  return resolver
}

/** The value of a look-up, or the code of its error. */
export const outcome = <A>(lookUp: () => Promise<A>) =>
  Effect.promise(() =>
    lookUp().catch((error: unknown) =>
      error instanceof Error && "code" in error ? error.code : Promise.reject(error)
    )
  )

const portOf = (address: string): number => Number(address.split(":")[1])

export const query = (name: string, type: RecordType, more: Packet = {}): Buffer =>
  encode({ type: "query", id: 4711, flags: 1 << 8, questions: [{ name, type }], ...more })

/** Sends bytes over UDP; returns the first reply, or `undefined` after `waitMillis`. */
export const overUdp = (address: string, bytes: Uint8Array, waitMillis = 500) =>
  Effect.callback<Buffer | undefined>((resume) => {
    const socket = createSocket("udp4")
    const finish = (answer: Buffer | undefined) => {
      clearTimeout(timer)
      socket.close()
      resume(Effect.succeed(answer))
    }
    const timer = setTimeout(() => finish(undefined), waitMillis)
    socket.once("message", finish)
    socket.send(bytes, portOf(address), "127.0.0.1")
  })

/** Sends chunks over one connection; returns its messages until it closes or `count` have come. */
export const overTcp = (address: string, chunks: ReadonlyArray<Uint8Array>, count: number) =>
  Effect.callback<ReadonlyArray<DecodedPacket>>((resume) => {
    const socket = connect(portOf(address), "127.0.0.1")
    socket.setNoDelay(true)
    const messages: Array<DecodedPacket> = []
    let pending = Buffer.alloc(0)
    socket.on("data", (data) => {
      pending = Buffer.concat([pending, data])
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0)
        messages.push(decode(pending.subarray(2, end)))
        pending = pending.subarray(end)
      }
      if (messages.length >= count) socket.destroy()
    })
    socket.once("close", () => resume(Effect.succeed(messages)))
    socket.on("error", () => socket.destroy())
    const [first, ...rest] = chunks
    if (first) socket.write(first)
    // Each chunk in a separate segment, so that messages are cut in the middle.
    rest.forEach((chunk, index) => setTimeout(() => socket.write(chunk), 20 * (index + 1)))
  })

export const framed = (message: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}
