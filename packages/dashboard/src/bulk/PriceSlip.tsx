/** The price of the list, calculated by the service before anything is held. */
import type { ListPreview, UploadPrice } from "@rcpt/api/Jobs"

import { useAccount } from "../api/account.ts"
import { creditsText, Credits } from "../parts/Credits.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import type { Leader } from "../parts/Leaders.tsx"
import { Notice } from "../parts/Notice.tsx"
import { useExpectedTime } from "./useExpectedTime.ts"

const whole = new Intl.NumberFormat("en")
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 })

const rowsOf = (price: UploadPrice, time: string | undefined): ReadonlyArray<Leader> => {
  const { credits_expected: expected, credits_maximum: maximum, credits_reserved: held } = price
  return [
    { label: "Rows with an address", value: whole.format(price.total_rows) },
    { label: "Duplicates", value: whole.format(price.total_rows - price.distinct_rows) },
    { label: "Unique addresses", value: whole.format(price.distinct_rows) },
    ...(time === undefined ? [] : [{ label: "Expected time", value: time }]),
    { label: "Held at start", value: <Credits amount={held} unit /> },
    ...(expected === maximum
      ? []
      : [{ label: "Expected cost", value: <Credits amount={expected} unit /> }]),
    { label: "Maximum cost", value: <Credits amount={maximum} unit />, isTotal: true }
  ]
}

const UnprovableNotice = ({ share }: { readonly share: number }) =>
  share === 0 ? null : (
    <Notice>
      {percent.format(share)} of the addresses are at providers that do not reveal whether a mailbox
      exists. Deep mode cannot verify these; they usually cost the same as in fast mode.
    </Notice>
  )

const counts: ReadonlyArray<readonly [key: keyof ListPreview, label: string]> = [
  ["invalid_syntax", "not well-formed"],
  ["known_bad_domains", "at domains known to take no mail"],
  ["disposable", "disposable"],
  ["role", "shared inboxes"],
  ["free", "at free providers"]
]

/** From what is known before the start. Nothing is said where nothing is. */
const PreviewNotice = ({ preview }: { readonly preview: ListPreview }) => {
  const bounce = preview.at_least_bounce_percent
  const found = counts.filter(([key]) => preview[key] > 0)
  if (found.length === 0) return null
  return (
    <Notice
      kind={bounce > 0 ? "warning" : "info"}
      title={bounce > 0 ? `At least ${bounce}% would bounce` : "Known before the start"}
    >
      {found.map(([key, label]) => `${whole.format(preview[key])} ${label}`).join(", ")}. From our
      lists and earlier checks alone; verifying finds more.
    </Notice>
  )
}

/** By the balance known here. The service decides when the list is started. */
const NotEnough = ({ held }: { readonly held: number }) => {
  const credits = useAccount().data?.credits
  if (credits === undefined || credits >= held) return null
  return (
    <Notice kind="warning" title="Not enough credits">
      To start, this list needs {creditsText(held)}, but only {creditsText(credits)}{" "}
      {credits === 1 ? "is" : "are"} available.
    </Notice>
  )
}

export const PriceSlip = ({ price }: { readonly price: UploadPrice }) => (
  <div className="stack">
    <Leaders rows={rowsOf(price, useExpectedTime(price))} />
    <p className="small muted">
      Each address is charged once, even if it is listed twice. <em>Unknown</em> results are free.
      Unused held credits are refunded when the job ends.
    </p>
    {price.preview && <PreviewNotice preview={price.preview} />}
    {price.mode === "deep" && <UnprovableNotice share={price.unprovable_share} />}
    <NotEnough held={price.credits_reserved} />
  </div>
)
