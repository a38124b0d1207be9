/** A list in any form that programs have it in, as the file of an upload. */
import { ValidationError } from "./RcptError.ts"

type Chunk = string | Uint8Array

/** A string is the content of a CSV, never the name of a file. */
export type ListSource =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Chunk>
  | Iterable<Chunk>

/** The service's limit. What is read from a stream is kept, so that a retry can send it again. */
const bytesMax = 32 * 1024 * 1024

const tooLarge = () => new ValidationError("file must have at most 32 MB")

/** Safari's streams cannot be iterated. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

const collected = async (chunks: AsyncIterable<Chunk> | Iterable<Chunk>): Promise<Blob> => {
  const parts: Array<BlobPart> = []
  let bytes = 0
  for await (const chunk of chunks) {
    const part = new Blob([chunk as BlobPart])
    bytes += part.size
    if (bytes > bytesMax) throw tooLarge()
    parts.push(part)
  }
  return new Blob(parts)
}

const blobOf = async (source: ListSource): Promise<Blob> => {
  if (source instanceof Blob) return source
  if (typeof source === "string" || source instanceof ArrayBuffer) return new Blob([source])
  if (source instanceof Uint8Array) return new Blob([source as Uint8Array<ArrayBuffer>])
  return await collected(source instanceof ReadableStream ? chunksOf(source) : source)
}

interface UploadParts {
  readonly filename?: string | undefined
  readonly mode?: string | undefined
  readonly import?: string | undefined
  readonly importDate?: string | undefined
}

export const uploadOf = async (source: ListSource, options: UploadParts): Promise<FormData> => {
  const blob = await blobOf(source)
  if (blob.size > bytesMax) throw tooLarge()
  const ownName: unknown = Reflect.get(blob, "name")
  const form = new FormData()
  const parts = [
    ["mode", options.mode],
    ["import", options.import],
    ["import_date", options.importDate]
  ] as const
  for (const [name, value] of parts) if (value !== undefined) form.append(name, value)
  const filename = options.filename ?? (typeof ownName === "string" ? ownName : "list.csv")
  form.append("file", blob, filename)
  return form
}
