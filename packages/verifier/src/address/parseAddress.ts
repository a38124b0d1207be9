/**
 * Parses an email address, or says what is wrong with the text, in one pass without backtracking. It never throws.
 *
 * An address is a Mailbox of RFC 5321 §4.1.2 with the characters of RFC 6531 §3.3: no comments, no
 * display name, no `mailto:`, no obsolete forms. The result is NFC, so a composed and a decomposed
 * spelling are the same address (RFC 6532 §3.1).
 */
import type { Address } from "@rcpt/domain/Address"
import { fault } from "@rcpt/domain/reasons"
import type { Fault } from "@rcpt/domain/reasons"
import { Result } from "effect"
import { toASCII } from "tr46"

import { addressOctetsMax, labelOctetsMax, localPartOctetsMax } from "../limits.ts"
import { codePointOf, firstInvisible, isAscii } from "./codePoints.ts"

/** The strictest options of UTS #46 §4. Hyphens are checked below, because `checkHyphens` forbids `xn--`. */
const strict = {
  checkBidi: true,
  checkHyphens: false,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false
} as const

/** Joiners are invisible, but part of Persian and Indic words; tr46 checks their place (RFC 5892 appendix A). */
const joiners = /[\u200c\u200d]/g

/** Refused characters are named by their code points: people cannot see some of them. */
const inDomain = (character: string): Fault =>
  fault("domainCharacter", { code: codePointOf(character) })

const inLocalPart = (character: string): Fault =>
  fault("localCharacter", { code: codePointOf(character) })

const toALabels = (domain: string): Result.Result<string, Fault> => {
  const invisible = firstInvisible(domain.replace(joiners, ""))
  if (invisible !== undefined) return Result.fail(inDomain(invisible))
  const ascii = toASCII(domain, strict)
  return ascii === null ? Result.fail(fault("illFormedName")) : Result.succeed(ascii)
}

const hyphen = 0x2d

/** The fault of a label by RFC 5890 §2.3.1, if it has one. Its letters are lower case already. */
const labelFault = (label: string): Fault | undefined => {
  if (label === "") return fault("emptyLabel")
  if (label.length > labelOctetsMax) return fault("longLabel", { n: labelOctetsMax })
  for (let index = 0; index < label.length; index++) {
    const code = label.charCodeAt(index)
    const isLetterOrDigit = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
    if (!isLetterOrDigit && code !== hyphen) return inDomain(label.charAt(index))
  }
  if (label.startsWith("-") || label.endsWith("-")) {
    return fault("hyphenAtEnd")
  }
  // Two hyphens there mark an encoding, and xn-- is the only one defined (RFC 5890 §2.3.1).
  if (label.startsWith("--", 2) && !label.startsWith("xn--")) {
    return fault("hyphensInside")
  }
  return undefined
}

/**
 * Parses the part after the @: a DNS name with at least two labels, given in Unicode or as A-labels,
 * returned as A-labels.
 *
 * Node's own `domainToASCII` is not used: it reads `1.2.3` as an IP address, decodes `%2e` and drops
 * invisible characters, and what it accepts differs between versions of Node.
 */
export const parseDomain = (domain: string): Result.Result<string, Fault> => {
  if (domain === "") return Result.fail(fault("noDomain"))
  if (domain.startsWith("[")) return Result.fail(fault("addressLiteral"))
  if (domain.endsWith(".")) return Result.fail(fault("dotAtEnd"))

  const lowerCase = domain.toLowerCase()
  const aLabels =
    isAscii(domain) && !lowerCase.includes("xn--") ? Result.succeed(lowerCase) : toALabels(domain)
  if (Result.isFailure(aLabels)) return aLabels

  const labels = aLabels.success.split(".")
  for (const label of labels) {
    const fault = labelFault(label)
    if (fault !== undefined) return Result.fail(fault)
  }
  if (labels.length === 1) return Result.fail(fault("noDot"))
  // A top-level domain is never all digits, so names and IPv4 addresses stay distinct (RFC 3696 §2).
  if (/^\d+$/.test(labels.at(-1) ?? "")) return Result.fail(fault("numberAtEnd"))
  return aLabels
}

