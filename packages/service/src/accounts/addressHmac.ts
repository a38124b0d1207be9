/**
 * HMAC-SHA-256 (RFC 2104) under an account's address key: tells two texts of one account apart, and
 * reveals neither.
 */
import { createHmac, createSecretKey } from "node:crypto"
import type { Hmac, KeyObject } from "node:crypto"

/** Octets alone are made a key anew each time: 15 µs in place of 2.4 (measured). */
const prepared = new WeakMap<Uint8Array, KeyObject>()

export const addressHmac = (key: Uint8Array): Hmac => {
  const known = prepared.get(key) ?? createSecretKey(key)
  prepared.set(key, known)
  return createHmac("sha256", known)
}
