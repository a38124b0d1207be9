import { decode } from "dns-packet"
import { Effect } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../support/vitest.ts"
import { framed, overTcp, overUdp, query, startServer, world } from "./dnsClient.ts"

const ask = (name: string, type: "A" | "TXT" | "MX" = "A", more = {}) =>
  Effect.gen(function* () {
    const { address } = yield* startServer(world)
    const bytes = yield* overUdp(address, query(name, type, more))
    assert.isDefined(bytes)
    return { bytes, packet: decode(bytes) }
  })

const rcodeOf = (bytes: Buffer | undefined) => bytes && (bytes[3] ?? 0) & 0x0f

describe("A reply of the lab's name server", () => {
  it.live("repeats the id and the question, in the case of the query", function* () {
    const { packet } = yield* ask("mX1.gOOd.tEst")
    assert.strictEqual(packet.id, 4711)
    assert.strictEqual(packet.questions?.[0]?.name, "mX1.gOOd.tEst")
    assert.strictEqual(packet.answers?.[0]?.name, "mX1.gOOd.tEst")
    assert.isTrue(packet.flag_aa && packet.flag_ra && packet.flag_rd)
  })

  it.live("has the zone's SOA in a negative answer, its TTL limited to the minimum", function* () {
    for (const name of ["no.good.test", "good.test"]) {
      const { packet } = yield* ask(name)
      const [soa] = packet.authorities ?? []
      assert.strictEqual(soa?.type === "SOA" && soa.name, "good.test")
      assert.strictEqual(soa?.type === "SOA" && soa.ttl, 30)
    }
  })

  it.live("has the root's SOA for a name outside every zone", function* () {
    const { packet } = yield* ask("example.org")
    assert.strictEqual(packet.authorities?.[0]?.name, ".")
  })

  it.live("may have 600 octets over UDP if the OPT record of the client allows it", function* () {
    const opt = {
      type: "OPT",
      name: ".",
      udpPayloadSize: 1232,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      options: []
    }
    const { packet, bytes } = yield* ask("big.test", "TXT", { additionals: [opt] })
    assert.isFalse(packet.flag_tc)
    assert.isAbove(bytes.length, 600)
    assert.strictEqual(packet.additionals?.[0]?.type, "OPT")
    assert.isTrue((yield* ask("big.test", "TXT")).packet.flag_tc)
  })

  it.live("is sent for each query on one connection, wherever the segments are cut", function* () {
    const { address } = yield* startServer(world)
    const bytes = Buffer.concat(
      ["mx1.good.test", "own.wild.good.test"].map((name) => framed(query(name, "A")))
    )
    const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 40), bytes.subarray(40)]
    const answers = yield* overTcp(address, chunks, 2)
    assert.deepStrictEqual(
      answers.map(({ answers: [record] = [] }) => record?.type === "A" && record.data),
      ["127.0.0.11", "127.0.0.13"]
    )
  })
})

describe("The lab's name server, sent malformed messages", () => {
  const good = query("mx1.good.test", "A")
  const withByte = (index: number, value: number) => {
    const bytes = Buffer.from(good)
    bytes[index] = value
    return bytes
  }
  const malformed: ReadonlyArray<[string, Buffer, number | undefined]> = [
    ["does not answer an empty datagram", Buffer.alloc(0), undefined],
    ["does not answer half a header", good.subarray(0, 11), undefined],
    ["does not answer a response", withByte(2, 0x80), undefined],
    ["answers FORMERR to a header alone", good.subarray(0, 12), 1],
    ["answers FORMERR to a truncated name", good.subarray(0, 16), 1],
    ["answers FORMERR to a name that points at itself", withByte(12, 0xc0), 1],
    ["answers FORMERR to two questions", withByte(5, 2), 1],
    ["answers FORMERR to no question", withByte(5, 0), 1],
    ["answers NOTIMP to a zone update", withByte(2, 0x28), 4],
    ["answers REFUSED to another class", withByte(good.length - 1, 3), 5]
  ]
  for (const [says, bytes, rcode] of malformed) {
    it.live(says, function* () {
      const { address } = yield* startServer(world)
      assert.strictEqual(rcodeOf(yield* overUdp(address, bytes, 150)), rcode)
    })
  }

  it.live("survives any bytes over UDP and TCP", function* () {
    const { address } = yield* startServer(world)
    const mutated = fc
      .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 })
      .map((changes) => {
        const bytes = Buffer.from(good)
        for (const [index, value] of changes) bytes[index] = value
        return bytes
      })
    const noise = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes))
    const samples = fc.sample(fc.oneof(mutated, noise), { numRuns: 400, seed: 7 })
    for (const bytes of samples) yield* overUdp(address, bytes, 0)
    yield* overTcp(address, [Buffer.concat(samples.map(framed)), Buffer.alloc(1)], 1)
    const answer = yield* overUdp(address, good)
    assert.strictEqual(rcodeOf(answer), 0)
  })
})
