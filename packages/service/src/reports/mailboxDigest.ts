/** The mailbox of an address, as reports know it: the same for all spellings, and readable by nobody. */
import { checkSyntax } from "@rcpt/verifier/steps"

import { addressHmac } from "../accounts/addressHmac.ts"

/** 128 bits: enough to tell the mailboxes of one account apart. */
const digestHexChars = 32

export const mailboxDigest = (addressKey: Uint8Array, email: string): string => {
  const { syntax } = checkSyntax(email)
  const mailbox = syntax._tag === "wellFormed" ? syntax.normalized : email.trim().toLowerCase()
  return addressHmac(addressKey).update(`mailbox ${mailbox}`).digest("hex").slice(0, digestHexChars)
}
