/** How contacts are remembered without their addresses. */
import { addressHmac } from "../accounts/addressHmac.ts"
import type { Contact } from "./adapters/Adapter.ts"

/** 64 bits tell the contacts of a schedule apart, as they do addresses in lists (jobs/knownResults.ts). */
const digestOctets = 8

const digestOf = (addressKey: Uint8Array, text: string): Uint8Array =>
  addressHmac(addressKey).update(text).digest().subarray(0, digestOctets)

/** Of an address as it is spelled, but for upper case and white space around it: erasure finds it by that. */
export const addressDigestOf = (addressKey: Uint8Array, email: string): Uint8Array =>
  digestOf(addressKey, email.trim().toLowerCase())

/** A contact whose address changes is another one, whose result is not known. */
export const contactDigestOf = (
  addressKey: Uint8Array,
  { key, email }: Contact,
  address: Uint8Array
): Uint8Array =>
  key === email.trim().toLowerCase()
    ? address
    : digestOf(addressKey, `${key}\n${email.trim().toLowerCase()}`)
