/**
 * Parses an e-mail address, or says why the text is none. One pass, no backtracking, never throws.
 *
 * An address is a Mailbox of RFC 5321 §4.1.2 with the characters of RFC 6531 §3.3: no comments, no
 * display name, no `mailto:`, no obsolete forms. The result is NFC, so a composed and a decomposed
 * spelling are the same address (RFC 6532 §3.1).
 */
import type { Address } from "@rcpt/domain/Address"
import { Result } from "effect"

import { addressOctetsMax, localPartOctetsMax } from "../limits.ts"
import { firstInvisible, isAscii, notAllowed } from "./codePoints.ts"
import { parseDomain } from "./parseDomain.ts"

/** RFC 5322 §3.2.3 `atext`, by character code. */
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

/** The index of the @ that ends the local part, or what is wrong. */
type LocalEnd = Result.Result<number, string>

const isPrintable = (code: number): boolean => code >= 0x20 && code !== 0x7f

/** RFC 5322 §3.2.3 `dot-atom-text`, starting at 0. */
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

/** RFC 5321 §4.1.2 `Quoted-string`, starting at 0. */
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
