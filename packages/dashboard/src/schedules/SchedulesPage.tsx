/** The page of the account's schedules. */
import type { Schedule } from "@rcpt/api/Schedule"
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "wouter"

import { AddButton } from "../parts/AddButton.tsx"
import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { List } from "../parts/List.tsx"
import { Page } from "../parts/Page.tsx"
import { NameLink } from "../parts/tableColumns.tsx"
import { words } from "../words/schedules.tsx"
import { ScheduleForm } from "./ScheduleForm.tsx"
import { Changes, RunBadge } from "./ScheduleParts.tsx"
import { schedulesQuery } from "./scheduleQueries.ts"

const { table } = words

const columns: ReadonlyArray<Column<Schedule>> = columnsOf(table, {
  name: named(({ id, name }) => <NameLink href={`/schedules/${id}`}>{name}</NameLink>),
  source: ({ source }) => words.sources[source.kind].label,
  next: ({ status, next_run_at: at }) =>
    status === "paused" ? table.paused : at === null ? "–" : <DateTime at={at} />,
  last: ({ last_run: run }) =>
    run === null ? <span className="muted">{table.none}</span> : <RunBadge state={run.state} />,
  changes: ({ last_run: run }) => (run === null ? "–" : <Changes changes={run.changes} />),
  month: atEnd(({ credits_this_month: credits }) => <Credits amount={credits} unit />)
})

export const SchedulesPage = () => {
  const [, navigate] = useLocation()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <AddButton may="manage" label={words.make} title={words.form.title}>
          {(close) => (
            <ScheduleForm onMade={({ id }) => navigate(`/schedules/${id}`)} onClose={close} />
          )}
        </AddButton>
      }
    >
      <List
        query={useQuery(schedulesQuery)}
        rows={({ schedules }) => schedules}
        card={{ title: table.title }}
        columns={columns}
        empty={<EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>}
      />
    </Page>
  )
}
