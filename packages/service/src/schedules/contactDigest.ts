/** How contacts are remembered without their addresses. */
import { addressHmac } from "../accounts/addressHmac.ts"
import { isPlainAddress, mailboxDigest, mailboxOf } from "../reports/mailboxDigest.ts"
import type { Contact } from "./adapters/Adapter.ts"

/** 64 bits tell the contacts of a schedule apart, as they do addresses in lists (jobs/knownResults.ts). */
const digestOctets = 8

const digestOf = (addressKey: Uint8Array, text: string): Uint8Array =>
  addressHmac(addressKey).update(text).digest().subarray(0, digestOctets)

/** Of an address as it is spelled, but for upper case and white space around it. */
export const addressDigestOf = (addressKey: Uint8Array, email: string): Uint8Array =>
  digestOf(addressKey, email.trim().toLowerCase())

/** Of the mailbox of an address, which erasure knows whatever the spelling. */
export const contactMailboxOf = (
  addressKey: Uint8Array,
  email: string,
  address: Uint8Array
): Uint8Array => {
  const mailbox = mailboxOf(email)
  return mailbox === email.trim().toLowerCase() ? address : digestOf(addressKey, mailbox)
}

/** Which mailbox a change is of. Null: it may name others, too, so that erasure has to read it. */
export const changeMailboxOf = (addressKey: Uint8Array, { key, email }: Contact): string | null => {
  const isAlone = key === email.trim().toLowerCase() || !/[@＠﹫%]/u.test(key)
  return isAlone && isPlainAddress(email) ? mailboxDigest(addressKey, email) : null
}

/** A contact whose address changes is another one, whose result is not known. */
export const contactDigestOf = (
  addressKey: Uint8Array,
  { key, email }: Contact,
  address: Uint8Array
): Uint8Array =>
  key === email.trim().toLowerCase()
    ? address
    : digestOf(addressKey, `${key}\n${email.trim().toLowerCase()}`)
