/** What people choose about the mail that rcpt sends to them. */
import { Schema } from "effect"

/** Languages that messages are written in. Stored with people: never rename one. */
export const Language = Schema.Literals(["en", "de"])
export type Language = typeof Language.Type

/** When a person gets mail about the end of their lists. Stored with people: never rename one. */
export const ListMail = Schema.Literals(["always", "large", "never"])
export type ListMail = typeof ListMail.Type

/** Rows. A list with more is `large`: it takes minutes at least, so people look away while it runs. */
export const smallListMax = 1_000

export const wantsListMail = (choice: ListMail, rows: number): boolean =>
  choice === "always" || (choice === "large" && rows > smallListMax)
