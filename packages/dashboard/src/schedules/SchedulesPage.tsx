/** The page of the account's schedules. */
import type { Schedule } from "@rcpt/api/Schedule"
import { useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "wouter"

import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/schedules.tsx"
import { ScheduleForm } from "./ScheduleForm.tsx"
import { Changes, RunBadge } from "./ScheduleParts.tsx"
import { schedulesQuery } from "./scheduleQueries.ts"

const { table } = words

const columns: ReadonlyArray<Column<Schedule>> = [
  {
    key: "name",
    head: table.name,
    isName: true,
    cell: ({ id, name }) => (
      <Link className="breaks" href={`/schedules/${id}`}>
        {name}
      </Link>
    )
  },
  { key: "source", head: table.source, cell: ({ source }) => words.sources[source.kind].label },
  {
    key: "next",
    head: table.next,
    cell: ({ status, next_run_at: at }) => {
      if (status === "paused") return table.paused
      return at === null ? "–" : <DateTime at={at} />
    }
  },
  {
    key: "last",
    head: table.last,
    cell: ({ last_run: run }) =>
      run === null ? <span className="muted">{table.none}</span> : <RunBadge state={run.state} />
  },
  {
    key: "changes",
    head: table.changes,
    cell: ({ last_run: run }) => (run === null ? "–" : <Changes changes={run.changes} />)
  },
  {
    key: "month",
    head: table.month,
    align: "end",
    cell: ({ credits_this_month: credits }) => <Credits amount={credits} unit />
  }
]

export const SchedulesPage = () => {
  const schedules = useQuery(schedulesQuery)
  const [, navigate] = useLocation()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <IfPermitted may="manage">
          <DialogButton variant="primary" icon="plus" label={words.make} title={words.form.title}>
            {(close) => (
              <ScheduleForm onMade={({ id }) => navigate(`/schedules/${id}`)} onClose={close} />
            )}
          </DialogButton>
        </IfPermitted>
      }
    >
      <QueryState query={schedules} skeleton={<Skeleton shape="block" height="15rem" />}>
        {({ schedules: rows }) =>
          rows.length === 0 ? (
            <EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>
          ) : (
            <Card title={table.title}>
              <DataTable caption={table.title} columns={columns} rows={rows} />
            </Card>
          )
        }
      </QueryState>
    </Page>
  )
}
