/**
 * Time-based one-time codes (TOTP, RFC 6238) as all authenticator apps make them: HMAC-SHA-1, 30 s, six
 * digits. These are RFC 4226 and a clock; a library would be more code than this.
 */
import { createHmac } from "node:crypto"

/** RFC 6238 §5.2 recommends it. */
const stepSeconds = 30
const digits = 6

/** The number of the 30 seconds that a time is in. */
export const stepOf = (millis: number): number => Math.floor(millis / 1_000 / stepSeconds)

/** RFC 4226 §5.3, dynamic truncation. */
export const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

/** RFC 6238 §5.2: at most one step for the network; and one for a clock that is ahead. */
const stepsAround = [0, -1, 1]

/** The step that a code belongs to; `undefined`: it is wrong, or too old. */
export const stepOfCode = (secret: Uint8Array, code: string, now: number): number | undefined =>
  stepsAround
    .map((away) => stepOf(now) + away)
    .find((step) => codeAt(secret, step) === code.replaceAll(" ", ""))

/** RFC 4648 §6. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Without padding, which apps do not expect. */
export const encodeBase32 = (octets: Uint8Array): string => {
  const bits = Array.from(octets, (octet) => octet.toString(2).padStart(8, "0")).join("")
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("")
}

export const decodeBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (char) => alphabet.indexOf(char).toString(2).padStart(5, "0"))
  const whole = bits.join("").match(/.{8}/g) ?? []
  return Buffer.from(whole.map((octet) => Number.parseInt(octet, 2)))
}

/** The content of the QR code (Key Uri Format of Google Authenticator). */
export const uriOf = (secret: string, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`rcpt:${email}`)}?secret=${secret}&issuer=rcpt` +
  `&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
