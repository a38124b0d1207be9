/**
 * The filters and page of a job's results, and the labels of its rows. The filters are in the URL, so that
 * Back, a reload and a second tab show the same. Invalid values in the URL are ignored.
 */
import type { BulkJob, JobResultRow } from "@rcpt/api/Jobs"
import { useSearchParams } from "wouter"

import type { Share } from "../parts/ProportionBar.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
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

/** Characters: no address is longer (RFC 5321 §4.5.3.1.3). */
export const searchCharsMax = 254

const pageOf = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1

const wordOf = (text: string | null): string | undefined =>
  text !== null && /^[a-z][\da-z_]{0,63}$/.test(text) ? text : undefined

const viewIn = (params: URLSearchParams): ResultsView => ({
  page: pageOf(params.get("page")),
  status: statuses.find((status) => status === params.get("status")),
  subStatus: wordOf(params.get("sub_status")),
  search: (params.get("search") ?? "").slice(0, searchCharsMax),
  sort: sortOrders.find(({ value }) => value === params.get("sort"))?.value ?? ""
})

const paramsOf = ({
  page,
  status,
  subStatus,
  search,
  sort
}: ResultsView): Record<string, string> => ({
  ...(status && { status }),
  ...(subStatus && { sub_status: subStatus }),
  ...(search && { search }),
  ...(sort && { sort }),
  ...(page > 1 && { page: String(page) })
})

export const isFiltered = ({ status, subStatus, search }: ResultsView): boolean =>
  status !== undefined || subStatus !== undefined || search !== ""

export const useResultsView = () => {
  const [params, setParams] = useSearchParams()
  const view = viewIn(params)
  /** A change of filters goes to the first page. `replace`: adds no step to Back. */
  const show = (change: Partial<ResultsView>, options?: { readonly replace: boolean }): void =>
    setParams((now) => paramsOf({ ...viewIn(now), page: 1, ...change }), options)
  return [view, show] as const
}
