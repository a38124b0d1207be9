/**
 * DNS as plain data, for tests and examples: the records of each name, or how its look-up fails.
 *
 * A name that is not in the zone does not exist, unless the zone has a name below it (RFC 8020).
 */
import type { MailHost } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"

import { found, noData, noDomain } from "./Answer.ts"
import type { Answer } from "./Answer.ts"

/** How a question fails. With `silence` it never ends; a resolver reports the other failures. */
type DnsFailure = "SERVFAIL" | "REFUSED" | "timeout" | "silence"

export interface ZoneRecords {
  readonly A?: ReadonlyArray<string> | DnsFailure
  readonly AAAA?: ReadonlyArray<string> | DnsFailure
  /** Records as in a zone file: `10 mx.example.org`; `0 .` is a null MX. */
  readonly MX?: ReadonlyArray<string> | DnsFailure
  readonly NS?: ReadonlyArray<string> | DnsFailure
  readonly TXT?: ReadonlyArray<string> | DnsFailure
}

/** A name with a `DnsFailure` in place of records fails every question this way. */
export type Zone = Readonly<Record<string, ZoneRecords | DnsFailure>>

export type RecordType = keyof ZoneRecords

export const parseMailHost = (text: string): MailHost => {
  const [preference = "", host = ""] = text.split(" ")
  return { preference: Number(preference), host }
}

/** Answers a question from the zone; `silence` means that no answer ever comes. */
export const answerFrom = (
  zone: Zone,
  type: RecordType,
  name: string
): Answer<string> | "silence" => {
  const records = zone[name]
  if (records === undefined) {
    return Object.keys(zone).some((other) => other.endsWith(`.${name}`)) ? noData : noDomain
  }
  const values = typeof records === "string" ? records : (records[type] ?? [])
  if (values === "silence") return values
  return typeof values === "string" ? unanswered(values) : found(values)
}
