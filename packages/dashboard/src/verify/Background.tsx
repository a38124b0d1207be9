/** More facts about the address and its domain, which do not decide the verdict by themselves. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Card } from "../parts/Card.tsx"
import { Facts } from "./Facts.tsx"
import type { FactRow } from "./Facts.tsx"

const whole = new Intl.NumberFormat("en")

const daysPerYear = 365

const ageText = (days: number): string => {
  const years = Math.floor(days / daysPerYear)
  if (years === 0) return days === 1 ? "1 day" : `${days} days`
  return `${years === 1 ? "1 year" : `${years} years`} (${whole.format(days)} days)`
}

const record = (text: string | undefined) => text !== undefined && <code>{text}</code>

const listOf = (values: ReadonlyArray<string> | undefined) =>
  values !== undefined &&
  values.length > 0 && (
    <ul>
      {values.map((value) => (
        <li key={value}>
          <code>{value}</code>
        </li>
      ))}
    </ul>
  )

const rowsOf = (result: VerifyResult): ReadonlyArray<FactRow> =>
  (
    [
      ["Normalized", record(result.normalized_email)],
      ["Mail provider", result.mx_provider],
      ["Mail servers", listOf(result.mx_records)],
      [
        "Domain age",
        result.domain_age_days === undefined ? undefined : ageText(result.domain_age_days)
      ],
      ["SPF record", record(result.spf_record)],
      ["DMARC record", record(result.dmarc_record)],
      ["DMARC policy", record(result.dmarc_policy)],
      ["Blocklists", listOf(result.dnsbl_listings)],
      [
        "Catch-all confidence",
        result.catch_all_confidence === undefined
          ? undefined
          : `${result.catch_all_confidence} of 100 that the mailbox exists`
      ]
    ] satisfies ReadonlyArray<FactRow>
  ).filter(([, value]) => value !== false && value !== undefined)

export const Background = ({ result }: { readonly result: VerifyResult }) => {
  const rows = rowsOf(result)
  return (
    rows.length > 0 && (
      <Card title="Background">
        <Facts rows={rows} />
      </Card>
    )
  )
}
