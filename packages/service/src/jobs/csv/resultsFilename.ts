/**
 * The name under which results are saved: that of the upload, without what could leave a folder,
 * end a header or show a false extension.
 */

/** File systems take 255 octets; this leaves room for ours, and for the "(1)" of a browser. */
const stemOctetsMax = 200

/** What an upload may be called for a CSV; another dot belongs to the name: `customers v1.2`. */
const extension = /\.(?:csv|tsv|tab|txt)$/i

/**
 * Control and format characters (`\p{C}`: among them U+202E, which turns the name round), line and
 * paragraph separators, and what Windows forbids (Microsoft: Naming Files, Paths, and Namespaces).
 */
const forbidden = /[\p{C}\p{Zl}\p{Zp}"'<>:|?*]/gu

const nameOf = (upload: string): string => {
  const name = /[^/\\]*$/.exec(upload.toWellFormed())?.[0] ?? ""
  const stem = name
    .replace(forbidden, "")
    .trim()
    .replace(extension, "")
    .replace(/^[. ]+|[. ]+$/g, "")
  return stem === "" ? "upload" : clipped(stem)
}

/** Between characters, not within one. */
const clipped = (stem: string): string => {
  let octets = 0
  let kept = ""
  for (const character of stem) {
    octets += Buffer.byteLength(character)
    if (octets > stemOctetsMax) break
    kept += character
  }
  return kept
}

export const resultsFilename = (upload: string): string => `results-${nameOf(upload)}.csv`

/** RFC 8187 §3.2.1: `attr-char` leaves out some that a URI may have. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

/** `Content-Disposition` (RFC 6266 §4.3, and its appendix D for who does not know `filename*`). */
export const contentDisposition = (upload: string): string => {
  const name = resultsFilename(upload)
  const ascii = name.replace(/[^\x20-\x7e]|%/gu, "_")
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(name)}`
}
