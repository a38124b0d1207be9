/** The time in a UUIDv7 (RFC 9562 §5.7): its first 48 bits are milliseconds since the epoch. */
import { randomBytes } from "node:crypto"

const millisHexChars = 12

const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")

const hexOf = (millis: number): string =>
  Math.max(0, Math.floor(millis)).toString(16).padStart(millisHexChars, "0").slice(-millisHexChars)

export const millisOf = (id: string): number =>
  Number.parseInt(id.replaceAll("-", "").slice(0, millisHexChars), 16)

/** The least id of its millisecond: no UUIDv7 that is older comes after it. */
export const firstIdAt = (millis: number): string => dashed(`${hexOf(millis)}${"0".repeat(20)}`)

/** A new id with that time, for what happened a moment ago. */
export const newIdAt = (millis: number): string => {
  const random = randomBytes(10)
  random[0] = (random[0]! & 0x0f) | 0x70
  random[2] = (random[2]! & 0x3f) | 0x80
  return dashed(hexOf(millis) + random.toString("hex"))
}
