/** The page of one schedule: its plan, what its runs changed, and the runs. */
import type { Schedule, ScheduleRun } from "@rcpt/api/Schedule"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, useLocation, useParams } from "wouter"

import { isMissing } from "../api/ApiError.ts"
import { apiUrl } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import type { Bar } from "../parts/Bar.ts"
import { BarChart } from "../parts/BarChart.tsx"
import { Legend } from "../parts/BarTip.tsx"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { MissingPage } from "../parts/MissingPage.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { PagedList } from "../parts/PagedList.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { actionsColumn, creditsColumn } from "../parts/tableColumns.tsx"
import { useListState } from "../parts/useListState.ts"
import { locale } from "../words/language.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/schedules.tsx"
import { ChangePlan } from "./PlanFields.tsx"
import { Changes, partsOf, RunBadge } from "./ScheduleParts.tsx"
import {
  changeSchedule,
  pathOf,
  refreshSchedules,
  removeSchedule,
  runSchedule,
  runsQuery,
  scheduleQuery,
  takeBackRun
} from "./scheduleQueries.ts"

const { one: said } = words

const shortTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })
const shortDate = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" })

/** Runs between two labels, so that they do not touch each other on a phone. */
const labelEvery = 5

const barOf = (run: ScheduleRun, at: number, all: ReadonlyArray<ScheduleRun>): Bar => {
  const when = new Date(run.due_at)
  const { dead, revived, risky } = run.changes
  return {
    key: run.id,
    title: shortTime.format(when),
    label: (all.length - 1 - at) % labelEvery === 0 ? shortDate.format(when) : undefined,
    parts: partsOf([run]),
    says: said.ofRun(shortTime.format(when), dead, revived, risky)
  }
}

const count = (number: number | null) => (number === null ? "–" : whole(number))

const columnsOf = (id: string): ReadonlyArray<Column<ScheduleRun>> => [
  {
    key: "when",
    head: said.when,
    isName: true,
    cell: ({ due_at, job_id: job }) =>
      job === null ? (
        <DateTime at={due_at} />
      ) : (
        <Link href={`/jobs/${job}`}>
          <DateTime at={due_at} />
        </Link>
      )
  },
  { key: "state", head: said.state, cell: (run) => <RunBadge state={run.state} /> },
  {
    key: "contacts",
    head: said.contacts,
    align: "end",
    cell: ({ contacts }) => <span className="numeric">{count(contacts)}</span>
  },
  {
    key: "checked",
    head: said.checked,
    align: "end",
    cell: ({ checked }) => <span className="numeric">{count(checked)}</span>
  },
  {
    key: "changes",
    head: words.table.changes,
    cell: ({ id: run, changes }) =>
      changes.all === 0 ? (
        <Changes changes={changes} />
      ) : (
        <a download href={apiUrl(`${pathOf(id)}/runs/${run}/changes.csv`)} title={said.download}>
          <Changes changes={changes} />
        </a>
      )
  },
  creditsColumn
]

/** Sinks that keep what they had before. */
const canTakeBack = (sink: Schedule["sink"]): boolean => sink?.kind === "listmonk"

const TakeBack = ({ id, run }: { readonly id: string; readonly run: string }) => {
  const taking = useMutation({ mutationFn: () => takeBackRun(id, run) })
  return (
    <IfPermitted may="manage">
      <ConfirmButton small label={said.takeBack} title={said.takeBackTitle} mutation={taking}>
        {said.takeBackText}
      </ConfirmButton>
    </IfPermitted>
  )
}

const takeBackColumn = (id: string) =>
  actionsColumn<ScheduleRun>(({ id: run, state, changes }) =>
    state === "done" && changes.all > 0 ? <TakeBack id={id} run={run} /> : null
  )

