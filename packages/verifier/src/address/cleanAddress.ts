/**
 * Finds the address that was probably meant by a malformed text, which was copied from a link, a mail program or a
 * table, has invisible characters, or a dot too many. The text stays malformed; the result is only a suggestion to the person.
 */
import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import { Result } from "effect"

import { addressOctetsMax } from "../limits.ts"
import { withoutInvisible } from "./codePoints.ts"
import { parseAddress } from "./parseAddress.ts"
import { suggestDomain } from "./suggestDomain.ts"

/** A link to an address. Headers may follow the address (RFC 6068). */
const link = /^\s*mailto:\s*([^?]*).*$/is

/** An address in angle brackets: `display-name <addr-spec>` (RFC 5322 §3.4). */
const angle = /<([^<>]*@[^<>]*)>/

/** Characters around an address in running text. */
const around = /^[\s"'`([{<“”‘’«]+|[\s"'`)\]}>.,;:!?“”‘’»]+$/g

const separators = /[\s,;|/]+/

/** A blank beside the @ or a dot does not separate addresses: it was typed or recognized wrongly. */
const blanksInside = /\s*([@.])\s*/g

const candidatesOf = (input: string): ReadonlyArray<string> => {
  // NFKC turns full-width letters and signs into those of a keyboard.
  const text = withoutInvisible(input.normalize("NFKC")).replace(link, "$1")
  const inner = angle.exec(text)?.[1] ?? text
  const joined = inner.replace(blanksInside, "$1")
  return [inner, ...joined.split(separators)].map((one) => one.replace(around, ""))
}

/** Dots that were typed twice, or at an end of the local part or the domain: a frequent slip on a phone. */
const dotsTooMany = /(?<=\.)\.+|^\.+|\.+(?=@)|(?<=@)\.+/g

/** The address in a text. In a quoted local part any number of dots is allowed, so its dots are kept. */
const addressIn = (candidate: string): Address | undefined => {
  const parsed = parseAddress(candidate)
  if (Result.isSuccess(parsed) || candidate.includes('"')) return Result.getOrUndefined(parsed)
  return Result.getOrUndefined(parseAddress(candidate.replace(dotsTooMany, "")))
}

/** Longer texts are not one mistyped address: two addresses and a name fit. */
const charsMax = 2 * addressOctetsMax

export const cleanAddress = (input: string): string | undefined => {
  if (input.length > charsMax || !/[@＠﹫]/.test(input)) return undefined
  for (const candidate of candidatesOf(input)) {
    const address = addressIn(candidate)
    if (address === undefined) continue
    const typo = suggestDomain(address.domain)
    return print(typo?.kind === "obvious" ? { ...address, domain: typo.intended } : address)
  }
  return undefined
}

/** Words and signs between two addresses, as people write them. */
const connector = /^(?:[&+]|and|or)?$/i

/** Characters: some ten addresses with names. */
const severalCharsMax = 2_000

/** What is wrong with a text that is nothing but several addresses; `undefined`: it is something else. */
export const severalAddresses = (input: string): string | undefined => {
  if (input.length > severalCharsMax) return undefined
  const text = withoutInvisible(input.normalize("NFKC"))
  const inner = Array.from(text.matchAll(/<([^<>]*@[^<>]*)>/g), ([, address = ""]) => address)
  const found = (inner.length > 1 ? inner : text.split(separators))
    .map((one) => one.replace(around, "").replace(/^mailto:/i, ""))
    .filter((one) => !connector.test(one))
  return found.length > 1 && found.every((one) => Result.isSuccess(parseAddress(one)))
    ? `it is ${found.length} addresses, and each is verified by itself: in a list, give each its own row`
    : undefined
}
