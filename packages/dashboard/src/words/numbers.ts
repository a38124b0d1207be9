/** Numbers in the reader's language. */
import { locale } from "./language.ts"

const format = (options?: Intl.NumberFormatOptions) => {
  const numbers = new Intl.NumberFormat(locale, options)
  return (value: number): string => numbers.format(value)
}

/** A whole number, such as "12,500". */
export const whole = format()
/** A number with at most one decimal, such as "12.5". */
export const tenths = format({ maximumFractionDigits: 1 })
/** A number with at most two decimals, such as "0.25". */
export const hundredths = format({ maximumFractionDigits: 2 })
/** A number below 10 in two digits, such as "1.2" or "0.034". */
export const twoDigits = format({ maximumSignificantDigits: 2 })
/** The number with a minus (U+2212) that is as wide as a plus. */
export const minusSign = (number: string): string => number.replace("-", "−")
const withSign = format({ signDisplay: "exceptZero" })
/** A number with its sign, such as "+12", "0" or "−3". */
export const signed = (value: number): string => minusSign(withSign(value))
/** A share from 0 to 1 in per cent, such as "12%". */
export const percent = format({ style: "percent" })
const toHundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
/** A number with two decimals, as wide as others in its column, such as "3.80". */
export const fixedHundredths = format(toHundredths)
/** A share with two decimals, such as "0.25%". */
export const finePercent = format({ style: "percent", ...toHundredths })
/** A duration, such as "250 ms" or "1.5 s". */
export const duration = (millis: number): string =>
  millis < 1_000 ? `${whole(millis)} ms` : `${tenths(millis / 1_000)} s`
