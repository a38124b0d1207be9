/** Whether a domain says who may send mail for it (RFC 7208). The record is not evaluated. */
import type { Spf } from "@rcpt/domain/Evidence"
import { Effect } from "effect"

import { toFact } from "./Answer.ts"
import type { Questions } from "./Resolver.ts"

/** RFC 7208 §4.5: the version ends with a blank or the record, so `v=spf10` is none. */
const version = /^v=spf1(?: |$)/i

const spfOf = (policies: ReadonlyArray<string>): Spf | undefined => {
  const records = policies.filter((policy) => version.test(policy))
  const record = records[0]
  return record === undefined ? undefined : { record, count: records.length }
}

export const findSpf = (dns: Questions, domain: string) =>
  Effect.map(dns.policies(domain), (answer) => toFact(answer, spfOf))
