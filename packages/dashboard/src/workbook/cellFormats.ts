/** Which cell formats of a workbook are dates, and the text of such a cell (ECMA-376 §18.8.30). */

/** The numbers of formats that every workbook has. */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** Text in quotes and in brackets (colours, currencies) is no part of a date. */
const literals = /"[^"]*"|\[[^\]]*\]|\\./g

const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replace(literals, ""))

/** By the index that cells have as `s`. */
export const dateStyles = (styles: Document | undefined): ReadonlyArray<boolean> => {
  if (styles === undefined) return []
  const own = new Map(
    Array.from(styles.getElementsByTagName("numFmt"), (format) => [
      Number(format.getAttribute("numFmtId")),
      isDateCode(format.getAttribute("formatCode") ?? "")
    ])
  )
  const formats = styles.getElementsByTagName("cellXfs")[0]?.getElementsByTagName("xf") ?? []
  return Array.from(formats, (format) => {
    const id = Number(format.getAttribute("numFmtId"))
    return own.get(id) ?? isBuiltInDate(id)
  })
}

const dayMillis = 86_400_000

/** Day 0 of the two date systems. The first counts 29 February 1900, which did not exist. */
const epochs = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) }

/** Days: 31 December 9999, the last that Excel knows. */
const serialMax = 2_958_466

/** `2026-01-31`, or with its time; the number itself if it is no date. */
export const dateText = (serial: string, isFrom1904: boolean): string => {
  const days = Number(serial)
  if (!(days >= 0 && days < serialMax)) return serial
  const epoch = isFrom1904 ? epochs.from1904 : epochs.from1900
  // To a second: days are fractions that are not exact.
  const millis = Math.round((days * dayMillis) / 1_000) * 1_000
  const text = new Date(epoch + millis).toISOString()
  if (days < 1) return text.slice(11, 19)
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ")
}
