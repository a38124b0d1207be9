/**
 * One DNS message in, what to do about it out. Pure but for the counters of the rules: no sockets,
 * no time. Bytes are hostile here as everywhere: whatever comes in, nothing is thrown.
 */
import { decode, encode, type DecodedPacket, type OptAnswer, type Packet } from "dns-packet"

import { answer } from "./answer.ts"
import { rcodes } from "./FaultRule.ts"
import * as Faults from "./Faults.ts"
import type { Zone } from "./Zone.ts"

export type Transport = "udp" | "tcp"

export type Reaction =
  | { readonly _tag: "reply"; readonly bytes: Buffer; readonly waitMillis: number }
  /** Say nothing. */
  | { readonly _tag: "silence" }
  /** Close the connection without an answer. */
  | { readonly _tag: "hangUp" }

const silence: Reaction = { _tag: "silence" }
const hangUp: Reaction = { _tag: "hangUp" }

/** RFC 1035 §4.1.1. */
const headerOctets = 12
const authoritative = 1 << 10
const truncated = 1 << 9
const recursionDesired = 1 << 8
const recursionAvailable = 1 << 7

/** RFC 1035 §4.2.1. Node's resolver sends no EDNS, so this is the limit it meets. */
const udpOctetsDefault = 512
/** DNS flag day 2020: what fits every path unfragmented, whatever a client asks for. */
const udpOctetsMax = 1232

const noError = 0
const opcodeQuery = 0

const opcodeOf = (message: Buffer): number => ((message[2] ?? 0) >> 3) & 0x0f

/** A reply that is a header alone, for messages that cannot be read or repeated. */
const headerOnly = (message: Buffer, rcode: number): Reaction => {
  const bytes = Buffer.alloc(headerOctets)
  message.copy(bytes, 0, 0, 4)
  bytes[2] = ((bytes[2] ?? 0) & 0b0111_1001) | 0b1000_0000 // QR; opcode and RD stay
  bytes[3] = rcode
  return { _tag: "reply", bytes, waitMillis: 0 }
}

const decodeOrNothing = (message: Buffer): DecodedPacket | undefined => {
  try {
    return decode(message)
  } catch {
    return undefined
  }
}

const optOf = (query: DecodedPacket) =>
  query.additionals?.find((record): record is OptAnswer => record.type === "OPT")

/** What a client can take over UDP: 512 octets, or what its OPT record says (RFC 6891 §6.2.3). */
const udpRoom = (query: DecodedPacket): number => {
  const wanted = optOf(query)?.udpPayloadSize ?? udpOctetsDefault
  return Math.max(udpOctetsDefault, Math.min(wanted, udpOctetsMax))
}

/** Who sends an OPT record gets one back (RFC 6891 §6.1.1). */
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
  const disturb = Faults.make(zone.rules)

  return (message, transport) => {
    // A response must never be answered, or two servers could talk to each other for ever.
    if (message.length < headerOctets || ((message[2] ?? 0) & 0x80) !== 0) return silence
    const query = decodeOrNothing(message)
    const [question, ...more] = query?.questions ?? []
    if (!query || !question || more.length > 0) return headerOnly(message, rcodes.FORMERR)
    if (opcodeOf(message) !== opcodeQuery) return headerOnly(message, rcodes.NOTIMP)
    if (question.class !== "IN") return headerOnly(message, rcodes.REFUSED)

    const { waitMillis, fault } = disturb(question)
    const reply = (bytes: Buffer): Reaction => ({ _tag: "reply", bytes, waitMillis })
    if (fault?._tag === "drop") return silence
    if (fault?._tag === "rcode") return reply(write(query, rcodes[fault.rcode]))
    if (fault?._tag === "truncate-only" && transport === "tcp") return hangUp
    if (fault && transport === "udp") return reply(write(query, truncated))

    const { rcode, answers, authorities } = answer(zone, question)
    const code = rcode === "NOERROR" ? noError : rcodes[rcode]
    const bytes = write(query, code, { answers: [...answers], authorities: [...authorities] })
    return transport === "udp" && bytes.length > udpRoom(query)
      ? reply(write(query, code | truncated))
      : reply(bytes)
  }
}
