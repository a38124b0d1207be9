/**
 * Lists in text that are no table: vCards, LDIF, JSON, lines of a mail program or a mailing list. Each address gets a
 * row. `undefined`: it is none of that kind.
 */
import { repairCell } from "./repairCell.ts"
import type { Records } from "./xlsxSheet.ts"

const lineBreak = /\r\n|\r|\n/

/** A line that begins with a blank goes on with the one before (RFC 6350 §3.2, RFC 2849 note 2). */
const unfolded = (text: string): ReadonlyArray<string> =>
  text.replace(/(?:\r\n|\r|\n)[ \t]/g, "").split(lineBreak)

const utf8 = (octets: ReadonlyArray<number>): string =>
  new TextDecoder().decode(Uint8Array.from(octets))

/** Quoted-printable, which vCard 2.1 has (RFC 2045 §6.7). */
const quotedPrintable = (text: string): string =>
  text.replace(/(?:=[\da-f]{2})+/gi, (run) =>
    utf8(
      run
        .slice(1)
        .split("=")
        .map((hex) => Number.parseInt(hex, 16))
    )
  )

const unescapedValue = (value: string): string =>
  value.replace(/\\([nN,;\\])/g, (_, char: string) => (/n/i.test(char) ? "\n" : char))

const property = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/s

export const vcardRecords = (text: string): Records => {
  // Version 2.1 breaks a long value after a "=".
  const lines = unfolded(text.replace(/=(?:\r\n|\r|\n)/g, ""))
  const records: Array<ReadonlyArray<string>> = [["name", "email", "organization"]]
  let name = ""
  let organization = ""
  let emails: Array<string> = []
  for (const line of lines) {
    const [, key = "", parameters = "", raw = ""] = property.exec(line) ?? []
    const isQuoted = /quoted-printable/i.test(parameters)
    const value = unescapedValue(isQuoted ? quotedPrintable(raw) : raw).trim()
    switch (key.toUpperCase()) {
      case "BEGIN":
        name = organization = ""
        emails = []
        break
      case "FN":
        name = value
        break
      case "ORG":
        organization = value.split(";")[0] ?? ""
        break
      case "EMAIL":
        if (value !== "") emails.push(value)
        break
      case "END":
        for (const email of emails) records.push([name, email, organization])
        break
    }
  }
  return records
}

const fromBase64 = (text: string): string =>
  utf8(Array.from(atob(text.trim()), (char) => char.charCodeAt(0)))

const nameAttributes = ["displayname", "cn", "name"]

/** Attributes with addresses (RFC 4524 §2.16, and those of directories that have others). */
const mailAttributes: ReadonlySet<string> = new Set([
  "mail",
  "rfc822mailbox",
  "email",
  "emailaddress"
])

export const ldifRecords = (text: string): Records => {
  const records: Array<ReadonlyArray<string>> = [["name", "email", "dn"]]
  let entry = new Map<string, string>()
  let emails: Array<string> = []
  const end = () => {
    const name = nameAttributes.map((one) => entry.get(one)).find((one) => one !== undefined) ?? ""
    for (const email of emails) records.push([name, email, entry.get("dn") ?? ""])
    entry = new Map()
    emails = []
  }
  for (const line of [...unfolded(text), ""]) {
    const [, attribute, isBase64, raw = ""] = /^([\w.-]+)(?:;[\w-]+)*:(:?)(.*)$/.exec(line) ?? []
    if (line.trim() === "") end()
    if (attribute === undefined) continue
    const key = attribute.toLowerCase()
    const value = isBase64 === ":" ? fromBase64(raw) : raw.trim()
    if (mailAttributes.has(key)) emails.push(value)
    else if (!entry.has(key)) entry.set(key, value)
  }
  return records
}

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Objects within are columns of their own, `address.city`; lists are cells. */
const flat = (row: JsonObject, prefix = ""): ReadonlyArray<readonly [string, string]> =>
  Object.entries(row).flatMap(([key, value]) =>
    isObject(value) && prefix.split(".").length <= depthMax
      ? flat(value, `${prefix}${key}.`)
      : [[prefix + key, cellOf(value)] as const]
  )

