/**
 * The address that was probably meant by a text that is none: copied from a link, a mail program or a table, or
 * with characters that nobody sees. The text stays malformed; this is only what to ask the person for.
 */
import { print } from "@rcpt/domain/Address"
import { Result } from "effect"

import { addressOctetsMax } from "../limits.ts"
import { withoutInvisible } from "./codePoints.ts"
import { parseAddress } from "./parseAddress.ts"
import { suggestDomain } from "./suggestDomain.ts"

/** RFC 6068: what may follow the address in a link are headers. */
const link = /^\s*mailto:\s*([^?]*).*$/is

/** RFC 5322 §3.4: `display-name <addr-spec>`. */
const angle = /<([^<>]*@[^<>]*)>/

/** Around an address in running text. */
const around = /^[\s"'`([{<“”‘’«]+|[\s"'`)\]}>.,;:!?“”‘’»]+$/g

const separators = /[\s,;|/]+/

/** A blank beside the @ or a dot: one address, typed or recognized wrongly. */
const blanksInside = /\s*([@.])\s*/g

const candidatesOf = (input: string): ReadonlyArray<string> => {
  // NFKC turns full-width letters and signs into those of a keyboard.
  const text = withoutInvisible(input.normalize("NFKC")).replace(link, "$1")
  const inner = angle.exec(text)?.[1] ?? text
  const joined = inner.replace(blanksInside, "$1")
  return [inner, ...joined.split(separators)].map((one) => one.replace(around, ""))
}

/** Longer texts are no slip: two addresses and a name fit. */
const charsMax = 2 * addressOctetsMax

export const cleanAddress = (input: string): string | undefined => {
  if (input.length > charsMax || !/[@＠﹫]/.test(input)) return undefined
  for (const candidate of candidatesOf(input)) {
    const parsed = parseAddress(candidate)
    if (Result.isFailure(parsed)) continue
    const { domain } = parsed.success
    const typo = suggestDomain(domain)
    return print(
      typo?.kind === "obvious" ? { ...parsed.success, domain: typo.intended } : parsed.success
    )
  }
  return undefined
}
