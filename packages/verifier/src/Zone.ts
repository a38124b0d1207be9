/**
 * A small internet as plain data: what DNS says to each name, for tests and examples.
 *
 * A name that is not in the zone does not exist, unless a name below it is (RFC 8020).
 */
import type { MailHost } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"

import { found, noData, noDomain } from "./Answer.ts"
import type { Answer } from "./Answer.ts"

/** Ways not to answer. `silence` never ends by itself; the others are what a resolver reports. */
export type DnsFailure = "SERVFAIL" | "REFUSED" | "timeout" | "silence"

export interface ZoneRecords {
  readonly A?: ReadonlyArray<string> | DnsFailure
  readonly AAAA?: ReadonlyArray<string> | DnsFailure
  /** As in a zone file: `10 mx.example.org`; `0 .` is a null MX. */
  readonly MX?: ReadonlyArray<string> | DnsFailure
  readonly NS?: ReadonlyArray<string> | DnsFailure
  readonly TXT?: ReadonlyArray<string> | DnsFailure
}

/** `DnsFailure` in place of records: every question about the name fails so. */
export type Zone = Readonly<Record<string, ZoneRecords | DnsFailure>>

export type RecordType = keyof ZoneRecords

export const parseMailHost = (text: string): MailHost => {
  const [preference = "", host = ""] = text.split(" ")
  return { preference: Number(preference), host }
}

/** `silence` where the answer never comes. */
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
