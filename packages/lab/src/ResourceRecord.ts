/**
 * The record types that the lab serves, and how the data of each is read from a zone file. Records have
 * the shape of dns-packet, which encodes them unchanged.
 */
import { isIPv4, isIPv6 } from "node:net"

import type { MxAnswer, SoaAnswer, StringAnswer, TxtAnswer } from "dns-packet"

import { ZoneTextError, type Token } from "./ZoneText.ts"

export type ResourceRecord = (StringAnswer | MxAnswer | TxtAnswer | SoaAnswer) & {
  /** The name, absolute, in lower case and without trailing dot. The root is ".". */
  readonly name: string
  readonly ttl: number
}

export type RecordType = "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "TXT"

/** The longest name and label (RFC 1035 §2.3.4). A name of 253 characters is 255 octets on the wire. */
const nameCharactersMax = 253
const labelOctetsMax = 63
/** The longest character-string (RFC 1035 §3.3). Longer texts are several of them. */
const stringOctetsMax = 255
const uint32Max = 0xffff_ffff

/** BIND's shorthands, in seconds. */
const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** A time to live such as `300`, `5m` or `1h`, in seconds; `undefined` if the text is no time. */
export const secondsOf = (text: string): number | undefined => {
  const match = /^(\d{1,10})([smhdw]?)$/i.exec(text)
  if (!match) return undefined
  const seconds = Number(match[1]) * (secondsIn[match[2]?.toLowerCase() || "s"] ?? 1)
  return seconds <= uint32Max ? seconds : undefined
}

/** The absolute form of a name: `@` is the origin, a trailing dot means "already absolute". */
export const absoluteName = ({ text, line }: Token, origin: string): string => {
  const lower = text.toLowerCase()
  if (lower === "@") return origin
  if (lower === ".") return lower
  const name = lower.endsWith(".")
    ? lower.slice(0, -1)
    : origin === "."
      ? lower
      : `${lower}.${origin}`
  for (const label of name.split(".")) {
    if (label === "") throw new ZoneTextError(line, `empty label in "${text}"`)
    if (label.length > labelOctetsMax)
      throw new ZoneTextError(line, `label of more than 63 octets in "${text}"`)
    if (!/^[a-z0-9_*-]+$/.test(label))
      throw new ZoneTextError(line, `"${text}" is not a name; write other scripts as xn-- labels`)
  }
  if (name.length > nameCharactersMax) throw new ZoneTextError(line, `name too long: "${text}"`)
  return name
}

/** The part of a record that comes before its type. */
export type Head = Pick<ResourceRecord, "name" | "ttl">

interface Reader {
  readonly fields: string
  readonly read: (head: Head, tokens: ReadonlyArray<Token>, origin: string) => ResourceRecord
}

const number = ({ text, line }: Token, max: number): number => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= max)) throw new ZoneTextError(line, `"${text}" is not a number up to ${max}`)
  return value
}

const seconds = ({ text, line }: Token): number => {
  const value = secondsOf(text)
  if (value === undefined) throw new ZoneTextError(line, `"${text}" is not a time in seconds`)
  return value
}

/** The parser has checked the number of tokens (`fields`), so each exists. */
const at = (tokens: ReadonlyArray<Token>, index: number): Token => {
  const token = tokens[index]
  if (!token) throw new RangeError("a reader asked for more fields than it declares")
  return token
}

const address = (type: "A" | "AAAA", isAddress: (text: string) => boolean): Reader => ({
  fields: "address",
  read: (head, tokens) => {
    const { text, line } = at(tokens, 0)
    if (!isAddress(text)) throw new ZoneTextError(line, `"${text}" is not an address for ${type}`)
    return { ...head, type, data: text }
  }
})

const pointer = (type: "CNAME" | "NS" | "PTR"): Reader => ({
  fields: "name",
  read: (head, tokens, origin) => ({ ...head, type, data: absoluteName(at(tokens, 0), origin) })
})

export const readers: Record<RecordType, Reader> = {
  A: address("A", isIPv4),
  AAAA: address("AAAA", isIPv6),
  CNAME: pointer("CNAME"),
  NS: pointer("NS"),
  PTR: pointer("PTR"),
  MX: {
    fields: "preference exchange",
    read: (head, tokens, origin) => ({
      ...head,
      type: "MX",
      data: {
        preference: number(at(tokens, 0), 0xffff),
        exchange: absoluteName(at(tokens, 1), origin)
      }
    })
  },
  TXT: {
    fields: "string…",
    read: (head, tokens) => ({
      ...head,
      type: "TXT",
      data: tokens.map(({ text, line }) => {
        if (Buffer.byteLength(text) > stringOctetsMax)
          throw new ZoneTextError(line, "a string holds 255 octets at most; split it in several")
        return text
      })
    })
  },
  SOA: {
    fields: "mname rname serial refresh retry expire minimum",
    read: (head, tokens, origin) => ({
      ...head,
      type: "SOA",
      data: {
        mname: absoluteName(at(tokens, 0), origin),
        rname: absoluteName(at(tokens, 1), origin),
        serial: number(at(tokens, 2), uint32Max),
        refresh: seconds(at(tokens, 3)),
        retry: seconds(at(tokens, 4)),
        expire: seconds(at(tokens, 5)),
        minimum: seconds(at(tokens, 6))
      }
    })
  }
}

export const isRecordType = (text: string): text is RecordType => Object.hasOwn(readers, text)
