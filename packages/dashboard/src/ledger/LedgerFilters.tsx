/** The filters of the ledger: job and month, and the type of entries. Back undoes each choice. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { Select } from "../parts/Select.tsx"
import type { Choice } from "../parts/Select.tsx"
import { typeLabels } from "./entryLabels.ts"
import { newestJobsQuery, useJobName } from "./jobNames.ts"
import type { LedgerState } from "./ledgerFilter.ts"
import { monthTitle, recentMonths } from "./months.ts"

const types: ReadonlyArray<Choice> = [
  { value: "", label: "All types" },
  ...Object.entries(typeLabels).map(([value, label]) => ({ value, label }))
]

const monthsWith = (chosen: string | undefined): ReadonlyArray<Choice> => [
  { value: "", label: "All months" },
  ...recentMonths(chosen).map((value) => ({ value, label: monthTitle(value) }))
]

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" })

/** With the date, because the same file is often uploaded again. */
const choiceOf = ({ id, filename, created_at }: BulkJob): Choice => ({
  value: id,
  label: `${filename} (${day.format(new Date(created_at))})`
})

const useJobChoices = (chosen: string | undefined): ReadonlyArray<Choice> => {
  const { data: newest = [] } = useQuery(newestJobsQuery)
  const name = useJobName(chosen)
  const isListed = chosen === undefined || newest.some(({ id }) => id === chosen)
  const other =
    name.state === "known" ? name.filename : name.state === "deleted" ? "Deleted job" : "Job"
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
      {state.view === "entries" && (
        <Select
          label="Type"
          choices={types}
          value={type}
          onChoose={(type) => state.choose({ type })}
        />
      )}
      <Button variant="quiet" disabled={!state.isFiltered} onClick={state.clear}>
        Clear filters
      </Button>
    </search>
  )
}
