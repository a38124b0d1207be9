/**
 * Writes a blocklist's question and reads its answer. An answer that is neither clearly a listing nor clearly
 * none counts as unanswered: an open resolver, an exhausted quota or a parked zone must never list an address.
 */
import { isIP } from "node:net"

import type { Answer } from "../dns/Answer.ts"
import { ipv6Groups } from "../dns/ipAddress.ts"
import type { ReturnCodes } from "./blocklists.ts"

/** `127.0.0.2` becomes `2.0.0.127`, an IPv6 address its 32 digits in reverse; a domain is unchanged. */
export const reversed = (subject: string): string => {
  const family = isIP(subject)
  if (family === 0) return subject
  if (family === 4) return subject.split(".").toReversed().join(".")
  return nibbles(subject).toReversed().join(".")
}

/** The 32 hexadecimal digits of an IPv6 address. */
const nibbles = (ip: string): ReadonlyArray<string> =>
  ipv6Groups(ip).flatMap((group) => group.padStart(4, "0").split(""))

/**
 * The DNS name of a blocklist query (RFC 5782 §2.1 for IPv4, §2.4 for IPv6, §2.2 for domains). It contains the
 * key, so it must not be printed or logged.
 */
export const questionName = (subject: string, zone: string, key: string | undefined): string =>
  [reversed(subject), key, zone].filter((part) => part !== undefined).join(".")

export type ListingResult =
  | { readonly _tag: "listed" }
  | { readonly _tag: "clean" }
  /** With `isLate`, DNS failed and may succeed the next time. */
  | { readonly _tag: "unanswered"; readonly why: string; readonly isLate?: true }

const listed: ListingResult = { _tag: "listed" }
const clean: ListingResult = { _tag: "clean" }
const failed = (why: string): ListingResult => ({ _tag: "unanswered", why })

/** A valid return code. RFC 5782 §2.1 keeps answers in 127.0.0.0/8; all supported lists use 127.0.0.0/16. */
const returnCode = /^127\.0\.\d{1,3}\.\d{1,3}$/

/** The last octet of 127.0.0.x. */
const lastOctet = (address: string): number | undefined => {
  const octet = /^127\.0\.0\.(\d{1,3})$/.exec(address)?.[1]
  return octet === undefined ? undefined : Number(octet)
}

/** The answer of SURBL, URIBL and others to clients that they refuse. No list uses it for a listing. */
const refused = "127.0.0.1"
const refusedBit = 1

const resultOf = (reading: ReturnCodes, address: string): ListingResult => {
  const unreadable = failed(`said ${address}`)
  if (!returnCode.test(address) || address === refused) return unreadable
  if (reading._tag === "any") return listed
  if (reading._tag === "exact") {
    if (reading.listed.includes(address)) return listed
    return reading.harmless.includes(address) ? clean : unreadable
  }
  const octet = lastOctet(address)
  if (octet === undefined || (octet & refusedBit) !== 0) return unreadable
  if ((octet & reading.listed) !== 0) return listed
  return (octet & ~reading.harmless) === 0 ? clean : unreadable
}

export const readAnswer = (reading: ReturnCodes, answer: Answer<string>): ListingResult => {
  if (answer._tag === "Unanswered") return { _tag: "unanswered", why: answer.why, isLate: true }
  if (answer._tag !== "Found") return clean
  const results = answer.records.map((address) => resultOf(reading, address))
  return (
    // One record that cannot be read makes the others doubtful.
    results.find(({ _tag }) => _tag === "unanswered") ??
    results.find(({ _tag }) => _tag === "listed") ??
    clean
  )
}
