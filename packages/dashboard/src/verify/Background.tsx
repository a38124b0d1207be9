/** More facts about the address and its domain, which do not decide the verdict by themselves. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Card } from "../parts/Card.tsx"
import { words } from "../words/verify.tsx"
import { Facts } from "./Facts.tsx"
import type { FactRow } from "./Facts.tsx"

const { background: said } = words

const daysPerYear = 365

const ageText = (days: number): string => {
  const years = Math.floor(days / daysPerYear)
  return years === 0 ? said.days(days) : said.years(years, days)
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
      [said.normalized, record(result.normalized_email)],
      [said.provider, result.mx_provider],
      [said.servers, listOf(result.mx_records)],
      [
        said.age,
        result.domain_age_days === undefined ? undefined : ageText(result.domain_age_days)
      ],
      [said.spf, record(result.spf_record)],
      [said.dmarc, record(result.dmarc_record)],
      [said.dmarcPolicy, record(result.dmarc_policy)],
      [said.blocklists, listOf(result.dnsbl_listings)],
      [
        said.catchAll,
        result.catch_all_confidence === undefined
          ? undefined
          : said.confidence(result.catch_all_confidence)
      ]
    ] satisfies ReadonlyArray<FactRow>
  ).filter(([, value]) => value !== false && value !== undefined)

export const Background = ({ result }: { readonly result: VerifyResult }) => {
  const rows = rowsOf(result)
  return (
    rows.length > 0 && (
      <Card title={said.title}>
        <Facts rows={rows} />
      </Card>
    )
  )
}
