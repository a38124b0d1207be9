/** The whole address that was probably meant, once DNS has said whether the typed domain is in use. */
import type { Address } from "@rcpt/domain/Address"
import type { MailRoute } from "@rcpt/domain/Evidence"

import { suggestDomain } from "./suggestDomain.ts"

/** MX records of its own. While nobody knows, the typing error is the likelier explanation. */
const takesMail = (route: MailRoute | undefined): boolean =>
  route?._tag === "hosts" && !route.implicit

export const didYouMean = (
  { localPart, domain }: Address,
  route: MailRoute | undefined
): string | undefined => {
  const slip = suggestDomain(domain)
  if (slip === undefined || (slip.kind === "near" && takesMail(route))) return undefined
  return `${localPart}@${slip.meant}`
}
