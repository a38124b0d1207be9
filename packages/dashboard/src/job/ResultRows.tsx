/**
 * The table of a list's rows: first the recommendation, then the verdict; a click on a row opens its
 * evidence.
 */
import { concealingProviders } from "@rcpt/api/concealingProviders"
import type { JobResultRow } from "@rcpt/api/Jobs"
import { flagColumns } from "@rcpt/domain/checkFlags"
import { heldFor } from "@rcpt/domain/prices"
import { useState } from "react"

import { AmountList } from "../parts/AmountList.tsx"
import type { AmountRow } from "../parts/AmountList.tsx"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { atEnd, columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { StatusBadge, statusLabel } from "../parts/StatusBadge.tsx"
import { likelyTypo, meaningOfFinding } from "../verify/verdictWords.ts"
import { requestPath } from "../verify/verifyRequest.ts"
import { words as findings } from "../words/findings.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/results.tsx"
import { askAgainAt, subStatusLabel } from "./resultsView.ts"

const { table: said } = words

const answers = {
  yes: words.evidence.yes,
  no: words.evidence.no,
  unknown: words.evidence.notConfirmed
}

const factsOf = (row: JobResultRow): ReadonlyArray<AmountRow> => {
  const facts: ReadonlyArray<readonly [label: string, value: AmountRow["value"] | undefined]> = [
    [words.evidence.mailboxExists, row.mailbox_exists && answers[row.mailbox_exists]],
    [words.evidence.mailServerSaid, row.smtp_status && statusLabel(row.smtp_status)],
    [words.evidence.mailProvider, row.mx_provider],
    [
      words.evidence.domainAge,
      row.domain_age_days && words.evidence.days(Number(row.domain_age_days))
    ],
    [words.evidence.canonical, row.normalized_email],
    // `true` answers their question with yes. A check without an answer is left out.
    ...flagColumns.map(({ flag, name }) => {
      const value = row[name]
      return [
        findings.checks[flag].label,
        value === undefined ? undefined : answers[value ? "yes" : "no"]
      ] as const
    }),
    [words.evidence.checked, row.checked_at && <DateTime at={row.checked_at} />],
    [
      words.evidence.charged,
      row.credits_used !== undefined && <Credits amount={row.credits_used} unit />
    ]
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** Whether the row is `valid` although its mail server, which may tell more, was not asked. */
const isUnasked = ({
  verification_status: status,
  smtp_status: smtp,
  mx_provider: provider
}: JobResultRow): boolean =>
  status === "valid" && smtp === undefined && !concealingProviders.has(provider)

/** The evidence that is kept with the result of a row. */
const RowDetail = ({ row }: { readonly row: JobResultRow }) => {
  const meaning = row.sub_status && meaningOfFinding(row.sub_status)
  return (
    <div className="stack-tight job-detail">
      {meaning && <p>{meaning}</p>}
      <div className="job-evidence">
        <AmountList rows={factsOf(row)} />
      </div>
      {row.email && (
        <div className="row">
          <ButtonLink small href={requestPath({ email: row.email, mode: "fast" })}>
            {words.evidence.checkAgain}
          </ButtonLink>
          {isUnasked(row) && (
            <ButtonLink small href={requestPath({ email: row.email, mode: "deep" })}>
              {phrases.checkMailbox(creditsText(heldFor.deep))}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}

interface KeyedRow extends JobResultRow {
  readonly key: string
}

/** An address may be listed twice, and while a list runs, new rows move the others down. */
const keyed = (rows: ReadonlyArray<JobResultRow>): ReadonlyArray<KeyedRow> => {
  const times = new Map<string, number>()
  return rows.map((row) => {
    const { email = "" } = row
    const before = times.get(email) ?? 0
    times.set(email, before + 1)
    return { ...row, key: `${before} ${email}` }
  })
}

const Reason = ({ sub_status: subStatus, did_you_mean: suggestion }: JobResultRow) =>
  subStatus || suggestion ? (
    <>
      {subStatus && (likelyTypo(subStatus, suggestion) ?? subStatusLabel(subStatus))}
      {subStatus && suggestion && <br />}
      {suggestion && (
        <span className="muted">
          {said.didYouMean(<span className="breaks">{suggestion}</span>)}
        </span>
      )}
    </>
  ) : null

const WhatToDo = (row: JobResultRow) => {
  const advice = row.recommendation && words.recommendations[row.recommendation]
  const again = askAgainAt(row)
  return again === undefined
    ? advice
    : said.adviceFrom(advice, <DateTime at={new Date(again).toISOString()} />)
}

const columnsWith = (
  isOpen: (row: KeyedRow) => boolean,
  toggle: (row: KeyedRow) => void
): ReadonlyArray<Column<KeyedRow>> =>
  columnsOf(
    said,
    {
      address: named(({ email, erased }) =>
        erased ? <span className="muted">{said.erased}</span> : email
      ),
      advice: WhatToDo,
      status: ({ verification_status: status, sub_status: subStatus }) =>
        status && <StatusBadge status={status} subStatus={subStatus} />,
      reason: Reason,
      score: atEnd((row) => row.verification_score)
    },
    {
      key: "details",
      head: <span className="visually-hidden">{said.evidence}</span>,
      align: "end",
      cell: (row) => (
        <Button small variant="quiet" aria-expanded={isOpen(row)} onClick={() => toggle(row)}>
          {said.evidenceOf(
            (hidden) => (
              <span className="visually-hidden">{hidden}</span>
            ),
            row.email
          )}
          <span aria-hidden="true">{isOpen(row) ? " ▴" : " ▾"}</span>
        </Button>
      )
    }
  )

interface ResultRowsProps {
  readonly rows: ReadonlyArray<JobResultRow>
  /** The order of the rows in words, such as "in file order". */
  readonly order: string
  readonly stale: boolean
}

export const ResultRows = ({ rows, order, stale }: ResultRowsProps) => {
  const [opened, setOpened] = useState<string>()
  const isOpen = ({ key }: KeyedRow) => key === opened
  const toggle = (row: KeyedRow) => setOpened(isOpen(row) ? undefined : row.key)
  return (
    <DataTable
      caption={said.caption(order)}
      columns={columnsWith(isOpen, toggle)}
      rows={keyed(rows)}
      rowKey={({ key }) => key}
      stale={stale}
      renderDetail={(row) => (isOpen(row) ? <RowDetail row={row} /> : undefined)}
    />
  )
}
