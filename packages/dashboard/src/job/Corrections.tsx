/** Makes a new list of the rows that were probably mistyped, with their corrections. */
import { csvFile } from "@rcpt/api/csvFile"
import type { BulkJob, JobFacets } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "wouter"

import { requestText } from "../api/request.ts"
import { handOver } from "../bulk/chosenListState.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { words } from "../words/job.tsx"
import { correctRows } from "./correctRows.ts"
import { facetsQuery, isFinished, jobsKey } from "./jobQueries.ts"

const { corrections: said } = words

/** Reasons for which a typing error is a likely cause. The recommendation of all of them is `do_not_send`. */
const causedByTypos: ReadonlySet<string> = new Set([
  "possible_typo",
  "domain_not_found",
  "failed_syntax_check",
  "no_mx_records",
  "does_not_accept_mail",
  "mx_unroutable"
])

/** Rows that are downloaded to find the corrections, a few MB. Larger lists have none. */
const rowsMax = 20_000

const mayHaveTypos = ({ statuses, recommendations }: JobFacets): boolean => {
  const rows = recommendations.find(({ recommendation }) => recommendation === "do_not_send")?.rows
  return (
    (rows ?? 0) <= rowsMax &&
    statuses.some(({ sub_statuses }) =>
      sub_statuses.some(({ sub_status }) => causedByTypos.has(sub_status))
    )
  )
}

const correctionsQuery = (job: BulkJob, isWanted: boolean) => ({
  queryKey: [...jobsKey, job.id, "corrections"],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    correctRows(
      await requestText(`/jobs/${job.id}/download`, {
        query: {
          recommendation: "do_not_send",
          ...(job.status !== "complete" && { partial: true })
        },
        signal
      })
    ),
  enabled: isWanted,
  // The results of a finished job do not change.
  staleTime: Infinity
})

const examplesMax = 3

const stemOf = (filename: string): string => filename.replace(/\.[a-z]{3,4}$/i, "")

/** It shows nothing if there is nothing to correct, and if that cannot be found out. */
export const Corrections = ({ job }: { readonly job: BulkJob }) => {
  const [, navigate] = useLocation()
  const facets = useQuery(facetsQuery(job))
  const isWanted = isFinished(job) && facets.data !== undefined && mayHaveTypos(facets.data)
  const { data } = useQuery(correctionsQuery(job, isWanted))
  if (data === undefined || data.corrections.length === 0) return null
  const { corrections, lines } = data
  const examples = corrections.slice(0, examplesMax)
  const apply = (): void => {
    handOver({ file: csvFile(lines, said.fileName(stemOf(job.filename))), mode: job.mode })
    navigate("/bulk")
  }
  return (
    <Card title={said.title} lead={said.lead(corrections.length)}>
      <ul className="small">
        {examples.map(({ before, after }, index) => (
          // Examples have no identity but their position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="breaks">
            {said.example(<del className="muted">{before}</del>, <ins>{after}</ins>)}
          </li>
        ))}
        {corrections.length > examplesMax && (
          <li className="muted">{said.more(corrections.length - examplesMax)}</li>
        )}
      </ul>
      <div className="row">
        <Button onClick={apply}>{said.apply(corrections.length)}</Button>
      </div>
    </Card>
  )
}
