/**
 * Parses the part after the @: a DNS name with at least two labels, given in Unicode or as A-labels,
 * returned as A-labels.
 *
 * Node's own `domainToASCII` is not used: it reads `1.2.3` as an IP address, decodes `%2e` and drops
 * invisible characters, and what it accepts differs between versions of Node.
 */
import { Result } from "effect"
import { toASCII } from "tr46"

import { labelOctetsMax } from "../limits.ts"
import { firstInvisible, isAscii, notAllowed } from "./codePoints.ts"

/** UTS #46 §4, strictest options. Hyphens are checked below, because `checkHyphens` forbids `xn--`. */
const strict = {
  checkBidi: true,
  checkHyphens: false,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false
} as const

/** Invisible, but part of Persian and Indic words; tr46 checks where (RFC 5892 appendix A). */
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

/** What is wrong with a label, by RFC 5890 §2.3.1. Its letters are lower case already. */
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
  // RFC 5890 §2.3.1: two hyphens there mark an encoding, and xn-- is the only one defined.
  if (label.startsWith("--", 2) && !label.startsWith("xn--")) {
    return "a label of the domain has hyphens in third and fourth place"
  }
  return undefined
}

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
  // RFC 3696 §2: a top-level domain is never all digits, so names and IPv4 addresses stay distinct.
  if (/^\d+$/.test(labels.at(-1) ?? "")) return Result.fail("the domain ends with a number")
  return aLabels
}
