/** The mailbox of an address as reports know it: the same for all spellings, and not readable. */
import { checkSyntax } from "@rcpt/verifier/steps"

import { addressHmac } from "../accounts/addressHmac.ts"

/** 128 bits: enough to tell the mailboxes of one account apart. */
const digestHexChars = 32

/** One text for all spellings: without upper case, tags, and the dots of providers that ignore them. */
export const mailboxOf = (email: string): string => {
  const { syntax } = checkSyntax(email)
  return syntax._tag === "wellFormed" ? syntax.normalized : email.trim().toLowerCase()
}

export const mailboxDigest = (addressKey: Uint8Array, email: string): string =>
  addressHmac(addressKey)
    .update(`mailbox ${mailboxOf(email)}`)
    .digest("hex")
    .slice(0, digestHexChars)