/** The characters of `atext` (RFC 5322 §3.2.3), by their code. */
const isAtext = new Uint8Array(128)
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") {
  isAtext[character.charCodeAt(0)] = 1
}
for (const character of "!#$%&'*+-/=?^_`{|}~") isAtext[character.charCodeAt(0)] = 1

const at = 0x40
const dot = 0x2e
const quote = 0x22
const backslash = 0x5c

/** The index of the @ that ends the local part, or the fault. */
type LocalEnd = Result.Result<number, Fault>

const isPrintable = (code: number): boolean => code >= 0x20 && code !== 0x7f

/** Finds the end of `dot-atom-text` (RFC 5322 §3.2.3) that starts at 0. */
const endOfDotAtom = (text: string): LocalEnd => {
  let previous = dot
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === at) {
      if (index === 0) return Result.fail(fault("noLocalPart"))
      return previous === dot ? Result.fail(fault("localDotAtEnd")) : Result.succeed(index)
    }
    if (code === dot && previous === dot) {
      return Result.fail(fault(index === 0 ? "localDotAtStart" : "localDots"))
    }
    if (code !== dot && code < 128 && isAtext[code] === 0) {
      return Result.fail(inLocalPart(text.charAt(index)))
    }
    previous = code
  }
  return Result.fail(fault("noAt"))
}

/** Finds the end of a `Quoted-string` (RFC 5321 §4.1.2) that starts at 0. */
const endOfQuotedString = (text: string): LocalEnd => {
  for (let index = 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      return text.charCodeAt(index + 1) === at
        ? Result.succeed(index + 1)
        : Result.fail(fault("afterQuote"))
    }
    if (code === backslash) index++
    if (index === text.length) break
    const character = text.charCodeAt(index)
    // quoted-pairSMTP is ASCII only, also in RFC 6531.
    if (!isPrintable(character) || (code === backslash && character > 0x7e)) {
      return Result.fail(inLocalPart(text.charAt(index)))
    }
  }
  return Result.fail(fault("openQuote"))
}

const tooLong = fault("tooLong", { n: addressOctetsMax })

export const parseAddress = (input: string): Result.Result<Address, Fault> => {
  const trimmed = input.trim()
  if (trimmed === "") return Result.fail(fault("empty"))
  // Checked first, so that a very long input costs nothing more.
  if (trimmed.length > addressOctetsMax) return Result.fail(tooLong)

  // Normalized before the characters are checked: NFC turns U+037E into a semicolon.
  const ascii = isAscii(trimmed)
  const text = ascii ? trimmed : trimmed.normalize("NFC")
  const localEnd = text.startsWith('"') ? endOfQuotedString(text) : endOfDotAtom(text)
  if (Result.isFailure(localEnd)) return Result.fail(localEnd.failure)

  const localPart = text.slice(0, localEnd.success)
  const smtputf8 = !ascii && !isAscii(localPart)
  const invisible = smtputf8 ? firstInvisible(localPart) : undefined
  if (invisible !== undefined) return Result.fail(inLocalPart(invisible))
  const localPartOctets = smtputf8 ? Buffer.byteLength(localPart) : localPart.length
  if (localPartOctets > localPartOctetsMax) {
    return Result.fail(fault("longLocalPart", { n: localPartOctetsMax }))
  }

  const domain = parseDomain(text.slice(localEnd.success + 1))
  if (Result.isFailure(domain)) return Result.fail(domain.failure)
  if (localPartOctets + 1 + domain.success.length > addressOctetsMax) return Result.fail(tooLong)
  return Result.succeed({ localPart, domain: domain.success, smtputf8 })
}
