/** What the doctor found, the worst first and what is fine last, folded; and the way to ask it again. */
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

const looks: Readonly<Record<Finding["severity"], readonly [Tone, IconName, string]>> = {
  problem: ["bad", "cross", "Problem"],
  warning: ["warn", "warning", "Warning"],
  note: ["neutral", "info", "Note"],
  ok: ["good", "check", "Fine"]
}

const order = Object.keys(looks)

const worstFirst = (a: Finding, b: Finding): number =>
  order.indexOf(a.severity) - order.indexOf(b.severity)

const FindingItem = ({ finding }: { readonly finding: Finding }) => {
  const [tone, icon, word] = looks[finding.severity]
  return (
    <li className="admin-finding">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <div className="stack-tight">
        <p className="breaks">{finding.says}</p>
        {finding.advice && <p className="breaks muted">{finding.advice}</p>}
        {finding.setting && <CodeBlock title="Setting" code={finding.setting} />}
      </div>
    </li>
  )
}

const List = ({ findings }: { readonly findings: ReadonlyArray<Finding> }) => (
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
  const remarkable = findings.filter(({ severity }) => severity !== "ok").toSorted(worstFirst)
  const fine = findings.filter(({ severity }) => severity === "ok")
  return (
    <>
      {remarkable.length === 0 ? <p>Nothing is wrong.</p> : <List findings={remarkable} />}
      <details className="admin-fine">
        <summary>
          {fine.length} {fine.length === 1 ? "check is" : "checks are"} fine
        </summary>
        <List findings={fine} />
      </details>
    </>
  )
}

/** Asks for an examination, and looks every second until there is a newer one than before. */
const useExamination = (examinedAt: string | undefined) => {
  const [before, setBefore] = useState<{ readonly examinedAt: string | undefined }>()
  const isExamining = before !== undefined && before.examinedAt === examinedAt
  useQuery(healthQuery({ isExamining }))
  const { mutate, isPending, error } = useMutation({
    mutationFn: examine,
    onSuccess: () => setBefore({ examinedAt })
  })
  return {
    look: () => mutate(),
    isLooking: isPending || isExamining,
    hasLooked: before !== undefined && !isExamining,
    error
  }
}

export const DoctorReport = ({ doctor }: { readonly doctor: Doctor }) => {
  const { look, isLooking, hasLooked, error } = useExamination(doctor?.examined_at)
  return (
    <Card
      title="Doctor"
      lead={
        doctor ? (
          <>
            Whether this machine and its network are fit for the work. Examined{" "}
            <DateTime at={doctor.examined_at} />, and every hour.
          </>
        ) : (
          "The examination of the start has not ended yet."
        )
      }
      actions={
        <Button small pending={isLooking} onClick={look}>
          Look again
        </Button>
      }
    >
      <span className="visually-hidden" role="status">
        {hasLooked ? "The examination has ended." : ""}
      </span>
      {error && <ErrorNotice error={error} />}
      {doctor && <Findings findings={doctor.findings} />}
    </Card>
  )
}
