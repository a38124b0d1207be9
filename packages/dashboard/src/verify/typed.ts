/** What a person means who typed or pasted something other than one address. It is offered before anything is charged. */
import { repairCell } from "@rcpt/api/repairCell"

export type Typed =
  /** To be verified as it is: an address, or a text that has none in it. */
  | { readonly is: "address" }
  | { readonly is: "meant"; readonly email: string }
  | { readonly is: "several"; readonly emails: ReadonlyArray<string> }

/** Text around addresses: a quoted local part is left to the repair, which reads a text as a whole. */
const addresses = /[^\s<>()[\],;:"|/]+@[^\s<>()[\],;:"|/@]+\.[^\s<>()[\],;:"|/@.]+/gu

/** Characters that no unquoted address has, but text around it. */
const around = /[\s<>,;]/u

/** Characters: some 200 addresses. More are a list, and a field of one line is not the place for it. */
const textCharsMax = 8_192

const distinct = (emails: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Map(emails.map((email) => [email.toLowerCase(), email])).values()
]

const foundIn = (text: string): ReadonlyArray<string> => {
  if (text.length > textCharsMax) return []
  const repaired = repairCell(text)
  if (repaired.length > 1 || repaired[0] !== text) return repaired
  if (!around.test(text) || text.includes('"')) return []
  return distinct(text.replaceAll(/\s*@\s*/g, "@").match(addresses) ?? [])
}

/** `text` without blanks around it. */
export const typedIn = (text: string): Typed => {
  const emails = foundIn(text)
  const [email] = emails
  if (email === undefined || email === text) return { is: "address" }
  return emails.length === 1 ? { is: "meant", email } : { is: "several", emails }
}

/** A field has one line: pasted lines are joined, where browsers would run them together. */
export const oneLineOf = (pasted: string): string =>
  pasted
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(", ")
