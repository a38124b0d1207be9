/** The filters of the ledger: job and month, and the type of entries. Back undoes each choice. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { Select } from "../parts/Select.tsx"
import type { Choice } from "../parts/Select.tsx"
import { locale } from "../words/language.ts"
import { words } from "../words/ledger.tsx"
import { phrases } from "../words/phrases.tsx"
import { newestJobsQuery, useJobName } from "./jobNames.ts"
import type { LedgerState } from "./ledgerFilter.ts"
import { monthTitle, recentMonths } from "./months.ts"

const { filters: said } = words

const types: ReadonlyArray<Choice> = [
  { value: "", label: said.allTypes },
  ...Object.entries(words.types).map(([value, label]) => ({ value, label }))
]

const monthsWith = (chosen: string | undefined): ReadonlyArray<Choice> => [
  { value: "", label: said.allMonths },
  ...recentMonths(chosen).map((value) => ({ value, label: monthTitle(value) }))
]

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })

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
    name.state === "known"
      ? name.filename
      : name.state === "deleted"
        ? said.deletedJob
        : said.otherJob
  return [
    { value: "", label: said.allJobs },
    ...(isListed ? [] : [{ value: chosen, label: other }]),
    ...newest.map(choiceOf)
  ]
}

export const LedgerFilters = ({ state }: { readonly state: LedgerState }) => {
  const { type = "", job, month } = state.filter
  return (
    <search className="ledger-filters" aria-label={said.label}>
      <Select
        label={said.job}
        choices={useJobChoices(job)}
        value={job ?? ""}
        onChoose={(job) => state.choose({ job })}
      />
      <Select
        label={said.month}
        choices={monthsWith(month)}
        value={month ?? ""}
        onChoose={(month) => state.choose({ month })}
      />
      {state.view === "entries" && (
        <Select
          label={said.type}
          choices={types}
          value={type}
          onChoose={(type) => state.choose({ type })}
        />
      )}
      <Button variant="quiet" disabled={!state.isFiltered} onClick={state.clear}>
        {phrases.clearFilters}
      </Button>
    </search>
  )
}
