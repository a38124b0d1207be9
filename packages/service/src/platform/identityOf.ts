/**
 * The normal form of the address with which a person signs in. Two spellings with one form are one person, in the
 * database and for every limit; two spellings with different forms never are.
 *
 * People type their address in upper or lower case, so the 26 letters of ASCII count as the same. Other letters of the
 * part before the @ do not: İ, K and ſ have ASCII letters as lower or upper case, which a mail server never thinks
 * (RFC 6531 §3.3), and how letters are folded differs between databases. The DNS has rules for a domain (RFC 5891 §4.2.1).
 */
import type { SqlClient, Statement } from "effect/sql"

const upperCase = /[A-Z]+/g
const isAscii = /^[\0-\x7f]*$/

/** As an address is stored and mailed: trimmed, in Unicode's NFC, and a domain with letters beyond ASCII in lower case. */
export const storedForm = (email: string): string => {
  const text = email.trim().normalize("NFC")
  const domain = text.slice(text.lastIndexOf("@") + 1)
  if (isAscii.test(domain)) return text
  return `${text.slice(0, -domain.length)}${domain.toLowerCase().normalize("NFC")}`
}

/** `identityColumn` is the same of a stored address, in SQL. */
export const identityOf = (email: string): string =>
  storedForm(email).replaceAll(upperCase, (letters) => letters.toLowerCase())

/**
 * Generates the columns `identity` from `email`, so that no statement can store one without the other, not even of a node of the
 * release before. `translate` knows no letters but those that it is given.
 */
export const identityColumn = `text collate "C" generated always as
  (translate(email, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) stored`

/** Finds rows of an address. Text in Postgres cannot contain NUL, so none has such an address. */
export const hasIdentity = (sql: SqlClient.SqlClient, email: string): Statement.Fragment =>
  email.includes("\0") ? sql`false` : sql`identity = ${identityOf(email)}`
