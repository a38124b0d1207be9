/**
 * The file name of a download: that of the upload, without anything that could leave a folder, end a
 * header or show a false extension.
 */
import type { DownloadFormat } from "@rcpt/api/jobsQuery"

/** File systems take 255 octets; this leaves room for our additions and the browser's "(1)". */
const stemOctetsMax = 200

/** Extensions of CSV files; any other dot belongs to the name: `customers v1.2`. */
const extension = /\.(?:csv|tsv|tab|txt)$/i

/**
 * Control and format characters (`\p{C}`: among them U+202E, which reverses the text), line and
 * paragraph separators, and what Windows forbids (Microsoft: Naming Files, Paths, and Namespaces).
 */
const forbidden = /[\p{C}\p{Zl}\p{Zp}"'<>:|?*]/gu

const stemOf = (upload: string): string => {
  const name = /(?<![^/\\])[^/\\]*$/.exec(upload.toWellFormed())?.[0] ?? ""
  const stem = name
    .replace(forbidden, "")
    .trim()
    .replace(extension, "")
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, "")
  return stem === "" ? "upload" : truncate(stem)
}

/** Cuts between characters, not within one. */
const truncate = (stem: string): string => {
  let octets = 0
  let result = ""
  for (const character of stem) {
    octets += Buffer.byteLength(character)
    if (octets > stemOctetsMax) break
    result += character
  }
  return result
}

/** `customers (risky, deep).csv`: rows of a list that are verified again. */
export const rowsFilename = (upload: string, words: ReadonlyArray<string>): string =>
  `${stemOf(upload)} (${words.join(", ")}).csv`

/** `results-customers.csv`, and `results-customers-safe.csv` with the words of a filter. */
export const resultsFilename = (
  upload: string,
  words: ReadonlyArray<string> = [],
  format: DownloadFormat = "csv"
): string => `results-${[stemOf(upload), ...words].join("-")}.${format}`

/** RFC 8187 §3.2.1: `attr-char` excludes some characters that a URI may contain. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

/** `Content-Disposition` (RFC 6266 §4.3; its appendix D for clients without `filename*`). */
export const contentDisposition = (...named: Parameters<typeof resultsFilename>): string => {
  const name = resultsFilename(...named)
  const ascii = name.replace(/[^\x20-\x7e]|%/gu, "_")
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(name)}`
}
