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

/** Whether a text is one address and nothing around it: its mailbox is all that it names. */
export const isPlainAddress = (text: string): boolean =>
  /^[a-z\d][\w.+-]*@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/iu.test(text)

export const mailboxDigest = (addressKey: Uint8Array, email: string): string =>
  addressHmac(addressKey)
    .update(`mailbox ${mailboxOf(email)}`)
    .digest("hex")
    .slice(0, digestHexChars)
