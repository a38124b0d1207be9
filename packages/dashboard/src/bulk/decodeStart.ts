/** Decodes a file in the browser by the rules of the service, which it shares. */
import { encodingOf } from "@rcpt/api/fileEncoding"

/** Decodes bytes. With `isCut` the file goes on after them, so that the last character may be incomplete. */
const decode = async (bytes: Uint8Array, isCut: boolean): Promise<string | undefined> => {
  const encoding = await encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes, { stream: isCut })
  return text.includes("\0") ? undefined : text
}

/** The text of the first bytes, or `undefined` if they are not text. */
export const decodeStart = decode

/** The text of a whole file, or `undefined` if it is not text. */
export const decodeFile = (bytes: Uint8Array): Promise<string | undefined> => decode(bytes, false)
