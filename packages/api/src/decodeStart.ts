/** Decodes a list by the rules of the service, before it is sent. */
import { encodingOf } from "./fileEncoding.ts"

interface Decoded {
  readonly text: string
  /** As browsers name it. */
  readonly encoding: string
}

/**
 * The text of the first bytes, or `undefined` if they are not text. With `isCut` the file goes on after them, so that
 * the last character may be incomplete.
 */
export const decodeStart = async (
  bytes: Uint8Array,
  isCut: boolean,
  named?: string
): Promise<Decoded | undefined> => {
  const encoding = named ?? (await encodingOf(bytes))
  const text = new TextDecoder(encoding).decode(bytes, { stream: isCut })
  return text.includes("\0") ? undefined : { text, encoding }
}

/** The text of a whole file, or `undefined` if it is not text. */
export const decodeFile = async (
  bytes: Uint8Array,
  encoding?: string
): Promise<string | undefined> => (await decodeStart(bytes, false, encoding))?.text
