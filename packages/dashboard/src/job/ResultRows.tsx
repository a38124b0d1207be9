/** The rows of a list with their results. */
import type { JobResultRow } from "@rcpt/api/Jobs"

import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { StatusBadge, statusLabel } from "../parts/StatusBadge.tsx"
import { subStatusLabel } from "./subStatusLabel.ts"

/** An address may be listed twice, so the index identifies a row. */
interface IndexedRow extends JobResultRow {
  readonly index: number
}

/** Details about an address besides its verdict. */
const traits: ReadonlyArray<readonly [field: keyof JobResultRow, label: string]> = [
  ["is_disposable", "disposable"],
  ["is_role_based", "shared inbox"],
  ["is_free_provider", "free provider"],
  ["is_relay", "relay"],
  ["is_catch_all", "catch-all"],
  ["is_blacklisted", "blocklisted"]
]

const traitsOf = (row: JobResultRow): string =>
  [row.mx_provider, ...traits.filter(([field]) => row[field] === true).map(([, label]) => label)]
    .filter(Boolean)
    .join(", ")

const Reason = ({ sub_status: subStatus, did_you_mean: suggestion }: JobResultRow) =>
  subStatus || suggestion ? (
    <>
      {subStatus && subStatusLabel(subStatus)}
      {subStatus && suggestion && <br />}
      {suggestion && (
        <span className="muted">
          Did you mean <span className="breaks">{suggestion}</span>?
        </span>
      )}
    </>
  ) : null

const columns: ReadonlyArray<Column<IndexedRow>> = [
  {
    key: "email",
    head: "Address",
    cell: ({ email, erased }) => (erased ? <span className="muted">Erased</span> : email),
    isName: true
  },
  {
    key: "status",
    head: "Status",
    cell: ({ verification_status: status, sub_status: subStatus }) =>
      status && <StatusBadge status={status} subStatus={subStatus} />
  },
  { key: "reason", head: "Reason", cell: Reason },
  { key: "score", head: "Score", cell: (row) => row.verification_score, align: "end" },
  { key: "traits", head: "Details", cell: (row) => <span className="muted">{traitsOf(row)}</span> }
]

const server: Column<IndexedRow> = {
  key: "server",
  head: "Mail server",
  cell: ({ smtp_status: status }) => status && statusLabel(status)
}

/** 0 for an address that is already further up in the file, and for `unknown`. */
const credits: Column<IndexedRow> = {
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
    caption="Rows of this list, in file order"
    columns={isDeep ? [...columns, server, credits] : [...columns, credits]}
    rows={rows.map((row, index) => ({ ...row, index }))}
    rowKey={({ index }) => index}
    stale={stale}
  />
)
