/** The changes since the last time that the same list was verified. */
import type { BulkJob, JobChanges as Changes } from "@rcpt/api/Jobs"
import { comparedRowsMax } from "@rcpt/domain/limits"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { apiUrl, read } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import type { AmountRow } from "../parts/AmountList.tsx"
import { ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { words } from "../words/job.tsx"
import { whole } from "../words/numbers.ts"
import { jobsKey } from "./jobQueries.ts"

const { changes: said } = words

const amountsOf = ({ same, added, removed, changes }: Changes): ReadonlyArray<AmountRow> => [
  ...changes.map(({ from, to, rows }) => ({
    label: `${statusLabel(from)} → ${statusLabel(to)}`,
    value: whole(rows)
  })),
  { label: said.added, value: whole(added) },
  { label: said.removed, value: whole(removed) },
  { label: said.same, value: whole(same) }
]

interface ComparisonProps {
  readonly job: BulkJob
  readonly since: BulkJob
  readonly changes: Changes
}

const linkTo =
  ({ id }: BulkJob) =>
  (text: string) => <Link href={`/jobs/${id}`}>{text}</Link>

const Comparison = ({ job, since, changes }: ComparisonProps) => (
  <Card
    title={said.title}
    lead={said.since(linkTo(since), <DateTime at={since.created_at} />)}
    actions={
      changes.changed + changes.added > 0 && (
        <ButtonLink
          download
          small
          icon="download"
          href={apiUrl(`/jobs/${job.id}/download`, { changed_since: since.id })}
        >
          {said.title}
        </ButtonLink>
      )
    }
  >
    <AmountList rows={amountsOf(changes)} />
  </Card>
)

/** The card of changes. It shows nothing if the list was not verified before. */
export const JobChanges = ({ job }: { readonly job: BulkJob }) => {
  const changes = useQuery({
    queryKey: [...jobsKey, job.id, "changes"],
    queryFn: read<Changes>(`/jobs/${job.id}/changes`),
    enabled: job.status === "complete" && job.total_rows <= comparedRowsMax,
    staleTime: Infinity
  })
  const since = changes.data?.since
  return changes.data && since ? (
    <Comparison job={job} since={since} changes={changes.data} />
  ) : null
}
