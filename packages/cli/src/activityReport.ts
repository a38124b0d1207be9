/**
 * Activity as text of 80 columns, two lines a row: what was asked and answered, and under it the ids that
 * other commands and filters take, whole.
 */
import type { ActivityDetail, ActivityRow } from "@rcpt/api/Activity"

import { report } from "./report.ts"
import { tableText } from "./rows.ts"
import type { Column } from "./rows.ts"

/** `2026-11-21 08:30:07` */
const secondOf = (dateTime: string): string =>
  dateTime.slice(0, "2026-11-21T08:30:07".length).replace("T", " ")

const subjectOf = ({ email, method, path }: ActivityRow): string =>
  email ?? [method, path].join(" ")

const answerOf = ({ status, http_status, error_code, replay }: ActivityRow): string =>
  [
    status ?? [http_status ?? "no answer", error_code].filter(Boolean).join(" "),
    ...(replay ? ["again"] : [])
  ].join(" ")

const columns: ReadonlyArray<Column<ActivityRow>> = [
  ["time (UTC)", ({ created_at }) => secondOf(created_at)],
  ["what", subjectOf],
  ["answer", answerOf],
  ["mode", ({ mode }) => mode ?? "–"],
  ["credits", ({ credits }) => String(credits)],
  ["ms", ({ duration_ms }) => String(duration_ms)]
]

/** Of a session there is no key. */
const idColumns: ReadonlyArray<Column<ActivityRow>> = [
  ["  request", ({ request_id }) => `  ${request_id}`],
  ["key", ({ key_id, via }) => key_id ?? via]
]

export const activityTable = (rows: ReadonlyArray<ActivityRow>, width: number): string => {
  const ids = tableText(rows, idColumns, width).split("\n")
  return tableText(rows, columns, width)
    .split("\n")
    .map((line, at) => `${line}\n${ids[at]}`)
    .join("\n")
}

/** The row, then what only this answer has. */
export const activityReport = (
  detail: ActivityDetail,
  { width, canColor }: { readonly width: number; readonly canColor: boolean }
): string => {
  const { ledger_entry, items, result } = detail
  return [
    activityTable([detail], width),
    ...(items === undefined ? [] : [`addresses: ${items}`]),
    ...(ledger_entry === undefined ? [] : [`ledger entry: ${ledger_entry}`]),
    ...(result === undefined ? [] : ["", report(result, canColor)])
  ].join("\n")
}
