/**
 * International domains in sentences, in their own script: "müller.de" for "xn--mller-kva.de". A name that may be taken
 * for another stays as it is: letters of two scripts, and letters that look like Latin ones alone.
 */

/** RFC 3492 §5: the parameters of Punycode. */
const [base, tMin, tMax, skew, damp, initialBias, initialN] = [36, 1, 26, 38, 700, 72, 128]

const digitOf = (letter: string): number => {
  const digit = /[a-z]/.test(letter) ? letter.codePointAt(0)! - 97 : Number(letter) + 26
  return /[a-z\d]/.test(letter) ? digit : Number.NaN
}

/** RFC 3492 §6.1. */
const adapted = (delta: number, points: number, isFirst: boolean): number => {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / points)
  let k = 0
  for (; rest > ((base - tMin) * tMax) >> 1; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

/** RFC 3492 §6.2: the label without "xn--"; `undefined`: it is none. */
const decoded = (label: string): string | undefined => {
  const end = label.lastIndexOf("-")
  const output = Array.from(end > 0 ? label.slice(0, end) : "")
  let [n, i, bias] = [initialN, 0, initialBias]
  for (let at = end > 0 ? end + 1 : 0; at < label.length; i += 1) {
    const before = i
    let [weight, k] = [1, base]
    for (let isMore = true; isMore; k += base) {
      const digit = digitOf(label[at++] ?? "")
      const t = Math.min(tMax, Math.max(tMin, k - bias))
      i += digit * weight
      weight *= base - t
      isMore = digit >= t
      if (!Number.isSafeInteger(i)) return undefined
    }
    bias = adapted(i - before, output.length + 1, before === 0)
    n += Math.floor(i / (output.length + 1))
    i %= output.length + 1
    if (n > 0x10_ff_ff) return undefined
    output.splice(i, 0, String.fromCodePoint(n))
  }
  return output.join("")
}

/**
 * The letters of a name by script; all of a label are of one row. Latin has only letters of a to z with usual marks, and
 * some that are known as letters of their own: phonetic ones look like others.
 */
const scripts: ReadonlyArray<RegExp> = [
  /^[a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž\d-]+$/u,
  /^[\p{Script=Cyrillic}\d-]+$/u,
  /^[\p{Script=Greek}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
  /^[\p{Script=Hangul}\d-]+$/u,
  /^[\p{Script=Arabic}\p{M}\d-]+$/u,
  /^[\p{Script=Hebrew}\d-]+$/u,
  /^[\p{Script=Thai}\d-]+$/u,
  /^[\p{Script=Devanagari}\d-]+$/u,
  /^[\p{Script=Bengali}\d-]+$/u,
  /^[\p{Script=Tamil}\d-]+$/u
]

/** Cyrillic and Greek letters that look like Latin ones (Unicode UTS #39, Chromium's idn_spoof_checker.cc). */
const looksLatin = /^[асԁеһіјорԛѕԝхуѵкмтвнпӏгьѡзбрαγινορυκχτωεηβ\d-]+$/u

/** Marks of direction would change the order of the words around it, so it is set apart (Unicode UAX #9: FSI, PDI). */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

const isHonest = (label: string): boolean =>
  scripts.some((script) => script.test(label)) && !looksLatin.test(label)

/** Whether the browser makes the same A-labels of it. */
const isSame = (shown: string, domain: string): boolean =>
  URL.canParse(`http://${shown}`) && new URL(`http://${shown}`).hostname === domain

const shownDomain = (domain: string): string => {
  const labels = domain.split(".").map((label) => {
    if (!label.startsWith("xn--")) return label
    const own = decoded(label.slice("xn--".length))
    return own !== undefined && isHonest(own) ? own : label
  })
  const shown = labels.join(".")
  if (!isSame(shown, domain)) return domain
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown
}

const encodedDomain = /(?:[a-z\d-]+\.)*xn--[a-z\d-]+(?:\.[a-z\d-]+)*/g

/** The sentence with the domains in it in their own script. */
export const inOwnScript = (sentence: string): string =>
  sentence.replaceAll(encodedDomain, shownDomain)
