/** The page of one schedule: its plan, what its runs changed, and the runs. */
import type { Schedule, ScheduleRun } from "@rcpt/api/Schedule"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, useLocation, useParams } from "wouter"

import { apiUrl } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import type { Bar } from "../parts/Bar.ts"
import { BarChart } from "../parts/BarChart.tsx"
import { Legend } from "../parts/BarTip.tsx"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { List } from "../parts/List.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { actionsColumn, creditsColumn } from "../parts/tableColumns.tsx"
import { ThingPage } from "../parts/ThingPage.tsx"
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

const columnsFor = ({ id, sink }: Schedule): ReadonlyArray<Column<ScheduleRun>> => [
  ...columnsOf<ScheduleRun, typeof said>(said, {
    when: named(({ due_at, job_id: job }) =>
      job === null ? (
        <DateTime at={due_at} />
      ) : (
        <Link href={`/jobs/${job}`}>
          <DateTime at={due_at} />
        </Link>
      )
    ),
    state: (run) => <RunBadge state={run.state} />,
    contacts: atEnd(({ contacts }) => count(contacts)),
    checked: atEnd(({ checked }) => count(checked))
  }),
  ...columnsOf<ScheduleRun, typeof words.table>(words.table, {
    changes: ({ id: run, changes }) =>
      changes.all === 0 ? (
        <Changes changes={changes} />
      ) : (
        <a download href={apiUrl(`${pathOf(id)}/runs/${run}/changes.csv`)} title={said.download}>
          <Changes changes={changes} />
        </a>
      )
  }),
  creditsColumn,
  ...(canTakeBack(sink) ? [takeBackColumn(id)] : [])
]

/** Sinks that keep what they had before. */
const canTakeBack = (sink: Schedule["sink"]): boolean => sink?.kind === "listmonk"

const takeBackColumn = (id: string) =>
  actionsColumn<ScheduleRun>(
    ({ id: run, state, changes }) =>
      state === "done" &&
      changes.all > 0 && (
        <IfPermitted may="manage">
          <ConfirmButton
            small
            label={said.takeBack}
            title={said.takeBackTitle}
            run={() => takeBackRun(id, run)}
          >
            {said.takeBackText}
          </ConfirmButton>
        </IfPermitted>
      )
  )

const Runs = ({ schedule }: { readonly schedule: Schedule }) => {
  const state = useListState()
  return (
    <List
      query={useQuery(runsQuery(schedule.id, state.cursor))}
      rows={({ runs }) => runs}
      card={{ title: said.runs }}
      columns={columnsFor(schedule)}
      renderDetail={({ reason }) =>
        reason === null ? undefined : <span className="breaks">{reason}</span>
      }
      lines={5}
      pages={{ label: said.runs, state }}
      empty={
        <Card title={said.runs}>
          <p className="muted">{said.none}</p>
        </Card>
      }
    >
      {(table, { runs }) => (
        <>
          <Card title={said.chart} actions={<Legend parts={partsOf(runs)} />}>
            <BarChart
              label={said.chart}
              bars={runs.toReversed().map(barOf)}
              none={said.nothingChanged}
            />
          </Card>
          {table}
        </>
      )}
    </List>
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
            run={() => removeSchedule(id)}
            onDone={() => {
              navigate("/schedules")
              return refreshSchedules()
            }}
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
  return (
    <ThingPage
      query={schedule}
      list="/schedules"
      missing={{
        title: words.title,
        heading: said.missing,
        text: said.missingText,
        all: said.all
      }}
      height="20rem"
      title={schedule.data?.name ?? words.title}
      actions={schedule.data && <Actions schedule={schedule.data} />}
    >
      {(found) => (
        <>
          {found.status === "paused" && (
            <Notice kind="warning">{found.paused_reason ?? words.table.paused}</Notice>
          )}
          <Plan schedule={found} />
          <Runs schedule={found} />
        </>
      )}
    </ThingPage>
  )
}
