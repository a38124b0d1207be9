/** A look at the first rows of a chosen file, without sending any of it. */
import { decodeStart } from "./decodeStart.ts"
import { parseStart } from "./parseStart.ts"
import type { Start } from "./parseStart.ts"

/** As long as the service lets a header line be, so that every header is seen whole. */
const startOctets = 64 * 1024

/** As many as tell a list from another one. */
export const previewRows = 5

/** `null`: this is no text with a header line. The service says what it is instead. */
export const readPreview = async (file: File): Promise<Start | null> => {
  const isCut = file.size > startOctets
  const start = new Uint8Array(await file.slice(0, startOctets).arrayBuffer())
  const text = decodeStart(start, isCut)
  return (text !== undefined && parseStart(text, { rows: previewRows, isCut })) || null
}
