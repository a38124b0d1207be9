/** The doctor's findings, worst first, with passed checks folded away, and a button to run it again. */
import type { Health } from "@rcpt/api/Health"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import type { Tone } from "../parts/StatusBadge.tsx"
import { examine, healthQuery } from "./adminQueries.ts"

type Doctor = Health["doctor"]
type Finding = NonNullable<Doctor>["findings"][number]

const severities: Readonly<Record<Finding["severity"], readonly [Tone, IconName, string]>> = {
  problem: ["bad", "cross", "Problem"],
  warning: ["warn", "warning", "Warning"],
  note: ["neutral", "info", "Note"],
  ok: ["good", "check", "OK"]
}

const order = Object.keys(severities)

const worstFirst = (a: Finding, b: Finding): number =>
  order.indexOf(a.severity) - order.indexOf(b.severity)

const FindingItem = ({ finding }: { readonly finding: Finding }) => {
  const [tone, icon, label] = severities[finding.severity]
  return (
    <li className="admin-finding">
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      <div className="stack-tight">
        <p className="breaks">{finding.says}</p>
        {finding.advice && <p className="breaks muted">{finding.advice}</p>}
        {finding.setting && <CodeBlock title="Setting" code={finding.setting} />}
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
      {notPassed.length === 0 ? <p>No problems found.</p> : <FindingList findings={notPassed} />}
      <details className="admin-passed">
        <summary>
          {passed.length} {passed.length === 1 ? "check" : "checks"} passed
        </summary>
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

export const DoctorReport = ({ doctor }: { readonly doctor: Doctor }) => {
  const { run, isRunning, hasFinished, error } = useExamination(doctor?.examined_at)
  return (
    <Card
      title="Doctor"
      lead={
        doctor ? (
          <>
            Checks whether this machine and its network are ready to verify, every hour. Last run:{" "}
            <DateTime at={doctor.examined_at} />.
          </>
        ) : (
          "The first run after the start has not finished yet."
        )
      }
      actions={
        <Button small pending={isRunning} onClick={run}>
          Run again
        </Button>
      }
    >
      <span className="visually-hidden" role="status">
        {hasFinished ? "The doctor has finished." : ""}
      </span>
      {error && <ErrorNotice error={error} />}
      {doctor && <Findings findings={doctor.findings} />}
    </Card>
  )
}
