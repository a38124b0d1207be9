/**
 * One DNS message in, the reaction out. Pure except for the counters of the rules: no sockets, no time.
 * Any bytes may come in; nothing is ever thrown.
 */
import { decode, encode, type DecodedPacket, type OptAnswer, type Packet } from "dns-packet"

import { answer } from "./answer.ts"
import { rcodes } from "./FaultRule.ts"
import * as Faults from "./Faults.ts"
import type { Zone } from "./Zone.ts"

export type Transport = "udp" | "tcp"

export type Reaction =
  | { readonly _tag: "reply"; readonly bytes: Buffer; readonly waitMillis: number }
  /** Send no reply. */
  | { readonly _tag: "silence" }
  /** Close the connection without a reply. */
  | { readonly _tag: "hangUp" }

const silence: Reaction = { _tag: "silence" }
const hangUp: Reaction = { _tag: "hangUp" }

/** RFC 1035 §4.1.1. */
const headerOctets = 12
const authoritative = 1 << 10
const truncated = 1 << 9
const recursionDesired = 1 << 8
const recursionAvailable = 1 << 7

/** RFC 1035 §4.2.1. The limit for Node's resolver, which sends no EDNS. */
const udpOctetsDefault = 512
/** DNS flag day 2020: fits every path unfragmented. The limit even if a client allows more. */
const udpOctetsMax = 1232

const noError = 0
const opcodeQuery = 0

const opcodeOf = (message: Buffer): number => ((message[2] ?? 0) >> 3) & 0x0f

/** A reply of only a header, for queries that cannot be decoded or echoed. */
const headerOnly = (message: Buffer, rcode: number): Reaction => {
  const bytes = Buffer.alloc(headerOctets)
  message.copy(bytes, 0, 0, 4)
  bytes[2] = ((bytes[2] ?? 0) & 0b0111_1001) | 0b1000_0000 // QR; opcode and RD stay
  bytes[3] = rcode
  return { _tag: "reply", bytes, waitMillis: 0 }
}

const tryDecode = (message: Buffer): DecodedPacket | undefined => {
  try {
    return decode(message)
  } catch {
    return undefined
  }
}

const optOf = (query: DecodedPacket) =>
  query.additionals?.find((record): record is OptAnswer => record.type === "OPT")

/** The largest UDP reply for a client: 512 octets, or what its OPT record allows (RFC 6891 §6.2.3). */
const udpLimit = (query: DecodedPacket): number => {
  const requested = optOf(query)?.udpPayloadSize ?? udpOctetsDefault
  return Math.max(udpOctetsDefault, Math.min(requested, udpOctetsMax))
}

/** A query with an OPT record gets one in the reply (RFC 6891 §6.1.1). */
const ownOpt: OptAnswer = {
  type: "OPT",
  name: ".",
  udpPayloadSize: udpOctetsMax,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: []
}

const write = (query: DecodedPacket, flags: number, content: Packet = {}): Buffer =>
  encode({
    ...content,
    id: query.id ?? 0,
    type: "response",
    flags: flags | authoritative | recursionAvailable | ((query.flags ?? 0) & recursionDesired),
    questions: query.questions ?? [],
    additionals: optOf(query) ? [ownOpt] : []
  })

export const make = (zone: Zone): ((message: Buffer, transport: Transport) => Reaction) => {
  const faultFor = Faults.make(zone.rules)

  return (message, transport) => {
    // A response must never be answered, or two servers could answer each other forever.
    if (message.length < headerOctets || ((message[2] ?? 0) & 0x80) !== 0) return silence
    const query = tryDecode(message)
    const [question, ...more] = query?.questions ?? []
    if (!query || !question || more.length > 0) return headerOnly(message, rcodes.FORMERR)
    if (opcodeOf(message) !== opcodeQuery) return headerOnly(message, rcodes.NOTIMP)
    if (question.class !== "IN") return headerOnly(message, rcodes.REFUSED)

    const { waitMillis, fault } = faultFor(question)
    const reply = (bytes: Buffer): Reaction => ({ _tag: "reply", bytes, waitMillis })
    if (fault?._tag === "drop") return silence
    if (fault?._tag === "rcode") return reply(write(query, rcodes[fault.rcode]))
    if (fault?._tag === "truncate-only" && transport === "tcp") return hangUp
    if (fault && transport === "udp") return reply(write(query, truncated))

    const { rcode, answers, authorities } = answer(zone, question)
    const code = rcode === "NOERROR" ? noError : rcodes[rcode]
    const bytes = write(query, code, { answers: [...answers], authorities: [...authorities] })
    return transport === "udp" && bytes.length > udpLimit(query)
      ? reply(write(query, code | truncated))
      : reply(bytes)
  }
}
