/** Reads the first rows of a chosen file in the browser, without sending it. */
import { decodeStart } from "./decodeStart.ts"
import { parseStart } from "./parseStart.ts"
import type { FileStart } from "./parseStart.ts"

/** Bytes: the longest header row that the service accepts. */
const startBytes = 64 * 1024

/** Enough to recognize the list. */
export const previewRows = 5

/** `null`: this is not text with a header row. The service reports what is wrong. */
export const readPreview = async (file: File): Promise<FileStart | null> => {
  const isCut = file.size > startBytes
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
  const text = decodeStart(start, isCut)
  return (text !== undefined && parseStart(text, { rows: previewRows, isCut })) || null
}
