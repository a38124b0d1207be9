/**
 * Messages of DNS (RFC 1035 §4): a question as octets, and the records of an answer. It is our own code because a
 * library decodes every record of a message, and none prints a name with any octets in it as RFC 1035 §5.1 does.
 *
 * A message that ends too early or makes no sense throws a `RangeError`.
 */
import { SocketAddress } from "node:net"

import { unanswered } from "@rcpt/domain/Fact"

import { hostNameOctetsMax, labelOctetsMax } from "../limits.ts"
import { found, noDomain } from "./Answer.ts"
import type { Answer } from "./Answer.ts"

/** A type of record (RFC 1035 §3.2.2), and how the data of one record is read. */
export interface RecordKind<Record> {
  readonly code: number
  readonly read: (message: Buffer, from: number, to: number) => Record
}

const headerOctets = 12
const internetClass = 1
/** A response, not a query. */
const responseFlag = 0x80
/** The answer is cut, and whole over TCP. */
const truncatedFlag = 0x02
const recursionDesired = 0x0100

/** The type of the record that tells how large an answer may be (RFC 6891 §6.1.2). */
const optCode = 41
/** The class of that record: octets of an answer that no network cuts in two (DNS flag day 2020). */
const answerOctetsMax = 1_232
/** The root as its name, type, class, and six octets that say no more. */
const optOctets = 11

const dot = 0x2e

/**
 * A question with recursion (RFC 1035 §4.1) and an OPT record. `undefined`: DNS does not allow the name, so nothing can be
 * published there.
 */
export const encodeQuestion = (id: number, code: number, name: string): Buffer | undefined => {
  if (name.length > hostNameOctetsMax) return undefined
  // A label begins with its length, where the name has a dot, and the root is a label without octets.
  const questionOctets = headerOctets + name.length + 6
  const message = Buffer.allocUnsafe(questionOctets + optOctets)
  message.writeUInt16BE(id, 0)
  message.writeUInt16BE(recursionDesired, 2)
  message.writeUInt16BE(1, 4)
  message.fill(0, 6, headerOctets)
  message[headerOctets - 1] = 1
  let labelAt = headerOctets
  for (let index = 0; index <= name.length; index++) {
    const code = index === name.length ? dot : name.charCodeAt(index)
    const at = headerOctets + 1 + index
    if (code === dot) {
      const octets = at - labelAt - 1
      if (octets === 0 || octets > labelOctetsMax) return undefined
      message[labelAt] = octets
      labelAt = at
    } else if (code > 0x20 && code < 0x7f) {
      message[at] = code
    } else return undefined
  }
  message[labelAt] = 0
  message.writeUInt16BE(code, labelAt + 1)
  message.writeUInt16BE(internetClass, labelAt + 3)
  message.fill(0, questionOctets)
  message.writeUInt16BE(optCode, questionOctets + 1)
  message.writeUInt16BE(answerOctetsMax, questionOctets + 3)
  return message
}

/** Octets of a question without its OPT record: an answer begins with so many. */
export const questionOctetsOf = (question: Buffer): number =>
  question.length - (question[headerOctets - 1] === 0 ? 0 : optOctets)

/** The same question for a server that knows no OPT record. */
export const withoutOpt = (question: Buffer): Buffer => {
  const plain = Buffer.from(question.subarray(0, questionOctetsOf(question)))
  plain[headerOctets - 1] = 0
  return plain
}

const lowerCase = (octet: number): number => (octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet)

/** The id of a message, by which an answer finds its question. */
export const idOf = (message: Buffer): number => message.readUInt16BE(0)

/** Whether a message answers a question: it repeats it. Some servers repeat names in another spelling. */
export const isAnswerTo = (message: Buffer, question: Buffer): boolean => {
  const octets = questionOctetsOf(question)
  if (message.length < octets || (message[2]! & responseFlag) === 0) return false
  for (let at = headerOctets; at < octets; at++)
    if (message[at] !== question[at] && lowerCase(message[at]!) !== lowerCase(question[at]!))
      return false
  return message.readUInt16BE(4) === 1
}

export const isTruncated = (message: Buffer): boolean => (message[2]! & truncatedFlag) !== 0

/** The failure of a server that cannot read the question, such as one that knows no OPT record (RFC 6891 §7). */
export const isUnread = (message: Buffer): boolean => (message[3]! & 0x0f) === 1

/** A failure of this server, where another one may have the answer: SERVFAIL, NOTIMP, REFUSED. */
export const isRefusal = (message: Buffer): boolean => [2, 4, 5].includes(message[3]! & 0x0f)

