/**
 * Parses an email address, or says what is wrong with the text, in one pass without backtracking. It never throws.
 *
 * An address is a Mailbox of RFC 5321 §4.1.2 with the characters of RFC 6531 §3.3: no comments, no
 * display name, no `mailto:`, no obsolete forms. The result is NFC, so a composed and a decomposed
 * spelling are the same address (RFC 6532 §3.1).
 */
import type { Address } from "@rcpt/domain/Address"
import { Result } from "effect"
import { toASCII } from "tr46"

import { addressOctetsMax, labelOctetsMax, localPartOctetsMax } from "../limits.ts"
import { firstInvisible, isAscii, notAllowed } from "./codePoints.ts"

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

const toALabels = (domain: string): Result.Result<string, string> => {
  const invisible = firstInvisible(domain.replace(joiners, ""))
  if (invisible !== undefined) return Result.fail(notAllowed(invisible, "the domain"))
  const ascii = toASCII(domain, strict)
  return ascii === null
    ? Result.fail("the domain is not a well-formed internationalized name")
    : Result.succeed(ascii)
}

const hyphen = 0x2d

/** The fault of a label by RFC 5890 §2.3.1, if it has one. Its letters are lower case already. */
const labelFault = (label: string): string | undefined => {
  if (label === "") return "the domain has an empty label"
  if (label.length > labelOctetsMax) return `a label of the domain is over ${labelOctetsMax} octets`
  for (let index = 0; index < label.length; index++) {
    const code = label.charCodeAt(index)
    const isLetterOrDigit = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
    if (!isLetterOrDigit && code !== hyphen) return notAllowed(label.charAt(index), "the domain")
  }
  if (label.startsWith("-") || label.endsWith("-")) {
    return "a label of the domain begins or ends with a hyphen"
  }
  // Two hyphens there mark an encoding, and xn-- is the only one defined (RFC 5890 §2.3.1).
  if (label.startsWith("--", 2) && !label.startsWith("xn--")) {
    return "a label of the domain has hyphens in third and fourth place"
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
export const parseDomain = (domain: string): Result.Result<string, string> => {
  if (domain === "") return Result.fail("the domain is missing")
  if (domain.startsWith("["))
    return Result.fail("an IP address in place of a domain is not accepted")
  if (domain.endsWith(".")) return Result.fail("the domain ends with a dot")

  const lowerCase = domain.toLowerCase()
  const aLabels =
    isAscii(domain) && !lowerCase.includes("xn--") ? Result.succeed(lowerCase) : toALabels(domain)
  if (Result.isFailure(aLabels)) return aLabels

  const labels = aLabels.success.split(".")
  for (const label of labels) {
    const fault = labelFault(label)
    if (fault !== undefined) return Result.fail(fault)
  }
  if (labels.length === 1) return Result.fail("the domain has no dot")
  // A top-level domain is never all digits, so names and IPv4 addresses stay distinct (RFC 3696 §2).
  if (/^\d+$/.test(labels.at(-1) ?? "")) return Result.fail("the domain ends with a number")
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

const beforeTheAt = "the part before the @"

/** The index of the @ that ends the local part, or a sentence about the fault. */
type LocalEnd = Result.Result<number, string>

const isPrintable = (code: number): boolean => code >= 0x20 && code !== 0x7f

/** Finds the end of `dot-atom-text` (RFC 5322 §3.2.3) that starts at 0. */
const endOfDotAtom = (text: string): LocalEnd => {
  let previous = dot
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === at) {
      if (index === 0) return Result.fail(`${beforeTheAt} is empty`)
      return previous === dot
        ? Result.fail(`${beforeTheAt} ends with a dot`)
        : Result.succeed(index)
    }
    if (code === dot && previous === dot) {
      return Result.fail(
        `${beforeTheAt} has ${index === 0 ? "a dot at its start" : "two dots in a row"}`
      )
    }
    if (code !== dot && code < 128 && isAtext[code] === 0) {
      return Result.fail(notAllowed(text.charAt(index), beforeTheAt))
    }
    previous = code
  }
  return Result.fail("it has no @")
}

/** Finds the end of a `Quoted-string` (RFC 5321 §4.1.2) that starts at 0. */
const endOfQuotedString = (text: string): LocalEnd => {
  for (let index = 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      return text.charCodeAt(index + 1) === at
        ? Result.succeed(index + 1)
        : Result.fail("the closing quote is not followed by an @")
    }
    if (code === backslash) index++
    if (index === text.length) break
    const character = text.charCodeAt(index)
    // quoted-pairSMTP is ASCII only, also in RFC 6531.
    if (!isPrintable(character) || (code === backslash && character > 0x7e)) {
      return Result.fail(notAllowed(text.charAt(index), beforeTheAt))
    }
  }
  return Result.fail("the quoted part does not end")
}

const tooLong = `it is longer than ${addressOctetsMax} octets`

export const parseAddress = (input: string): Result.Result<Address, string> => {
  const trimmed = input.trim()
  if (trimmed === "") return Result.fail("it is empty")
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
  if (invisible !== undefined) return Result.fail(notAllowed(invisible, beforeTheAt))
  const localPartOctets = smtputf8 ? Buffer.byteLength(localPart) : localPart.length
  if (localPartOctets > localPartOctetsMax) {
    return Result.fail(`${beforeTheAt} is longer than ${localPartOctetsMax} octets`)
  }

  const domain = parseDomain(text.slice(localEnd.success + 1))
  if (Result.isFailure(domain)) return Result.fail(domain.failure)
  if (localPartOctets + 1 + domain.success.length > addressOctetsMax) return Result.fail(tooLong)
  return Result.succeed({ localPart, domain: domain.success, smtputf8 })
}
