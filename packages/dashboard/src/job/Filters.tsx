/** The filters of the rows: by status, by reason, by a part of the address, with the number of rows. */
import type { JobFacets } from "@rcpt/api/Jobs"
import { emailCharsMax } from "@rcpt/domain/limits"

import { SearchBox } from "../parts/SearchBox.tsx"
import { Select } from "../parts/Select.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/results.tsx"
import { sortOrders, subStatusLabel } from "./resultsView.ts"
import type { ResultsView, Status } from "./resultsView.ts"

const { filters: said } = words

interface ChipProps {
  readonly label: string
  readonly rows: number
  readonly isOn: boolean
  readonly onPress: () => void
}

const Chip = ({ label, rows, isOn, onPress }: ChipProps) => (
  <button type="button" className="job-chip" aria-pressed={isOn} onClick={onPress}>
    {label} <span className="job-chip-count">{whole(rows)}</span>
  </button>
)

/** The sub-statuses of the chosen status, or of all, most frequent first. */
const findingsIn = (facets: JobFacets, chosen: Status | undefined) => {
  const sums = new Map<string, number>()
  for (const { status, sub_statuses } of facets.statuses)
    if (chosen === undefined || status === chosen)
      for (const { sub_status, rows } of sub_statuses)
        sums.set(sub_status, (sums.get(sub_status) ?? 0) + rows)
  return [...sums].toSorted(([, one], [, other]) => other - one)
}

interface FiltersProps {
  readonly facets: JobFacets
  readonly view: ResultsView
  readonly canSort: boolean
  readonly show: (change: Partial<ResultsView>, options?: { readonly replace: boolean }) => void
}

export const Filters = ({ facets, view, canSort, show }: FiltersProps) => {
  const findings = findingsIn(facets, view.status)
  const choose = (status: Status | undefined) => show({ status, subStatus: undefined })
  return (
    <div className="stack-tight">
      <div className="find-row">
        <div className="job-chips" role="group" aria-label={said.status}>
          <Chip
            label={said.all}
            rows={facets.processed_rows}
            isOn={view.status === undefined}
            onPress={() => choose(undefined)}
          />
          {facets.statuses.map(({ status, rows }) => (
            <Chip
              key={status}
              label={statusLabel(status)}
              rows={rows}
              isOn={view.status === status}
              onPress={() => choose(view.status === status ? undefined : status)}
            />
          ))}
        </div>
        <div className="find">
          {canSort && (
            <Select
              label={said.sortBy}
              choices={sortOrders}
              value={view.sort}
              onChoose={(sort) => show({ sort })}
            />
          )}
          <SearchBox
            label={said.search}
            charsMax={emailCharsMax}
            search={view.search}
            show={show}
          />
        </div>
      </div>
      {findings.length > 0 && (
        <div className="job-chips job-chips-small" role="group" aria-label={said.reason}>
          {findings.map(([subStatus, rows]) => (
            <Chip
              key={subStatus}
              label={subStatusLabel(subStatus)}
              rows={rows}
              isOn={view.subStatus === subStatus}
              onPress={() =>
                show({ subStatus: view.subStatus === subStatus ? undefined : subStatus })
              }
            />
          ))}
        </div>
      )}
    </div>
  )
}
