/**
 * The form for a new schedule, in two steps: source and sink are tried, which writes nothing, and then the plan is made. What
 * the service says of it is shown as it is.
 */
import type {
  Schedule,
  ScheduleSinkRequest,
  ScheduleSourceRequest,
  ScheduleTry,
  SinkKind,
  SourceKind
} from "@rcpt/api/Schedule"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import { toSentence } from "../api/ApiError.ts"
import { columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/schedules.tsx"
import { EndFields, requestOf } from "./EndFields.tsx"
import type { End } from "./EndFields.tsx"
import { newPlan, PlanFields, planOf, planProblems } from "./PlanFields.tsx"
import { makeSchedule, refreshSchedules, trySchedule } from "./scheduleQueries.ts"

const { form: said } = words

const none = "none"
type Sink = SinkKind | typeof none

const sinks = { [none]: { label: said.noSink, fields: {} }, ...words.sinks }

interface Ends {
  readonly source: End<SourceKind>
  readonly sink: End<Sink>
}

const newEnds: Ends = {
  source: { kind: "list", values: {}, secret: "" },
  sink: { kind: none, values: {}, secret: "" }
}

const bodyOf = ({ source, sink: { kind, ...sink } }: Ends) => ({
  source: requestOf<ScheduleSourceRequest>(source, words.sources[source.kind]),
  sink: kind === none ? null : requestOf<ScheduleSinkRequest>({ kind, ...sink }, sinks[kind])
})

type Contact = ScheduleTry["source"]["contacts"][number]

const columns: ReadonlyArray<Column<Contact>> = columnsOf(said, {
  email: named(({ email }) => <span className="breaks">{email}</span>),
  key: ({ key }) => <span className="breaks">{key}</span>
})

const works = ({ source, sink }: ScheduleTry): boolean =>
  source.error === null && (sink === null || sink.error === null)

/** What was found, where it works and where it does not. */
const Tried = ({ found: { source, sink } }: { readonly found: ScheduleTry }) => (
  <div className="stack" role="status">
    {source.error === null ? (
      <DataTable
        caption={said.works}
        showCaption
        columns={columns}
        rows={source.contacts}
        rowKey={({ key }) => key}
      />
    ) : (
      <Notice kind="error">{toSentence(source.error)}</Notice>
    )}
    {sink?.says.map((sentence) => (
      <p key={sentence}>{toSentence(sentence)}</p>
    ))}
    {sink && sink.error !== null && <Notice kind="error">{toSentence(sink.error)}</Notice>}
  </div>
)

interface ScheduleFormProps {
  readonly onMade: (schedule: Schedule) => void
  readonly onClose: () => void
}

export const ScheduleForm = ({ onMade, onClose }: ScheduleFormProps) => {
  const [ends, setEnds] = useState(newEnds)
  const trial = useMutation({ mutationFn: () => trySchedule(bodyOf(ends)) })
  const form = useForm({
    initial: { name: "", ...newPlan },
    problems: { name: said.nameSubject, ...planProblems },
    send: ({ name, ...plan }) => makeSchedule({ name, ...bodyOf(ends), ...planOf(plan) }),
    onDone: async (schedule) => {
      await refreshSchedules()
      onMade(schedule)
    }
  })
  const change = (changed: Partial<Ends>) => {
    setEnds({ ...ends, ...changed })
    trial.reset()
  }
  const isTried = trial.data !== undefined && works(trial.data)
  const trying = { ...trial, elsewhere: trial.error, submit: () => trial.mutate() }
  return (
    <Form
      form={isTried ? form : trying}
      action={isTried ? said.save : trial.data ? said.tryAgain : said.try}
      onCancel={onClose}
    >
      <EndFields
        legend={said.source}
        kinds={words.sources}
        end={ends.source}
        onChange={(source) => change({ source })}
      />
      <EndFields
        legend={said.sink}
        kinds={sinks}
        end={ends.sink}
        onChange={(sink) => change({ sink })}
      />
      {trial.data && <Tried found={trial.data} />}
      {isTried && (
        <>
          <Input label={said.name} required {...form.text("name")} />
          <PlanFields form={form} />
        </>
      )}
    </Form>
  )
}
