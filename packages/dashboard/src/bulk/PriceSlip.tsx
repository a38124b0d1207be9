/** What the list would cost, as a slip: in the service's own numbers, before anything is held. */
import type { UploadPrice } from "@rcpt/api/Jobs"

import { useAccount } from "../api/account.ts"
import { creditsText, Credits } from "../parts/Credits.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import type { Leader } from "../parts/Leaders.tsx"
import { Notice } from "../parts/Notice.tsx"

const whole = new Intl.NumberFormat("en")
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 })

const rowsOf = (price: UploadPrice): ReadonlyArray<Leader> => {
  const { credits_expected: expected, credits_maximum: maximum, credits_reserved: held } = price
  return [
    { label: "Rows with an address", value: whole.format(price.total_rows) },
    { label: "Different addresses", value: whole.format(price.distinct_rows) },
    { label: "Held when it starts", value: <Credits amount={held} unit /> },
    ...(expected === maximum
      ? []
      : [{ label: "Expected cost", value: <Credits amount={expected} unit /> }]),
    { label: "Costs at most", value: <Credits amount={maximum} unit />, isTotal: true }
  ]
}

const Unprovable = ({ share }: { readonly share: number }) =>
  share === 0 ? null : (
    <Notice>
      {percent.format(share)} of the addresses are at providers that do not tell whether a mailbox
      exists. Deep mode proves nothing about those; as a rule they cost what fast mode costs.
    </Notice>
  )

/** Which account has how much is asked often enough; what counts is the service's answer to Start. */
const NotEnough = ({ held }: { readonly held: number }) => {
  const credits = useAccount().data?.credits
  if (credits === undefined || credits >= held) return null
  return (
    <Notice kind="warning" title="Not enough credits">
      To start, this list needs {creditsText(held)}; {creditsText(credits)}{" "}
      {credits === 1 ? "is" : "are"} available.
    </Notice>
  )
}

export const PriceSlip = ({ price }: { readonly price: UploadPrice }) => (
  <div className="stack">
    <Leaders rows={rowsOf(price)} />
    <p className="small muted">
      Each address is charged once, however often it comes; <em>unknown</em> is free. What is held
      and not used comes back when the job ends.
    </p>
    {price.mode === "deep" && <Unprovable share={price.unprovable_share} />}
    <NotEnough held={price.credits_reserved} />
  </div>
)
