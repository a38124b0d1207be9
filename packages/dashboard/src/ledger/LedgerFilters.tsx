/** What of the ledger to show: by type, job and month. Each choice is a step that Back undoes. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { Select } from "../parts/Select.tsx"
import type { Choice } from "../parts/Select.tsx"
import { typeWords } from "./entryWords.ts"
import { newestJobsQuery, useJobName } from "./jobNames.ts"
import type { LedgerState } from "./ledgerFilter.ts"
import { monthTitle, recentMonths } from "./months.ts"

const types: ReadonlyArray<Choice> = [
  { value: "", label: "All types" },
  ...Object.entries(typeWords).map(([value, label]) => ({ value, label }))
]

const monthsWith = (chosen: string | undefined): ReadonlyArray<Choice> => [
  { value: "", label: "All months" },
  ...recentMonths(chosen).map((value) => ({ value, label: monthTitle(value) }))
]

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" })

/** The same file is often sent again: its date tells which one. */
const choiceOf = ({ id, filename, created_at }: BulkJob): Choice => ({
  value: id,
  label: `${filename} (${day.format(new Date(created_at))})`
})

const useJobChoices = (chosen: string | undefined): ReadonlyArray<Choice> => {
  const { data: newest = [] } = useQuery(newestJobsQuery)
  const name = useJobName(chosen)
  const isListed = chosen === undefined || newest.some(({ id }) => id === chosen)
  const other = name.is === "known" ? name.filename : name.is === "removed" ? "Removed job" : "Job"
  return [
    { value: "", label: "All jobs and checks" },
    ...(isListed ? [] : [{ value: chosen, label: other }]),
    ...newest.map(choiceOf)
  ]
}

export const LedgerFilters = ({ state }: { readonly state: LedgerState }) => {
  const { type = "", job, month } = state.filter
  return (
    <search className="ledger-filters" aria-label="Filter the ledger">
      <Select
        label="Type"
        choices={types}
        value={type}
        onChoose={(type) => state.choose({ type })}
      />
      <Select
        label="Job"
        choices={useJobChoices(job)}
        value={job ?? ""}
        onChoose={(job) => state.choose({ job })}
      />
      <Select
        label="Month (UTC)"
        choices={monthsWith(month)}
        value={month ?? ""}
        onChoose={(month) => state.choose({ month })}
      />
      <Button variant="quiet" disabled={!state.isFiltered} onClick={state.clear}>
        Clear filters
      </Button>
    </search>
  )
}
