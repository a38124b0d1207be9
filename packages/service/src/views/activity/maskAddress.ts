/** Addresses as they are shown to those who need not see them: `a***@acme.test`. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

/** The first character, also one outside of the BMP. A text without an at sign keeps nothing else. */
export const maskAddress = (email: string): string => {
  const at = email.lastIndexOf("@")
  const [first = ""] = at === 0 ? "" : email
  return `${first}***${at < 0 ? "" : email.slice(at)}`
}

/** Whatever is the address, or names it. */
export const maskResult = (result: VerifyResult): VerifyResult => {
  const { email, normalized_email: normalized, did_you_mean: meant, evidence: _, ...rest } = result
  return {
    ...rest,
    email: maskAddress(email),
    ...(normalized !== undefined && { normalized_email: maskAddress(normalized) }),
    ...(meant !== undefined && { did_you_mean: maskAddress(meant) }),
    reasons: rest.reasons.map((reason) =>
      reason.replaceAll(/\S+@\S+/gu, (found) => maskAddress(found))
    )
  }
}
