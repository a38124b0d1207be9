/** Rows of a list with what they came to, and why. */
import type { JobResultRow } from "@rcpt/api/Jobs"

import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { StatusBadge, statusWord } from "../parts/StatusBadge.tsx"
import { subStatusWord } from "./subStatusWord.ts"

/** An address may come twice: a row is known by its place. */
interface Row extends JobResultRow {
  readonly place: number
}

/** What is to be known of an address beyond its verdict. */
const traits: ReadonlyArray<readonly [field: keyof JobResultRow, word: string]> = [
  ["is_disposable", "disposable"],
  ["is_role_based", "shared inbox"],
  ["is_free_provider", "free provider"],
  ["is_relay", "relay"],
  ["is_catch_all", "catch-all"],
  ["is_blacklisted", "blocklisted"]
]

const traitsOf = (row: JobResultRow): string =>
  [row.mx_provider, ...traits.filter(([field]) => row[field] === true).map(([, word]) => word)]
    .filter(Boolean)
    .join(", ")

const Reason = ({ sub_status: finding, did_you_mean: meant }: JobResultRow) =>
  finding || meant ? (
    <>
      {finding && subStatusWord(finding)}
      {finding && meant && <br />}
      {meant && (
        <span className="muted">
          Did you mean <span className="breaks">{meant}</span>?
        </span>
      )}
    </>
  ) : null

const columns: ReadonlyArray<Column<Row>> = [
  { key: "email", head: "Address", cell: ({ email }) => email, isName: true },
  {
    key: "status",
    head: "Status",
    cell: ({ verification_status: status }) => status && <StatusBadge status={status} />
  },
  { key: "reason", head: "Reason", cell: Reason },
  { key: "score", head: "Score", cell: (row) => row.verification_score, align: "end" },
  { key: "traits", head: "About it", cell: (row) => <span className="muted">{traitsOf(row)}</span> }
]

const server: Column<Row> = {
  key: "server",
  head: "Mail server",
  cell: ({ smtp_status: status }) => status && statusWord(status)
}

/** 0 for what came before in the file, and for what could not be learnt. */
const credits: Column<Row> = {
  key: "credits",
  head: "Credits",
  cell: ({ credits_used: used }) => used,
  align: "end"
}

interface ResultRowsProps {
  readonly rows: ReadonlyArray<JobResultRow>
  readonly isDeep: boolean
  readonly stale: boolean
}

export const ResultRows = ({ rows, isDeep, stale }: ResultRowsProps) => (
  <DataTable
    caption="Rows of this list, in the order of the file"
    columns={isDeep ? [...columns, server, credits] : [...columns, credits]}
    rows={rows.map((row, place) => ({ ...row, place }))}
    rowKey={({ place }) => place}
    stale={stale}
  />
)
