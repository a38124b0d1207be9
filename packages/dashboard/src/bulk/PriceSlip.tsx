/** The price of the list, calculated by the service before anything is held. */
import type { BulkJob, ListPreview, UploadPrice } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { useAccount } from "../api/account.ts"
import { request } from "../api/request.ts"
import { jobsKey } from "../job/jobQueries.ts"
import { timeLeftText } from "../job/usePace.ts"
import { AmountList } from "../parts/AmountList.tsx"
import type { AmountRow } from "../parts/AmountList.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/bulk.tsx"
import { whole } from "../words/numbers.ts"

const { price: said, known } = words

/** The number of last lists that the pace is taken from, because it depends on the domains of each. */
const jobsMax = 20

const secondsOf = ({ started_at: from, completed_at: to }: BulkJob): number =>
  from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / 1_000

/** The pace in rows per second, or `undefined` if no list has finished yet. */
const paceOf = (jobs: ReadonlyArray<BulkJob>, mode: UploadPrice["mode"]): number | undefined => {
  const finished = jobs.filter((job) => job.status === "complete" && job.mode === mode)
  const seconds = finished.reduce((sum, job) => sum + secondsOf(job), 0)
  const rows = finished.reduce((sum, job) => sum + job.total_rows, 0)
  return seconds > 0 && rows > 0 ? rows / seconds : undefined
}

/**
 * The expected time of a list, by the time that the account's last lists in the same mode took.
 * `undefined` if it is not known.
 */
const useExpectedTime = (price: UploadPrice): string | undefined => {
  const jobs = useQuery({
    queryKey: [...jobsKey, "list", "last", jobsMax],
    queryFn: ({ signal }) =>
      request<ReadonlyArray<BulkJob>>("/jobs", { query: { limit: jobsMax }, signal })
  })
  const pace = jobs.data && paceOf(jobs.data, price.mode)
  return pace === undefined ? undefined : timeLeftText(price.distinct_rows / pace)
}

const rowsOf = (price: UploadPrice, time: string | undefined): ReadonlyArray<AmountRow> => {
  const { credits_expected: expected, credits_maximum: maximum, credits_reserved: held } = price
  return [
    { label: said.rows, value: whole(price.total_rows) },
    { label: said.duplicates, value: whole(price.total_rows - price.distinct_rows) },
    { label: said.unique, value: whole(price.distinct_rows) },
    ...(time === undefined ? [] : [{ label: said.time, value: time }]),
    { label: said.held, value: <Credits amount={held} unit /> },
    ...(expected === maximum
      ? []
      : [{ label: said.expected, value: <Credits amount={expected} unit /> }]),
    { label: said.maximum, value: <Credits amount={maximum} unit />, isTotal: true }
  ]
}

const UnprovableNotice = ({ share }: { readonly share: number }) =>
  share === 0 ? null : <Notice>{said.unprovable(share)}</Notice>

const kinds = ["invalid_syntax", "known_bad_domains", "disposable", "role", "free"] as const

/** The warnings of the free preview. It shows nothing if there are none. */
const PreviewNotice = ({ preview }: { readonly preview: ListPreview }) => {
  const bounce = preview.at_least_bounce_percent
  const found = kinds.filter((kind) => preview[kind] > 0)
  if (found.length === 0) return null
  return (
    <Notice
      kind={bounce > 0 ? "warning" : "info"}
      title={bounce > 0 ? known.bounce(bounce / 100) : known.title}
    >
      {known.found(found.map((kind) => known.counts[kind](preview[kind])))}
    </Notice>
  )
}

/** A warning if the balance known here is too low. The service decides when the list is started. */
const NotEnough = ({ held }: { readonly held: number }) => {
  const credits = useAccount().data?.credits
  if (credits === undefined || credits >= held) return null
  return (
    <Notice kind="warning" title={said.notEnough}>
      {said.notEnoughAdvice(creditsText(held), creditsText(credits), credits)}
    </Notice>
  )
}

export const PriceSlip = ({ price }: { readonly price: UploadPrice }) => (
  <div className="stack">
    <AmountList rows={rowsOf(price, useExpectedTime(price))} />
    <p className="small muted">{said.rules}</p>
    {price.preview && <PreviewNotice preview={price.preview} />}
    {price.mode === "deep" && <UnprovableNotice share={price.unprovable_share} />}
    <NotEnough held={price.credits_reserved} />
  </div>
)
