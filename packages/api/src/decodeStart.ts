/** Decodes a list by the rules of the service, before it is sent. */
import { readerOf } from "./codePages.ts"
import { encodingOf, platformEncoding } from "./fileEncoding.ts"
import type { Guess } from "./fileEncoding.ts"

interface Decoded extends Guess {
  readonly text: string
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
  const guess =
    named === undefined
      ? await encodingOf(bytes)
      : { encoding: platformEncoding(named) ?? named, others: [] }
  const text = readerOf(guess.encoding)
    .decode(bytes, { stream: isCut })
    .replace(/^\uFEFF/, "")
  return text.includes("\0") ? undefined : { text, ...guess }
}

/** The text of a whole file, or `undefined` if it is not text. */
export const decodeFile = async (
  bytes: Uint8Array,
  encoding?: string
): Promise<string | undefined> => (await decodeStart(bytes, false, encoding))?.text
