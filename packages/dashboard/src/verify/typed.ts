/** What a person means who typed or pasted something other than one address. It is offered before anything is charged. */
import { repairCell } from "@rcpt/api/repairCell"

export type Typed =
  /** To be verified as it is: an address, or a text that has none in it. */
  | { readonly is: "address" }
  | { readonly is: "meant"; readonly email: string }
  | { readonly is: "several"; readonly emails: ReadonlyArray<string> }

/** What stands between addresses. A quoted local part is left to the repair, which reads a text as a whole. */
const between = /[\s<>()[\],;:"|/]+/

/** Characters that no unquoted address has, but text around it. */
const around = /[\s<>,;]/u

const distinct = (emails: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Map(emails.map((email) => [email.toLowerCase(), email])).values()
]

/** The address that a piece is, without the full stop of its sentence. */
const addressIn = (piece: string): ReadonlyArray<string> => {
  const [local = "", domain = "", ...rest] = piece.split("@")
  const labels = domain.split(".")
  const end = labels.findLastIndex((label) => label !== "") + 1
  return local === "" || end < 2 || rest.length > 0
    ? []
    : [`${local}@${labels.slice(0, end).join(".")}`]
}

/** The text without blanks beside an @. */
const joinedAtSigns = (text: string): string =>
  text
    .split("@")
    .map((part) => part.trim())
    .join("@")

/** A text may be of any length, so it is split first, and each piece is judged alone. */
const foundIn = (text: string): ReadonlyArray<string> => {
  const repaired = repairCell(text)
  if (repaired.length > 1 || repaired[0] !== text) return repaired
  if (!around.test(text) || text.includes('"')) return []
  return distinct(joinedAtSigns(text).split(between).flatMap(addressIn))
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
