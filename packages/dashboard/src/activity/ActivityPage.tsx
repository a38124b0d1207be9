/** The page that lists the account's checks and API requests of the last days. */
import type { ActivityRow } from "@rcpt/api/Activity"
import type { Key } from "@rcpt/api/Keys"
import { emailCharsMax } from "@rcpt/domain/limits"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { keysQuery } from "../keys/keyQueries.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { List } from "../parts/List.tsx"
import { ListFilters } from "../parts/ListFilters.tsx"
import { Page } from "../parts/Page.tsx"
import { SearchForm } from "../parts/SearchForm.tsx"
import type { Choice } from "../parts/Select.tsx"
import { Badge, StatusBadge, statusLabel } from "../parts/StatusBadge.tsx"
import { words } from "../words/activity.tsx"
import { duration } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { activityPath, activityQuery, searchedFor, useActivityState } from "./activityQueries.ts"
import type { ActivityState } from "./activityQueries.ts"
import { callerOf, titleOf } from "./activityWords.ts"

import "./ActivityPage.css"

const { empty, outcome, table } = words

const firstError = 400

/** The outcome of a row: the verdict of a check, or the HTTP status of a request. */
const Outcome = ({ row }: { readonly row: ActivityRow }) => {
  const { status, sub_status, http_status, error_code } = row
  if (status !== undefined) return <StatusBadge status={status} subStatus={sub_status} />
  if (http_status === undefined) return <Badge tone="neutral">{outcome.noResponse}</Badge>
  if (http_status < firstError) return <Badge tone="neutral">{outcome.ok(http_status)}</Badge>
  return (
    <span className="stack-tight">
      <span>
        <Badge tone="bad">{outcome.error(http_status)}</Badge>
      </span>
      {error_code !== undefined && <span className="small muted breaks">{error_code}</span>}
    </span>
  )
}

const What = ({ row }: { readonly row: ActivityRow }) => (
  <span className="stack-tight">
    <Link href={activityPath(row.id)} className="breaks">
      {titleOf(row)}
      <span className="visually-hidden">, {row.created_at}</span>
    </Link>
    <span className="small muted activity-kind">
      {[
        words.kinds[row.what],
        row.mode && phrases.modeWithin[row.mode],
        row.replay && table.repeated
      ]
        .filter(Boolean)
        .join(", ")}
    </span>
  </span>
)

const columnsWith = (keys: ReadonlyArray<Key>): ReadonlyArray<Column<ActivityRow>> =>
  columnsOf(table, {
    what: named((row) => <What row={row} />),
    result: { cell: (row) => <Outcome row={row} />, phone: "bare" },
    key: (row) => <span className="breaks">{callerOf(row, keys)}</span>,
    credits: atEnd((row) => <Credits amount={row.credits} />),
    duration: atEnd(({ duration_ms }) => duration(duration_ms), "bare"),
    when: atEnd(({ created_at }) => <DateTime at={created_at} />, "small")
  })

const kindChoices: ReadonlyArray<Choice> = [
  { value: "", label: words.filters.everything },
  ...Object.entries(words.kinds).map(([value, label]) => ({ value, label }))
]

const verdictChoices: ReadonlyArray<Choice> = [
  { value: "", label: words.filters.anyVerdict },
  ...["valid", "risky", "invalid", "unknown"].map((value) => ({ value, label: statusLabel(value) }))
]

const responseChoices: ReadonlyArray<Choice> = [
  { value: "", label: words.filters.anyResponse },
  { value: "2xx", label: words.filters.ok },
  { value: "4xx", label: words.filters.refused },
  { value: "5xx", label: words.filters.failed }
]

const keyChoices = (keys: ReadonlyArray<Key>, chosen: string): ReadonlyArray<Choice> => [
  { value: "", label: words.filters.anyCaller },
  ...(chosen === "" || keys.some(({ id }) => id === chosen)
    ? []
    : [{ value: chosen, label: words.revokedKey }]),
  ...keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` }))
]

interface ActivityFiltersProps {
  readonly state: ActivityState
  readonly keys: ReadonlyArray<Key>
}

/** The filters of activity, and the search for an address or a request id. */
const ActivityFilters = ({ state, keys }: ActivityFiltersProps) => (
  <div className="stack">
    <SearchForm
      label={words.filters.searched}
      action={words.filters.search}
      maxLength={emailCharsMax}
      searched={state.filter.email ?? state.filter.request_id ?? ""}
      onSearch={(text) => state.choose(searchedFor(text))}
    />
    <ListFilters
      label={words.filters.label}
      state={state}
      filters={[
        { name: "what", label: words.filters.show, choices: kindChoices },
        { name: "status", label: words.filters.verdict, choices: verdictChoices },
        { name: "http_status", label: words.filters.response, choices: responseChoices },
        {
          name: "key",
          label: words.filters.key,
          choices: keyChoices(keys, state.filter.key ?? "")
        }
      ]}
    />
  </div>
)

interface NoRowsProps {
  readonly state: ActivityState
  /** True if older rows have not been searched yet. */
  readonly hasMore: boolean
}

const NoRows = ({ state, hasMore }: NoRowsProps) => {
  if (hasMore) return <EmptyState title={empty.soFar}>{empty.soFarText}</EmptyState>
  if (state.isFiltered || state.cursor !== undefined)
    return (
      <EmptyState
        title={empty.noMatch}
        action={<Button onClick={state.clear}>{empty.showAll}</Button>}
      >
        {empty.noMatchText}
      </EmptyState>
    )
  return (
    <EmptyState title={empty.none} action={<ButtonLink href="/verify">{empty.verify}</ButtonLink>}>
      {empty.noneText}
    </EmptyState>
  )
}

export const ActivityPage = () => {
  const state = useActivityState()
  const page = useQuery(activityQuery(state.filter, state.cursor))
  const { data: keys = [] } = useQuery(keysQuery)
  return (
    <Page title={words.title} lead={words.lead}>
      <ActivityFilters state={state} keys={keys} />
      <List
        query={page}
        rows={({ rows }) => rows}
        className="activity-table"
        sheet={`"what result" "key credits" "when duration"`}
        caption={table.caption}
        columns={columnsWith(keys)}
        lines={10}
        pages={{ label: words.pages, state }}
        empty={<NoRows state={state} hasMore={page.data?.next !== null} />}
      />
    </Page>
  )
}
