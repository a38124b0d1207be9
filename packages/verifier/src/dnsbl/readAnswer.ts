/**
 * What a blocklist's answer says. Everything that is not plainly a listing, or plainly none, is no
 * answer: an open resolver, a quota that is used up or a parked name must never accuse anybody.
 */
import type { Answer } from "../Answer.ts"
import type { Reading } from "./blocklists.ts"

export type Word =
  | { readonly _tag: "listed" }
  | { readonly _tag: "clean" }
  | { readonly _tag: "unanswered"; readonly why: string }

const listed: Word = { _tag: "listed" }
const clean: Word = { _tag: "clean" }
const failed = (why: string): Word => ({ _tag: "unanswered", why })

/** RFC 5782 §2.1 keeps answers in 127.0.0.0/8; all that we know stay in 127.0.0.0/16. */
const inLists = /^127\.0\.\d{1,3}\.\d{1,3}$/

/** The last octet of 127.0.0.x. */
const lastOctet = (address: string): number | undefined => {
  const octet = /^127\.0\.0\.(\d{1,3})$/.exec(address)?.[1]
  return octet === undefined ? undefined : Number(octet)
}

/** SURBL, URIBL and others say so to those whom they refuse; nobody's code for a listing. */
const refused = "127.0.0.1"
const refusedBit = 1

const wordOf = (reading: Reading, address: string): Word => {
  const unread = failed(`said ${address}`)
  if (!inLists.test(address) || address === refused) return unread
  if (reading._tag === "any") return listed
  if (reading._tag === "exact") {
    if (reading.listed.includes(address)) return listed
    return reading.harmless.includes(address) ? clean : unread
  }
  const octet = lastOctet(address)
  if (octet === undefined || (octet & refusedBit) !== 0) return unread
  if ((octet & reading.listed) !== 0) return listed
  return (octet & ~reading.harmless) === 0 ? clean : unread
}

export const readAnswer = (reading: Reading, answer: Answer<string>): Word => {
  if (answer._tag === "Unanswered") return failed(answer.why)
  if (answer._tag !== "Found") return clean
  const words = answer.records.map((address) => wordOf(reading, address))
  return (
    // One answer that cannot be read casts doubt on those beside it.
    words.find(({ _tag }) => _tag === "unanswered") ??
    words.find(({ _tag }) => _tag === "listed") ??
    clean
  )
}
