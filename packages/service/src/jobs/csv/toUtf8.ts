/** Converts a file in any supported encoding to UTF-8 without byte order mark; refuses NUL bytes. */
import { Effect } from "effect"

import { cutOff, nulBytes } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { sniffOctets } from "./limits.ts"
import { sniffFile } from "./sniffFile.ts"
import type { Encoding } from "./sniffFile.ts"
import type { StreamStage } from "./StreamStage.ts"
import { Windows1252Decoder } from "./Windows1252Decoder.ts"

interface Decoder {
  decode(bytes: Buffer): Buffer
  end(): Buffer
}

export const toUtf8 = (): StreamStage<Buffer, Buffer> => {
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
        return refuseNul(decoder.decode(start.subarray(bomOctets)))
      }
    )
  )

  return {
    push: (bytes) => {
      octets += bytes.length
      if (decoder) return refuseNul(decoder.decode(bytes))
      start = Buffer.concat([start, bytes])
      return start.length < sniffOctets ? Effect.succeed([]) : begin
    },
    end: Effect.gen(function* () {
      const text = decoder ? [] : yield* begin
      if (octets % unitOctets !== 0) return yield* cutOff
      return decoder ? [...text, ...(yield* refuseNul(decoder.end()))] : text
    })
  }
}

const refuseNul = (text: Buffer): Effect.Effect<ReadonlyArray<Buffer>, CsvRefused> =>
  text.includes(0) ? Effect.fail(nulBytes) : Effect.succeed(text.length === 0 ? [] : [text])

/** An unpaired surrogate becomes U+FFFD: UTF-8 cannot encode it (RFC 3629 §3). */
const utf16Decoder = (encoding: "utf-16le" | "utf-16be"): Decoder => {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return {
    decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
    end: () => Buffer.from(decoder.decode())
  }
}

const decoderOf = (encoding: Encoding): Decoder => {
  if (encoding === "utf-8") return new Windows1252Decoder("utf-8")
  return encoding === "eightBit" ? new Windows1252Decoder("ascii") : utf16Decoder(encoding)
}
