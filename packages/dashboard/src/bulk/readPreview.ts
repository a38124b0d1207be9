/** Reads the first rows of a chosen file in the browser, without sending it. */
import { decodeStart } from "./decodeStart.ts"
import type { ListText } from "./listLayout.ts"

/** Bytes: the longest header row that the service accepts. */
const startBytes = 64 * 1024

/** `null`: this is not text. The service reports what is wrong. */
export const readPreview = async (file: File): Promise<ListText | null> => {
  const isCut = file.size > startBytes
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
  const text = decodeStart(start, isCut)
  return text === undefined ? null : { text, isCut }
}
