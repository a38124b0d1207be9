/**
 * A typed number of credits. Nothing is guessed: "1.000" and "1,5" mean different numbers in different
 * countries, so only digits, with or without commas between thousands, are accepted.
 */
const plain = /^\d+$/
const grouped = /^\d{1,3}(?:,\d{3})+$/

/** `undefined`: not a whole number. */
export const wholeNumber = (typed: string): number | undefined => {
  const text = typed.trim().replace("−", "-")
  const sign = text.startsWith("-") ? -1 : 1
  const digits = text.replace(/^[-+]/, "")
  return plain.test(digits) || grouped.test(digits)
    ? sign * Number(digits.replaceAll(",", ""))
    : undefined
}
