/** What node:dns returns, as answers: records in one order and spelling, and errors that are answers. */
import type { MxRecord } from "node:dns"

import type { MailHost } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"

import { sharedBy } from "../cache/sharedBy.ts"
import { policyRecordCharsMax } from "../limits.ts"
import { noData, noDomain } from "./Answer.ts"
import type { Answer } from "./Answer.ts"

/** RFC 1035 §2.3.3: names compare without case; a trailing dot only says where the name ends. */
export const canonical = (name: string): string => {
  const lowerCase = name.toLowerCase()
  return lowerCase.endsWith(".") ? lowerCase.slice(0, -1) : lowerCase
}

/** Sorted, because DNS returns the records of a set in any order and our answers must not depend on it. */
export const inOrder = (hosts: ReadonlyArray<MailHost>): ReadonlyArray<MailHost> =>
  hosts
    .map(({ host, preference }) => ({ host: host === "." ? "" : canonical(host), preference }))
    .sort((one, other) => one.preference - other.preference || (one.host < other.host ? -1 : 1))
    .filter(({ host }, index, sorted) => sorted.findIndex((one) => one.host === host) === index)

// oxlint-disable-next-line no-control-regex -- a zone may hold any octet; JSON and SQL may not
const controls = /[\u0000-\u001f\u007f]/g

const sharedText = sharedBy<string>()

/** Without controls, and no longer than it may be. */
const cleaned = (record: string): string => {
  const text = record.replace(controls, "").slice(0, policyRecordCharsMax).toWellFormed()
  return sharedText(text, text)
}

export const policiesIn = (records: ReadonlyArray<string>): ReadonlyArray<string> =>
  records
    .filter((record) => /^v\s*=/i.test(record))
    .map(cleaned)
    .sort()

/** RFC 1035 names in place of the error codes of node:dns. */
const failureNames: Readonly<Record<string, string>> = {
  ESERVFAIL: "SERVFAIL",
  EREFUSED: "REFUSED",
  ENOTIMP: "NOTIMP",
  ETIMEOUT: "timeout"
}

/** A few error codes of node:dns are an answer. Any other is a failure to get one. */
export const answerOf = (cause: unknown): Answer<never> => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
  // EBADNAME: the name is longer than DNS allows, so nothing can be published there.
  if (code === "ENOTFOUND" || code === "EBADNAME") return noDomain
  if (code === "ENODATA") return noData
  return unanswered(failureNames[code] ?? code)
}

export const unchanged = (records: ReadonlyArray<string>): ReadonlyArray<string> => records

export const mailHosts = (records: ReadonlyArray<MxRecord>): ReadonlyArray<MailHost> =>
  inOrder(records.map(({ exchange, priority }) => ({ host: exchange, preference: priority })))
