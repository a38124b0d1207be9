/** The price of the list, calculated by the service before anything is held. */
import type { BulkJob, ListPreview, UploadPrice } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { useAccount } from "../api/account.ts"
import { read } from "../api/request.ts"
import { jobsKey } from "../job/jobQueries.ts"
import { timeLeftText } from "../job/outlook.ts"
import { AmountList } from "../parts/AmountList.tsx"
import type { AmountRow } from "../parts/AmountList.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/bulk.tsx"
import { whole } from "../words/numbers.ts"
import { shareText } from "../words/shares.ts"
import { expectedSeconds } from "./expectedSeconds.ts"

const { price: said, known } = words

/** The number of last lists that the expected time is taken from. */
const jobsMax = 20

const useExpectedTime = (price: UploadPrice): string | undefined => {
  const { data: jobs } = useQuery({
    queryKey: [...jobsKey, "list", "last", jobsMax],
    queryFn: read<ReadonlyArray<BulkJob>>("/jobs", { limit: jobsMax })
  })
  const seconds = price.expected_time?.seconds ?? (jobs && expectedSeconds(price, jobs))
  return seconds === undefined ? undefined : timeLeftText(seconds)
}

const rowsOf = (price: UploadPrice, time: string | undefined): ReadonlyArray<AmountRow> => {
  const { credits_expected: expected, credits_maximum: maximum, ignored_rows: ignored = 0 } = price
  return [
    ...(ignored === 0 ? [] : [{ label: said.ignored, value: whole(ignored) }]),
    { label: said.rows, value: whole(price.total_rows) },
    { label: said.duplicates, value: whole(price.total_rows - price.distinct_rows) },
    { label: said.unique, value: whole(price.distinct_rows) },
    ...(time === undefined ? [] : [{ label: said.time, value: time }]),
    ...(expected === maximum
      ? []
      : [{ label: said.expected, value: <Credits amount={expected} unit /> }]),
    { label: said.maximum, value: <Credits amount={maximum} unit />, isTotal: true }
  ]
}

const UnprovableNotice = ({ share }: { readonly share: number }) =>
  share === 0 ? null : <Notice>{said.unprovable(shareText(share, 1))}</Notice>

const kinds = ["invalid_syntax", "known_bad_domains", "disposable", "role", "free"] as const

/** What is held beside the maximum cost: rows with the same address cost nothing, but are held for. */
const heldText = ({ credits_reserved: held, credits_maximum: maximum }: UploadPrice): string =>
  held > maximum
    ? said.heldMore(creditsText(held), creditsText(held - maximum))
    : said.held(creditsText(held))

/** The warnings of the free preview. It shows nothing if there are none. */
const PreviewNotice = ({ preview }: { readonly preview: ListPreview }) => {
  const bounce = preview.invalid_syntax + preview.known_bad_domains
  const found = kinds.filter((kind) => preview[kind] > 0)
  if (found.length === 0) return null
  return (
    <Notice
      kind={bounce > 0 ? "warning" : "info"}
      title={bounce > 0 ? known.bounce(bounce, shareText(bounce, preview.sampled)) : known.title}
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
    <p className="small muted">
      {heldText(price)} {said.rules}
    </p>
    {price.several_cells !== undefined && (
      <Notice>{said.several(price.several_cells, price.several_addresses ?? 0)}</Notice>
    )}
    {price.preview && <PreviewNotice preview={price.preview} />}
    {price.mode === "deep" && <UnprovableNotice share={price.unprovable_share} />}
    {price.expected_time && (
      <p className="small muted">
        {said.slowest(price.expected_time.mail_servers, price.expected_time.rows)}
      </p>
    )}
    <NotEnough held={price.credits_reserved} />
  </div>
)
