/** Cuts a file into slices, however it arrives, and stops at the first octet too many. */
import { Effect } from "effect"

import { tooLarge } from "./CsvRefused.ts"
import { fileOctetsMax, sliceOctetsMax } from "./limits.ts"
import { nothing } from "./Stage.ts"
import type { Stage } from "./Stage.ts"

export const cutSlices = (): Stage<Uint8Array, Buffer> => {
  let octets = 0
  return {
    push: (bytes) => {
      octets += bytes.length
      return octets > fileOctetsMax ? Effect.fail(tooLarge) : Effect.succeed(slicesOf(bytes))
    },
    end: nothing
  }
}

const slicesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): ReadonlyArray<Buffer> => {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const slices: Array<Buffer> = []
  for (let at = 0; at < bytes.length; at += sliceOctetsMax)
    slices.push(bytes.subarray(at, at + sliceOctetsMax))
  return slices
}
