/**
 * A number of credits as somebody types it. Nothing is guessed: "1.000" and "1,5" are a thousand in
 * one country and not in the next, so only digits, and commas where English has them, are a number.
 */
const plain = /^\d+$/
const grouped = /^\d{1,3}(?:,\d{3})+$/

/** Undefined: it is none. */
export const wholeNumber = (typed: string): number | undefined => {
  const text = typed.trim().replace("−", "-")
  const sign = text.startsWith("-") ? -1 : 1
  const digits = text.replace(/^[-+]/, "")
  return plain.test(digits) || grouped.test(digits)
    ? sign * Number(digits.replaceAll(",", ""))
    : undefined
}
