/** A share of bounces in words, for the page and the overview. */
import type { BounceRate } from "@rcpt/api/Accuracy"

import { finePercent, fixedHundredths } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"

const percentMax = 100

/** With how far it may be off, such as "0.25%, 0.18 to 0.35". */
export const rateText = ({ share, low, high }: BounceRate): string =>
  phrases.rate(
    finePercent(share),
    fixedHundredths(low * percentMax),
    fixedHundredths(high * percentMax)
  )
