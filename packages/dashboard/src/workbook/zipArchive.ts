/**
 * Reads entries of a ZIP archive (PKWARE APPNOTE 6.3) by its central directory. Sizes that the archive
 * states are not believed: an entry is refused as soon as more than its limit comes out of it.
 */
import { words } from "../words/workbook.tsx"
import { notWorkbook, WorkbookError } from "./WorkbookError.ts"

interface Entry {
  readonly name: string
  readonly method: number
  readonly compressedSize: number
  readonly offset: number
}

/** APPNOTE 4.3.16, 4.3.12 and 4.3.7. */
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30

/** The comment after the end record has at most this many bytes. */
const commentBytesMax = 0xffff

/** A workbook has some dozens; one of a thousand sheets has a few thousand. */
const entriesMax = 10_000

/** Bit 0 of the flags: encrypted. */
const encrypted = 1
const stored = 0
const deflated = 8

const bytesOf = async (blob: Blob): Promise<DataView<ArrayBuffer>> =>
  new DataView(await blob.arrayBuffer())

const decoder = new TextDecoder()

const findEnd = (tail: DataView): number => {
  for (let at = tail.byteLength - endBytes; at >= 0; at--)
    if (tail.getUint32(at, true) === endSignature) return at
  throw notWorkbook
}

const readEntry = (view: DataView<ArrayBuffer>, at: number) => {
  if (view.getUint32(at, true) !== entrySignature) throw notWorkbook
  if (view.getUint16(at + 8, true) & encrypted) throw new WorkbookError(words.protected)
  const nameBytes = view.getUint16(at + 28, true)
  const further = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  const entry: Entry = {
    name: decoder.decode(new Uint8Array(view.buffer, at + entryBytes, nameBytes)),
    method: view.getUint16(at + 10, true),
    compressedSize: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true)
  }
  return { entry, end: at + entryBytes + nameBytes + further }
}

const readDirectory = async (file: Blob): Promise<ReadonlyMap<string, Entry>> => {
  const tail = await bytesOf(file.slice(-(endBytes + commentBytesMax)))
  const end = findEnd(tail)
  const count = Math.min(tail.getUint16(end + 10, true), entriesMax)
  const size = tail.getUint32(end + 12, true)
  const offset = tail.getUint32(end + 16, true)
  const view = await bytesOf(file.slice(offset, offset + size))
  const entries = new Map<string, Entry>()
  for (let at = 0, n = 0; n < count; n++) {
    const { entry, end: next } = readEntry(view, at)
    entries.set(entry.name, entry)
    at = next
  }
  return entries
}

const contentOf = async (file: Blob, { method, offset, compressedSize }: Entry) => {
  const local = await bytesOf(file.slice(offset, offset + localBytes))
  if (local.getUint32(0, true) !== localSignature) throw notWorkbook
  const start = offset + localBytes + local.getUint16(26, true) + local.getUint16(28, true)
  const content = file.slice(start, start + compressedSize).stream()
  if (method === stored) return content
  if (method === deflated) return content.pipeThrough(new DecompressionStream("deflate-raw"))
  throw notWorkbook
}

/** Of UTF-8. Stops reading at the limit, whatever else is in the entry. */
const readText = async (content: ReadableStream<Uint8Array>, bytesMax: number): Promise<string> => {
  const text = new TextDecoder()
  const pieces: Array<string> = []
  const reader = content.getReader()
  let bytes = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.length
    if (bytes > bytesMax) {
      await reader.cancel()
      throw new WorkbookError(words.tooLarge)
    }
    pieces.push(text.decode(piece.value, { stream: true }))
  }
  return pieces.join("") + text.decode()
}

export interface Archive {
  /** `undefined`: there is no such entry. */
  readonly textOf: (name: string, bytesMax: number) => Promise<string | undefined>
}

/** Reading outside of the file, or bytes that are not deflated, mean that it is damaged. */
const orDamaged = async <A>(read: () => Promise<A>): Promise<A> => {
  try {
    return await read()
  } catch (error) {
    throw error instanceof RangeError || error instanceof TypeError ? notWorkbook : error
  }
}

export const openArchive = (file: Blob): Promise<Archive> =>
  orDamaged(async () => {
    const entries = await readDirectory(file)
    return {
      textOf: (name, bytesMax) =>
        orDamaged(async () => {
          const entry = entries.get(name)
          return entry && readText(await contentOf(file, entry), bytesMax)
        })
    }
  })
