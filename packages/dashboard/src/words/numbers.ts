/** Numbers as the reader writes them. */
import { locale } from "./language.ts"

const format = (options?: Intl.NumberFormatOptions) => {
  const numbers = new Intl.NumberFormat(locale, options)
  return (value: number): string => numbers.format(value)
}

/** "12,500" */
export const whole = format()
/** "12.5" */
export const tenths = format({ maximumFractionDigits: 1 })
/** "0.25" */
export const hundredths = format({ maximumFractionDigits: 2 })
/** "1.2", "0.034": of numbers below 10. */
export const twoDigits = format({ maximumSignificantDigits: 2 })
/** With a minus (U+2212) that is as wide as a plus. */
export const minusSign = (number: string): string => number.replace("-", "−")
const withSign = format({ signDisplay: "exceptZero" })
/** "+12", "0", "−3" */
export const signed = (value: number): string => minusSign(withSign(value))
/** Of a share from 0 to 1: "12%". */
export const percent = format({ style: "percent" })
/** "12.5%" */
export const percentTenths = format({ style: "percent", maximumFractionDigits: 1 })
/** "250 ms", "1.5 s" */
export const duration = (millis: number): string =>
  millis < 1_000 ? `${whole(millis)} ms` : `${tenths(millis / 1_000)} s`
