/**
 * Octets of a file in any encoding that we read, to UTF-8 without byte order mark and without NUL.
 */
import { Effect } from "effect"

import { cutOff, nulBytes } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { EightBitDecoder } from "./EightBitDecoder.ts"
import { sniffOctets } from "./limits.ts"
import { sniffFile } from "./sniffFile.ts"
import type { Encoding } from "./sniffFile.ts"
import type { Stage } from "./Stage.ts"

interface Decoder {
  decode(bytes: Buffer): Buffer
  end(): Buffer
}

export const toUtf8 = (): Stage<Buffer, Buffer> => {
  let start: Buffer = Buffer.alloc(0)
  let decoder: Decoder | undefined
  let octets = 0
  let unitOctets = 1

  const begin = Effect.suspend(() =>
    Effect.flatMap(
      Effect.fromResult(sniffFile(start.subarray(0, sniffOctets))),
      ({ encoding, bomOctets }) => {
        decoder = decoderOf(encoding)
        unitOctets = encoding.startsWith("utf-16") ? 2 : 1
        return withoutNul(decoder.decode(start.subarray(bomOctets)))
      }
    )
  )

  return {
    push: (bytes) => {
      octets += bytes.length
      if (decoder) return withoutNul(decoder.decode(bytes))
      start = Buffer.concat([start, bytes])
      return start.length < sniffOctets ? Effect.succeed([]) : begin
    },
    end: Effect.gen(function* () {
      const text = decoder ? [] : yield* begin
      if (octets % unitOctets !== 0) return yield* cutOff
      return decoder ? [...text, ...(yield* withoutNul(decoder.end()))] : text
    })
  }
}

const withoutNul = (text: Buffer): Effect.Effect<ReadonlyArray<Buffer>, CsvRefused> =>
  text.includes(0) ? Effect.fail(nulBytes) : Effect.succeed(text.length === 0 ? [] : [text])

/** A surrogate without its other half becomes U+FFFD: UTF-8 has no word for it (RFC 3629 §3). */
const utf16Decoder = (encoding: "utf-16le" | "utf-16be"): Decoder => {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return {
    decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
    end: () => Buffer.from(decoder.decode())
  }
}

const decoderOf = (encoding: Encoding): Decoder => {
  if (encoding === "utf-8") return new EightBitDecoder("utf-8")
  return encoding === "eightBit" ? new EightBitDecoder("ascii") : utf16Decoder(encoding)
}
