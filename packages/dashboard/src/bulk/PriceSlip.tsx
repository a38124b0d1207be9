/** The price of the list, calculated by the service before anything is held. */
import type { ListPreview, UploadPrice } from "@rcpt/api/Jobs"

import { useAccount } from "../api/account.ts"
import { creditsText, Credits } from "../parts/Credits.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import type { Leader } from "../parts/Leaders.tsx"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/bulk.tsx"
import { whole } from "../words/numbers.ts"
import { useExpectedTime } from "./useExpectedTime.ts"

const { price: said, known } = words

const rowsOf = (price: UploadPrice, time: string | undefined): ReadonlyArray<Leader> => {
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

/** From what is known before the start. Nothing is said where nothing is. */
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

/** By the balance known here. The service decides when the list is started. */
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
    <Leaders rows={rowsOf(price, useExpectedTime(price))} />
    <p className="small muted">{said.rules}</p>
    {price.preview && <PreviewNotice preview={price.preview} />}
    {price.mode === "deep" && <UnprovableNotice share={price.unprovable_share} />}
    <NotEnough held={price.credits_reserved} />
  </div>
)
