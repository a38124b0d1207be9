/**
 * Finds the address that was probably meant by a malformed text, which was copied from a link, a mail program or a
 * table, has invisible characters, or a dot too many. The text stays malformed; the result is only a suggestion to the
 * person. Letters and digits of the local part are never dropped: without one of them it is another person's mailbox.
 */
import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import { fault } from "@rcpt/domain/reasons"
import type { Fault } from "@rcpt/domain/reasons"
import { Result } from "effect"
import { toUnicode } from "tr46"

import { addressOctetsMax } from "../limits.ts"
import { isAscii, quoteMarks, withoutInvisible } from "./codePoints.ts"
import { parseAddress, parseDomain } from "./parseAddress.ts"
import { suggestDomain, withDots } from "./suggestDomain.ts"

/** A link to an address, or its label. Headers may follow the address (RFC 6068); one with escapes is left alone. */
const link = /^\s*(?:mailto|e-?mail)\s*:\s*([^?%]*)(?:\?.*)?$/is

/** An address in angle brackets: `display-name <addr-spec>` (RFC 5322 §3.4). */
const angle = /^[^<]*<([^<>]*@[^<>]*)>/

/** Characters around an address in running text. */
const around = new RegExp(`^[\\s"'\`([{<${quoteMarks}]+|[\\s"'\`)\\]}>.,;:!?${quoteMarks}]+$`, "gu")

/** What follows an address in a list of addresses. */
const rest = /(?<=@[^\s,;|/]*)[\s,;|/].*$/s

/** A blank beside the @ or a dot does not separate words: it was typed or recognized wrongly. */
const blanksInside = /\s*([@.])\s*/g

const lettersOrDigits = /[\p{L}\p{N}]/u

/** The end of a quoted local part, in which blanks, commas and further @ are letters like others. */
const quotedEnd = /"\s*@/

const candidateIn = (input: string): string | undefined => {
  // NFKC turns full-width letters and signs into those of a keyboard.
  const text = withoutInvisible(input.normalize("NFKC"))?.replace(link, "$1")
  if (text === undefined) return undefined
  const inner = angle.exec(text)?.[1] ?? text
  const joined = inner.replace(blanksInside, "$1").trim()
  if (quotedEnd.test(joined)) return joined
  const after = rest.exec(joined)?.[0] ?? ""
  // A domain that goes on after a blank or a comma has lost its end: `ann@acme.co,m` is not `ann@acme.co`.
  if (lettersOrDigits.test(after) && !after.includes("@")) return undefined
  return joined.replace(rest, "").replace(around, "")
}

/** Dots that were typed twice, or at an end of the local part or the domain: a frequent slip on a phone. */
const dotsTooMany = /(?<=\.)\.+|^\.+|\.+(?=@)|(?<=@)\.+/g

/** The address in a text. In a quoted local part any number of dots is allowed, so its dots are kept. */
const addressIn = (candidate: string): Address | undefined => {
  const parsed = parseAddress(candidate)
  if (Result.isSuccess(parsed) || candidate.includes('"')) return Result.getOrUndefined(parsed)
  const domain = withDots(candidate.slice(candidate.lastIndexOf("@") + 1))
  const whole = domain && `${candidate.slice(0, candidate.lastIndexOf("@"))}@${domain}`
  return Result.getOrUndefined(parseAddress(whole ?? candidate.replace(dotsTooMany, "")))
}

const marksAround = new RegExp(`^[${quoteMarks}]+|[${quoteMarks}]+$`, "gu")
const apostrophes = /[‘’]/g

/** The domain without quotation marks around it, in A-labels. */
const unquotedDomain = (domain: string): string => {
  if (!domain.includes("xn--")) return domain
  const bare = toUnicode(domain).domain.replace(marksAround, "")
  return Result.getOrElse(parseDomain(bare), () => domain)
}

/**
 * The address without quotation marks of a word processor, if it has any: `“ann”` is `ann`, `o’neil` is `o'neil`.
 * RFC 6531 allows them, but nobody types them on purpose.
 */
export const unquoted = (address: Address): Address | undefined => {
  if (!address.smtputf8 && !address.domain.includes("xn--")) return undefined
  const localPart = address.localPart.replace(marksAround, "").replace(apostrophes, "'")
  const domain = unquotedDomain(address.domain)
  if (localPart === "" || (localPart === address.localPart && domain === address.domain))
    return undefined
  return { localPart, domain, smtputf8: !isAscii(localPart) }
}

/** Longer texts are not one mistyped address: two addresses and a name fit. */
const charsMax = 2 * addressOctetsMax

export const cleanAddress = (input: string): string | undefined => {
  if (input.length > charsMax || !/[@＠﹫]/.test(input)) return undefined
  const candidate = candidateIn(input)
  const found = candidate === undefined ? undefined : addressIn(candidate)
  if (found === undefined) return undefined
  const address = unquoted(found) ?? found
  const typo = suggestDomain(address.domain)
  return print(typo?.kind === "obvious" ? { ...address, domain: typo.intended } : address)
}

/** Words and signs between two addresses, as people write them. */
const connector = /^(?:[&+]|and|or)?$/i

const separators = /[\s,;|/]+/

/** Characters: some ten addresses with names. */
const severalCharsMax = 2_000

/** What is wrong with a text that is nothing but several addresses; `undefined`: it is something else. */
export const severalAddresses = (input: string): Fault | undefined => {
  if (input.length > severalCharsMax) return undefined
  const text = withoutInvisible(input.normalize("NFKC")) ?? ""
  const inner = Array.from(text.matchAll(/<([^<>]*@[^<>]*)>/g), ([, address = ""]) => address)
  const found = (inner.length > 1 ? inner : text.split(separators))
    .map((one) => one.replace(around, "").replace(/^mailto:/i, ""))
    .filter((one) => !connector.test(one))
  return found.length > 1 && found.every((one) => Result.isSuccess(parseAddress(one)))
    ? fault("several", { n: found.length })
    : undefined
}
