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
import { whole } from "../words/numbers.ts"
import { words } from "../words/overview.tsx"
import { phrases } from "../words/phrases.tsx"
import { verdicts } from "./days.ts"

const { lists: said } = words

const rowsText = ({ total_rows, processed_rows, status }: BulkJob): string =>
  status === "complete" ? whole(total_rows) : said.rowsOf(whole(processed_rows), whole(total_rows))

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
      {verdicts.map(([key, name]) => `${whole(job[`${key}_count`])} ${name}`).join(", ")}
    </span>
  </span>
)

const columns: ReadonlyArray<Column<BulkJob>> = [
  {
    key: "file",
    head: said.list,
    isName: true,
    cell: ({ id, filename }) => (
      <Link href={`/jobs/${id}`} className="breaks">
        {filename}
      </Link>
    )
  },
  { key: "status", head: said.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { key: "mode", head: said.mode, cell: ({ mode }) => phrases.mode[mode] },
  { key: "verdicts", head: said.verdicts, cell: (job) => <Proportions job={job} /> },
  { key: "rows", head: said.rows, align: "end", cell: rowsText },
  {
    key: "created",
    head: said.created,
    align: "end",
    cell: ({ created_at }) => <DateTime at={created_at} show="ago" />
  }
]

export const RecentJobs = ({ jobs }: { readonly jobs: ReadonlyArray<BulkJob> }) => (
  <Card
    title={said.title}
    actions={
      <ButtonLink small href="/bulk">
        {said.all}
      </ButtonLink>
    }
  >
    {jobs.length === 0 ? (
      <p className="muted">
        {said.none((text) => (
          <Link href="/bulk">{text}</Link>
        ))}
      </p>
    ) : (
      <div className="overview-jobs">
        <DataTable caption={said.caption} columns={columns} rows={jobs} rowKey={({ id }) => id} />
      </div>
    )}
  </Card>
)
