/** The filters and page of a job's results, which are in the URL, and the labels of its rows. */
import type { BulkJob, JobResultRow } from "@rcpt/api/Jobs"
import { emailCharsMax } from "@rcpt/domain/limits"

import type { Share } from "../parts/ProportionBar.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { pageIn, useUrlView } from "../parts/useUrlView.ts"
import { words } from "../words/results.tsx"

const orderValues = ["", "address", "-address", "status", "-status", "-score", "score"] as const

type SortOrder = (typeof orderValues)[number]

/** The orders of the rows. An empty value is the order of the file. */
export const sortOrders: ReadonlyArray<{ readonly value: SortOrder; readonly label: string }> =
  orderValues.map((value) => ({ value, label: words.orders[value].label }))

export type Recommendation = NonNullable<JobResultRow["recommendation"]>

/**
 * The time at which an address can be checked again, in milliseconds since 1970, or `undefined` if there
 * is nothing to wait for.
 */
export const askAgainAt = ({
  checked_at: checkedAt,
  retry_after: retryAfter
}: Pick<JobResultRow, "checked_at" | "retry_after">): number | undefined =>
  checkedAt === undefined || retryAfter === undefined
    ? undefined
    : Date.parse(checkedAt) + retryAfter * 1_000

const subStatusLabels: Readonly<Record<string, string>> = words.subStatuses

/** The label of a sub-status. An unknown one, from a newer service, is its API name with spaces. */
export const subStatusLabel = (subStatus: string): string =>
  subStatusLabels[subStatus] ?? statusLabel(subStatus)

/** The verdicts of a job's rows so far, as shares of a bar. */
export const sharesOf = (job: BulkJob): ReadonlyArray<Share> =>
  statuses.map((status) => ({
    key: status,
    label: statusLabel(status),
    count: job[`${status}_count`],
    fill: status
  }))

export type Status = NonNullable<JobResultRow["verification_status"]>

const statuses: ReadonlyArray<Status> = ["valid", "risky", "invalid", "unknown"]

export interface ResultsView {
  /** Counted from 1. */
  readonly page: number
  readonly status: Status | undefined
  readonly subStatus: string | undefined
  readonly search: string
  readonly sort: SortOrder
}

const wordOf = (text: string | null): string | undefined =>
  text !== null && /^[a-z][\da-z_]{0,63}$/.test(text) ? text : undefined

const viewIn = (params: URLSearchParams): ResultsView => ({
  page: pageIn(params),
  status: statuses.find((status) => status === params.get("status")),
  subStatus: wordOf(params.get("sub_status")),
  search: (params.get("search") ?? "").slice(0, emailCharsMax),
  sort: sortOrders.find(({ value }) => value === params.get("sort"))?.value ?? ""
})

export const isFiltered = ({ status, subStatus, search }: ResultsView): boolean =>
  status !== undefined || subStatus !== undefined || search !== ""

export const useResultsView = () =>
  useUrlView({
    read: viewIn,
    write: ({ status, subStatus, search, sort }) => ({
      status,
      sub_status: subStatus,
      search,
      sort
    })
  })