const depthMax = 3

/** The list in a document: itself, or the longest one in its objects, such as `data` or `value` of an answer. */
const listIn = (value: unknown, depth = 0): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) return value
  if (!isObject(value) || depth > depthMax) return []
  return Object.values(value)
    .map((one) => listIn(one, depth + 1))
    .reduce((best, one) => (one.length > best.length ? one : best), [])
}

const parsed = (text: string): ReadonlyArray<unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const list = listIn(value)
    return list.length > 0 ? list : [value]
  } catch {
    try {
      return text
        .split(lineBreak)
        .filter((line) => line.trim() !== "")
        .map((line): unknown => JSON.parse(line))
    } catch {
      return undefined
    }
  }
}

export const jsonRecords = (text: string): Records | undefined => {
  const list = parsed(text)
  if (list === undefined) return undefined
  const rows = list.map((one) => new Map(isObject(one) ? flat(one) : [["email", cellOf(one)]]))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ""))]
}

const inBrackets = /<([^<>\s]+)>/g

/** The name before an address, as mail programs write it; what stands before the name are other addresses. */
const nameIn = (before: string): string => {
  const text = before.trim()
  if (text.endsWith('"'))
    return text.slice(text.lastIndexOf('"', text.length - 2) + 1, -1).replace(/\\(.)/g, "$1")
  return text.slice(Math.max(text.lastIndexOf(","), text.lastIndexOf(";")) + 1).trim()
}

/** The names of a line by their addresses. */
const namesIn = (line: string): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  let end = 0
  for (const { 0: all, 1: email = "", index } of line.matchAll(inBrackets)) {
    names.set(email.toLowerCase(), nameIn(line.slice(end, index)))
    end = index + all.length
  }
  return names
}

/** Lines of addresses that the programs of mailing lists comment. */
const comment = /^\s*#/

/** The name as a comment after the address, as Mailman and old mail programs write it (RFC 5322 §3.4, appendix A.5). */
const nameAfter = /^<?([^\s<>@,;]+@[^\s<>@,;]+)>?\s+\(([^()]*)\)$/

/** Characters from which lines of addresses are told from a table: some hundred lines. */
const linesCharsMax = 16 * 1024

/** Whether a text, which may go on, has lines of addresses with names or several in each. */
export const areMembers = (text: string, isCut: boolean): boolean => {
  const start = text.slice(0, linesCharsMax)
  const isWhole = start.length === text.length && !isCut
  return memberRecords(isWhole ? start : start.slice(0, start.lastIndexOf("\n") + 1)) !== undefined
}

/** Lines that have addresses and names alone, one or several each. */
export const memberRecords = (text: string): Records | undefined => {
  const lines = text.split(lineBreak).filter((line) => line.trim() !== "" && !comment.test(line))
  const records: Array<ReadonlyArray<string>> = [["name", "email"]]
  let isNamed = false
  const counts = new Set<number>()
  for (const line of lines) {
    const { 1: address = "", 2: commented } = nameAfter.exec(line.trim()) ?? []
    if (commented !== undefined) {
      isNamed = true
      records.push([commented.trim(), address])
      continue
    }
    const found = repairCell(line.trim().replace(/[;,]$/, ""))
    if (!found.every((one) => one.includes("@") && !/\s/.test(one))) return undefined
    const names = namesIn(line)
    if (names.size > 0) isNamed = true
    counts.add(found.length)
    for (const one of found) records.push([names.get(one.toLowerCase()) ?? "", one])
  }
  // As many plain addresses in each line are the columns of a table.
  const isTable = !isNamed && counts.size < 2 && (lines.length > 1 || counts.has(1))
  return isTable || records.length === 1 ? undefined : records
}
