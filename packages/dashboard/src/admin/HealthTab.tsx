/** The tab of the service's health: the doctor's findings, the nodes, and the queues. */
import type { Health } from "@rcpt/api/Health"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { AmountList } from "../parts/AmountList.tsx"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import type { Tone } from "../parts/StatusBadge.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { words } from "../words/admin.tsx"
import { whole } from "../words/numbers.ts"
import { examine, healthQuery } from "./adminQueries.ts"

const { nodes: said } = words

type Doctor = Health["doctor"]
type Finding = NonNullable<Doctor>["findings"][number]

const severities: Readonly<Record<Finding["severity"], readonly [Tone, IconName]>> = {
  problem: ["bad", "cross"],
  warning: ["warn", "warning"],
  note: ["neutral", "info"],
  ok: ["good", "check"]
}

const order = Object.keys(severities)

const worstFirst = (a: Finding, b: Finding): number =>
  order.indexOf(a.severity) - order.indexOf(b.severity)

const FindingItem = ({ finding }: { readonly finding: Finding }) => {
  const [tone, icon] = severities[finding.severity]
  return (
    <li className="admin-finding">
      <Badge tone={tone} icon={icon}>
        {words.doctor.severities[finding.severity]}
      </Badge>
      <div className="stack-tight">
        <p className="breaks" lang="en">
          {finding.says}
        </p>
        {finding.advice && (
          <p className="breaks muted" lang="en">
            {finding.advice}
          </p>
        )}
        {finding.setting && <CodeBlock title={words.doctor.setting} code={finding.setting} />}
      </div>
    </li>
  )
}

const FindingList = ({ findings }: { readonly findings: ReadonlyArray<Finding> }) => (
  <ul className="admin-findings">
    {findings.map((finding) => (
      <FindingItem
        key={`${finding.id} ${finding.egress ?? ""} ${finding.says}`}
        finding={finding}
      />
    ))}
  </ul>
)

const Findings = ({ findings }: { readonly findings: ReadonlyArray<Finding> }) => {
  const notPassed = findings.filter(({ severity }) => severity !== "ok").toSorted(worstFirst)
  const passed = findings.filter(({ severity }) => severity === "ok")
  return (
    <>
      {notPassed.length === 0 ? <p>{words.doctor.none}</p> : <FindingList findings={notPassed} />}
      <details className="admin-passed">
        <summary>{words.doctor.passed(passed.length)}</summary>
        <FindingList findings={passed} />
      </details>
    </>
  )
}

/** Starts an examination, and polls every second until there is a newer one. */
const useExamination = (examinedAt: string | undefined) => {
  const [before, setBefore] = useState<{ readonly examinedAt: string | undefined }>()
  const isExamining = before !== undefined && before.examinedAt === examinedAt
  useQuery(healthQuery({ isExamining }))
  const { mutate, isPending, error } = useMutation({
    mutationFn: examine,
    onSuccess: () => setBefore({ examinedAt })
  })
  return {
    run: () => mutate(),
    isRunning: isPending || isExamining,
    hasFinished: before !== undefined && !isExamining,
    error
  }
}

/** The doctor's findings, worst first, with passed checks folded away, and a button to run it again. */
const DoctorReport = ({ doctor }: { readonly doctor: Doctor }) => {
  const { run, isRunning, hasFinished, error } = useExamination(doctor?.examined_at)
  return (
    <Card
      title={words.doctor.title}
      lead={doctor ? words.doctor.lead(<DateTime at={doctor.examined_at} />) : words.doctor.notYet}
      actions={
        <Button small pending={isRunning} onClick={run}>
          {words.doctor.again}
        </Button>
      }
    >
      <span className="visually-hidden" role="status">
        {hasFinished ? words.doctor.finished : ""}
      </span>
      {error && <ErrorNotice error={error} />}
      {doctor && <Findings findings={doctor.findings} />}
    </Card>
  )
}

type Node = Health["nodes"][number]

const nodeColumns: ReadonlyArray<Column<Node>> = columnsOf(said, {
  node: named(({ name }) => <code>{name}</code>),
  state: ({ alive }) => (
    <Badge tone={alive ? "good" : "bad"}>{alive ? said.online : said.offline}</Badge>
  ),
  started: ({ started_at }) => <DateTime at={started_at} />,
  lastSeen: ({ seen_at }) => <DateTime at={seen_at} show="time" />
})

const queues = Object.entries(words.queues.labels) as ReadonlyArray<
  readonly [keyof Health["queues"], string]
>

export const HealthTab = ({ health }: { readonly health: Health }) => (
  <div className="stack">
    <DoctorReport doctor={health.doctor} />
    <TableCard
      title={said.title}
      lead={said.lead}
      columns={nodeColumns}
      rows={health.nodes}
      rowKey={({ name }) => name}
    />
    <Card title={words.queues.title} lead={words.queues.lead}>
      <AmountList
        rows={queues.map(([name, label]) => ({
          label,
          value: whole(health.queues[name])
        }))}
      />
    </Card>
  </div>
)
