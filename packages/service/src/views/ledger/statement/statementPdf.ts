/** The statement of a month as a PDF file of A4 pages. The same statement gives the same octets. */
import type { LedgerStatement, StatementLine } from "@rcpt/api/LedgerStatement"

import {
  clip,
  isShown,
  margin,
  paginate,
  right,
  wrap,
  writePdf
} from "../../../platform/pdf/writePdf.ts"
import type { Row, Text } from "../../../platform/pdf/writePdf.ts"

/** Whose statement it is. */
interface Holder {
  readonly account: string
  /** Absent: who asked may not see it. */
  readonly email?: string | undefined
}

const size = 9
const lineHeight = 15
const noteSize = 8
const noteHeight = 11
const gray = 0.4

const whole = new Intl.NumberFormat("en-US")
const signed = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero" })

/** A hyphen is too short for a minus, which the font has not: this one is as wide as a digit. */
const withMinus = (text: string): string => text.replace("-", "–")
const countOf = (value: number): string => (value === 0 ? "" : withMinus(whole.format(value)))
const changeOf = (value: number): string => withMinus(signed.format(value))

const nameOfMonth = (month: string): string =>
  new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`)
  )

/** `2026-02-28` */
const lastDayOf = (month: string): string => {
  const lastDay = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)
  return new Date(lastDay).toISOString().slice(0, "2026-02-28".length)
}

const gap = (height: number): Row => ({ height, texts: [] })

const heading = (text: string): Row => ({
  height: 22,
  texts: [{ text, x: margin, y: 6, size: 11, font: "bold" }]
})

const headOf = ({ month, is_over }: LedgerStatement, { account, email }: Holder) =>
  [
    {
      height: 26,
      texts: [
        { text: `Statement of ${nameOfMonth(month)}`, x: margin, y: 6, size: 18, font: "bold" },
        { text: "rcpt", x: right, y: 6, size: 18, font: "bold", align: "right" }
      ]
    },
    gap(10),
    ...[
      ...(email === undefined ? [] : [["Account", email]]),
      [email === undefined ? "Account" : "", account],
      ["Period", `${month}-01 to ${lastDayOf(month)} (UTC), in credits`],
      ...(is_over ? [] : [["", "The month goes on: what comes later is not in this statement."]])
    ].map(([label, value]) => pair(label!, value!)),
    gap(12)
  ] satisfies ReadonlyArray<Row>

const labelWidth = 90

/** Long values are broken between words. */
const pair = (label: string, value: string): Row => {
  const lines = wrap(value, right - margin - labelWidth, size)
  return {
    height: 13 * lines.length,
    texts: [
      { text: label, x: margin, y: 13 * (lines.length - 1) + 3, size, gray },
      ...lines.map((text, index) => ({
        text,
        x: margin + labelWidth,
        y: 13 * (lines.length - 1 - index) + 3,
        size
      }))
    ]
  }
}

const balanceRow = (label: string, value: string, isTotal = false): Row => ({
  height: lineHeight,
  texts: [
    { text: label, x: margin, y: 4, size, font: isTotal ? "bold" : "regular" },
    { text: value, x: 300, y: 4, size, font: isTotal ? "bold" : "regular", align: "right" }
  ],
  rules: isTotal ? [{ from: margin, to: 300, y: lineHeight - 1 }] : []
})

const balances = ({ totals, is_over }: LedgerStatement): ReadonlyArray<Row> => [
  heading("Balance"),
  balanceRow("Before the month", whole.format(totals.balance_before)),
  balanceRow("Granted", changeOf(totals.granted)),
  balanceRow("Adjusted", changeOf(totals.adjusted)),
  balanceRow("Held for checks", changeOf(-totals.held)),
  balanceRow("Returned", changeOf(totals.refunded)),
  balanceRow(
    is_over ? "After the month" : "Now",
    withMinus(whole.format(totals.balance_after)),
    true
  ),
  balanceRow("Charged, out of what was held", whole.format(totals.charged)),
  gap(14)
]

/** Right edges of the columns of numbers. */
const columns = [
  { name: "Entries", x: 352, of: ({ entries }: StatementLine) => whole.format(entries) },
  { name: "Held", x: 400, of: ({ held }: StatementLine) => countOf(held) },
  { name: "Charged", x: 449, of: ({ charged }: StatementLine) => countOf(charged) },
  { name: "Returned", x: 499, of: ({ refunded }: StatementLine) => countOf(refunded) },
  { name: "Change", x: right, of: ({ change }: StatementLine) => changeOf(change) }
]

const whatX = margin + 62
const whatWidth = columns[0]!.x - 40 - whatX

const names: Readonly<Record<StatementLine["what"], string>> = {
  grant: "Grant",
  adjustment: "Adjustment",
  verification: "Single checks",
  batch: "Batches",
  job: "Job"
}

const whatOf = ({ what, mode, job, reason, entries }: StatementLine): string => {
  if (job !== undefined) return `${names.job} ${job}`
  const name = entries > 1 && mode === undefined ? `${names[what]}s` : names[what]
  const several = what === "job" ? "Jobs" : name
  return mode === undefined
    ? [several, ...(reason === undefined ? [] : [reason])].join(": ")
    : `${several}, ${mode}`
}

const numbers = (texts: ReadonlyArray<readonly [x: number, text: string]>, more: Partial<Text>) =>
  texts.map(([x, text]) => ({ x, text, y: 4, size: noteSize, align: "right" as const, ...more }))

const linesHeading: Row = {
  height: lineHeight + 2,
  texts: [
    { text: "Date", x: margin, y: 5, size: noteSize, gray },
    { text: "What", x: whatX, y: 5, size: noteSize, gray },
    ...numbers(
      columns.map(({ x, name }) => [x, name]),
      { gray, y: 5 }
    )
  ],
  rules: [{ from: margin, to: right, y: 0, gray: 0.6 }]
}

const lineRow = (line: StatementLine): Row => ({
  height: lineHeight,
  heading: linesHeading,
  texts: [
    { text: line.date, x: margin, y: 4, size: noteSize },
    { text: clip(whatOf(line), whatWidth, noteSize), x: whatX, y: 4, size: noteSize },
    ...numbers(
      columns.map(({ x, of }) => [x, of(line)]),
      {}
    )
  ],
  rules: [{ from: margin, to: right, y: 0, gray: 0.9 }]
})

const linesOf = ({ lines }: LedgerStatement): ReadonlyArray<Row> => [
  heading("What came and went"),
  ...(lines.length === 0
    ? [pair("", "The month has no entries.")]
    : [linesHeading, ...lines.map(lineRow)]),
  gap(14)
]

const note = (text: string): ReadonlyArray<Row> =>
  wrap(text, right - margin, noteSize).map((line) => ({
    height: noteHeight,
    texts: [{ text: line, x: margin, y: 3, size: noteSize, gray }]
  }))

const proofOf = ({ month, csv_sha256, checkpoint, lines }: LedgerStatement): ReadonlyArray<Row> => {
  const [log, commits, root] = checkpoint?.note.split("\n") ?? []
  return [
    heading("Proof"),
    pair("Entries (CSV)", `GET /api/v1/ledger.csv?month=${month}`),
    pair("Its SHA-256", csv_sha256),
    ...(checkpoint === undefined
      ? [pair("Checkpoint", "none: there are no entries, or this service signs nothing.")]
      : [
          pair("Log", log!),
          pair("Checkpoint", `${whole.format(Number(commits))} commits, root ${root}`)
        ]),
    gap(6),
    ...note(
      "The CSV has every entry of these lines. Each entry has a proof (GET /api/v1/ledger/{entry}/proof) " +
        "that can be checked without this service: that it is in the signed log. A log with this " +
        "checkpoint cannot lose or change an entry of the month without being found out."
    ),
    ...(lines.every((line) => isShown(whatOf(line)))
      ? []
      : note("Characters that this file's fonts lack are shown as “?”; the CSV has them."))
  ]
}

export const statementPdf = (statement: LedgerStatement, holder: Holder): Buffer =>
  writePdf({
    title: `Statement of ${nameOfMonth(statement.month)}, ${holder.email ?? holder.account}`,
    language: "en",
    pages: paginate(
      [
        ...headOf(statement, holder),
        ...balances(statement),
        ...linesOf(statement),
        ...proofOf(statement)
      ],
      `Account ${holder.account}, ${statement.month}`
    )
  })