/** The names that RFC 1035 §4.1.1 gives to failures. */
const failureNames: Readonly<Record<number, string>> = {
  1: "FORMERR",
  2: "SERVFAIL",
  4: "NOTIMP",
  5: "REFUSED"
}
const nameError = 3

/** Two bits say that a name goes on at an earlier place (RFC 1035 §4.1.4). */
const pointerBits = 0xc0

const skipName = (message: Buffer, start: number): number => {
  let at = start
  for (;;) {
    const octets = message.readUInt8(at)
    if (octets >= pointerBits) return at + 2
    at += 1 + octets
    if (octets === 0) return at
  }
}

/** The records of one kind in an answer that repeats its question. Aliases have been followed by the server. */
export const readAnswer = <Record>(
  message: Buffer,
  questionOctets: number,
  { code, read }: RecordKind<Record>
): Answer<Record> => {
  const rcode = message[3]! & 0x0f
  if (rcode === nameError) return noDomain
  if (rcode !== 0) return unanswered(failureNames[rcode] ?? `RCODE ${rcode}`)
  const records: Array<Record> = []
  let at = questionOctets
  for (let left = message.readUInt16BE(6); left > 0; left--) {
    const data = skipName(message, at) + 10
    const end = data + message.readUInt16BE(data - 2)
    if (end > message.length) throw new RangeError("a record ends after its message")
    if (
      message.readUInt16BE(data - 10) === code &&
      message.readUInt16BE(data - 8) === internetClass
    )
      records.push(read(message, data, end))
    at = end
  }
  return found(records)
}

/** All but letters, digits, hyphens and underscores, which nearly all names are made of. */
const unusual = /[^\w-]/
/** Octets that are printed as their number, and characters that mean something in a name or a zone file. */
const unprintable = /[^ -~]/g
const reserved = /["$().;@\\]/g

/** The text of a label; it has control characters and other octets as `\007` (RFC 1035 §5.1). */
const printLabel = (label: string): string =>
  unusual.test(label)
    ? label
        .replace(reserved, "\\$&")
        .replace(unprintable, (octet) => `\\${String(octet.charCodeAt(0)).padStart(3, "0")}`)
    : label

/** A name that may be in several pieces. The root is an empty text. */
const readName = (message: Buffer, start: number): string => {
  let [at, name] = [start, ""]
  let octetsLeft = hostNameOctetsMax + 2
  for (;;) {
    const octets = message.readUInt8(at)
    if (octets === 0) return name
    if (octets >= pointerBits) {
      const earlier = message.readUInt16BE(at) & 0x3fff
      if (earlier >= at) throw new RangeError("a name goes on at a later place")
      at = earlier
      continue
    }
    octetsLeft -= 1 + octets
    if (octets > labelOctetsMax || octetsLeft < 1) throw new RangeError("a name is too long")
    if (at + 1 + octets > message.length) throw new RangeError("a name ends after its message")
    const label = printLabel(message.toString("latin1", at + 1, at + 1 + octets))
    name = name === "" ? label : `${name}.${label}`
    at += 1 + octets
  }
}

/** The chunks of a TXT record, joined without blanks (RFC 7208 §3.3). */
const readText = (message: Buffer, from: number, to: number): string => {
  let text = ""
  for (let at = from; at < to;) {
    const end = at + 1 + message.readUInt8(at)
    if (end > to) throw new RangeError("a text ends after its record")
    text += message.toString("latin1", at + 1, end)
    at = end
  }
  return text
}

/** An IPv6 address as Node prints it (RFC 5952). */
const readIpv6 = (message: Buffer, from: number): string => {
  const groups = Array.from({ length: 8 }, (_, index) =>
    message.readUInt16BE(from + 2 * index).toString(16)
  )
  return new SocketAddress({ address: groups.join(":"), family: "ipv6" }).address
}

export const recordKinds = {
  a: {
    code: 1,
    read: (message: Buffer, from: number): string =>
      `${message.readUInt8(from)}.${message.readUInt8(from + 1)}.${message.readUInt8(from + 2)}.${message.readUInt8(from + 3)}`
  },
  aaaa: { code: 28, read: readIpv6 },
  mx: {
    code: 15,
    read: (message: Buffer, from: number) => ({
      preference: message.readUInt16BE(from),
      host: readName(message, from + 2)
    })
  },
  ns: { code: 2, read: readName },
  txt: { code: 16, read: readText }
} as const satisfies Readonly<Record<string, RecordKind<unknown>>>
