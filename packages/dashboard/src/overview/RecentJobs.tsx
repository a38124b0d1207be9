/** The newest jobs, updated while they run. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { Link } from "wouter"

import { ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { countText, verdicts } from "./days.ts"

const rowsText = ({ total_rows, processed_rows, status }: BulkJob): string =>
  status === "complete"
    ? countText(total_rows)
    : `${countText(processed_rows)} of ${countText(total_rows)}`

const Proportions = ({ job }: { readonly job: BulkJob }) => (
  <span className="overview-proportions">
    <ProportionBar
      bare
      total={job.total_rows}
      shares={verdicts.map(([key, label]) => ({
        key,
        label,
        fill: key,
        count: job[`${key}_count`]
      }))}
    />
    <span className="visually-hidden">
      {verdicts.map(([key, name]) => `${countText(job[`${key}_count`])} ${name}`).join(", ")}
    </span>
  </span>
)

const columns: ReadonlyArray<Column<BulkJob>> = [
  {
    key: "file",
    head: "List",
    isName: true,
    cell: ({ id, filename }) => (
      <Link href={`/jobs/${id}`} className="breaks">
        {filename}
      </Link>
    )
  },
  { key: "status", head: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { key: "mode", head: "Mode", cell: ({ mode }) => (mode === "deep" ? "Deep" : "Fast") },
  { key: "verdicts", head: "Verdicts", cell: (job) => <Proportions job={job} /> },
  { key: "rows", head: "Rows", align: "end", cell: rowsText },
  {
    key: "created",
    head: "Created",
    align: "end",
    cell: ({ created_at }) => <DateTime at={created_at} show="ago" />
  }
]

export const RecentJobs = ({ jobs }: { readonly jobs: ReadonlyArray<BulkJob> }) => (
  <Card
    title="Recent lists"
    actions={
      <ButtonLink small href="/bulk">
        All lists
      </ButtonLink>
    }
  >
    {jobs.length === 0 ? (
      <p className="muted">
        No lists yet. <Link href="/bulk">Upload a CSV</Link>. You see the price before it starts.
      </p>
    ) : (
      <div className="overview-jobs">
        <DataTable
          caption="Recent lists, newest first"
          columns={columns}
          rows={jobs}
          rowKey={({ id }) => id}
        />
      </div>
    )}
  </Card>
)