const Runs = ({ schedule: { id, sink } }: { readonly schedule: Schedule }) => {
  const state = useListState()
  const runs = useQuery(runsQuery(id, state.cursor))
  return (
    <PagedList query={runs} lines={5} label={said.runs} state={state}>
      {({ runs: rows }, stale) => {
        const oldestFirst = rows.toReversed()
        return rows.length === 0 ? (
          <Card title={said.runs}>
            <p className="muted">{said.none}</p>
          </Card>
        ) : (
          <>
            <Card title={said.chart} actions={<Legend parts={partsOf(rows)} />}>
              <BarChart
                label={said.chart}
                bars={oldestFirst.map(barOf)}
                none={said.nothingChanged}
              />
            </Card>
            <Card title={said.runs}>
              <DataTable
                caption={said.runs}
                columns={canTakeBack(sink) ? [...columnsOf(id), takeBackColumn(id)] : columnsOf(id)}
                rows={rows}
                stale={stale}
                renderDetail={({ reason }) =>
                  reason === null ? undefined : <span className="breaks">{reason}</span>
                }
              />
            </Card>
          </>
        )
      }}
    </PagedList>
  )
}

const Plan = ({ schedule }: { readonly schedule: Schedule }) => {
  const { source, sink, every, time_zone, max_age, next_run_at: next } = schedule
  return (
    <Card title={said.plan}>
      <AmountList
        rows={[
          { label: said.next, value: next === null ? "–" : <DateTime at={next} /> },
          // An interval is the same in every time zone.
          { label: said.every, value: every.includes(" ") ? `${every} (${time_zone})` : every },
          { label: said.age, value: max_age },
          { label: said.source, value: words.sources[source.kind].label },
          { label: said.sink, value: sink === null ? said.nowhere : words.sinks[sink.kind].label },
          { label: said.month, value: <Credits amount={schedule.credits_this_month} /> }
        ]}
      />
    </Card>
  )
}

const Actions = ({ schedule }: { readonly schedule: Schedule }) => {
  const { id, status } = schedule
  const [, navigate] = useLocation()
  const running = useMutation({ mutationFn: () => runSchedule(id), onSuccess: refreshSchedules })
  const pausing = useMutation({
    mutationFn: () => changeSchedule(id, { paused: status === "live" }),
    onSuccess: refreshSchedules
  })
  const removal = useMutation({
    mutationFn: () => removeSchedule(id),
    onSuccess: async () => {
      navigate("/schedules")
      await refreshSchedules()
    }
  })
  const error = running.error ?? pausing.error
  return (
    <div className="stack">
      <div className="row">
        <IfPermitted may="spend">
          <Button
            variant="primary"
            pending={running.isPending}
            disabled={status === "paused"}
            onClick={() => running.mutate()}
          >
            {said.run}
          </Button>
        </IfPermitted>
        <IfPermitted may="manage">
          <DialogButton label={said.change}>
            {(close) => <ChangePlan schedule={schedule} onClose={close} />}
          </DialogButton>
          <Button pending={pausing.isPending} onClick={() => pausing.mutate()}>
            {status === "live" ? said.pause : said.resume}
          </Button>
          <ConfirmButton
            variant="danger"
            label={said.remove}
            title={said.removeTitle}
            mutation={removal}
          >
            {said.removeText}
          </ConfirmButton>
        </IfPermitted>
      </div>
      {error && <ErrorNotice error={error} />}
    </div>
  )
}

export const SchedulePage = () => {
  const { id = "" } = useParams()
  const schedule = useQuery(scheduleQuery(id))
  if (isMissing(schedule.error))
    return (
      <MissingPage
        title={words.title}
        heading={said.missing}
        all={{ href: "/schedules", label: said.all }}
      >
        {said.missingText}
      </MissingPage>
    )
  return (
    <QueryState query={schedule} skeleton={<Skeleton shape="block" height="20rem" />}>
      {(found) => (
        <Page title={found.name} actions={<Actions schedule={found} />}>
          {found.status === "paused" && (
            <Notice kind="warning">{found.paused_reason ?? words.table.paused}</Notice>
          )}
          <Plan schedule={found} />
          <Runs schedule={found} />
        </Page>
      )}
    </QueryState>
  )
}
