/**
 * API keys: `rcpt_live_`, or `rcpt_pub_` for a browser key; 32 random base62 characters (190 bits), and 6 with the
 * CRC-32 of all before.
 *
 * With the checksum the service refuses random text without a query, and secret scanners recognize a
 * real key. Of a secret key only a SHA-256 and the last four characters are stored.
 */
import { hash, randomInt } from "node:crypto"
import { crc32 } from "node:zlib"

const prefixes = { secret: "rcpt_live_", browser: "rcpt_pub_" } as const
const randomCount = 32
/** Six digits have room for every CRC-32, since 62^6 > 2^32. */
const checksumCount = 6
const shape = new RegExp(
  `^(?:${Object.values(prefixes).join("|")})[0-9A-Za-z]{${randomCount + checksumCount}}$`
)
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

export const generate = (kind: keyof typeof prefixes = "secret"): string => {
  const body = prefixes[kind] + randomText(digits, randomCount)
  return body + checksumOf(body)
}

export const isWellFormed = (key: string): boolean =>
  shape.test(key) && checksumOf(key.slice(0, -checksumCount)) === key.slice(-checksumCount)

/** Whether a key says that it is a browser key; it may be no key at all. */
export const isBrowserKey = (key: string): boolean => key.startsWith(prefixes.browser)

/** Returns the SHA-256 of a key in hexadecimal. */
export const hashOf = (key: string): string => hash("sha256", key)

export const last4Of = (key: string): string => key.slice(-4)

const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let sum = ""
  for (let i = 0; i < checksumCount; i++) {
    sum = digits[rest % digits.length] + sum
    rest = Math.floor(rest / digits.length)
  }
  return sum
}

export const randomText = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join("")
