/**
 * HalfSipHash-2-4 with 32 bits of output (Aumasson, Bernstein: SipHash, 2012; reference C code,
 * CC0). Keyed, so that nobody can make a file whose addresses all fall into one place of a table,
 * and in 32-bit words, which is what JavaScript computes fast.
 */

export interface HashKey {
  readonly k0: number
  readonly k1: number
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const compressRounds = 2
const finalRounds = 4

/** Of `bytes` from `start` to before `end`, as an unsigned number. */
export const halfSipHash = (
  { k0, k1 }: HashKey,
  bytes: Uint8Array,
  start: number,
  end: number
): number => {
  let v0 = k0
  let v1 = k1
  let v2 = 0x6c796765 ^ k0
  let v3 = 0x74656462 ^ k1

  const absorb = (word: number, rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      v0 = (v0 + v1) | 0
      v1 = rotate(v1, 5) ^ v0
      v0 = rotate(v0, 16)
      v2 = (v2 + v3) | 0
      v3 = rotate(v3, 8) ^ v2
      v0 = (v0 + v3) | 0
      v3 = rotate(v3, 7) ^ v0
      v2 = (v2 + v1) | 0
      v1 = rotate(v1, 13) ^ v2
      v2 = rotate(v2, 16)
    }
    v0 ^= word
  }

  const octets = end - start
  const tail = start + (octets & ~3)
  for (let at = start; at < tail; at += 4) {
    const word =
      bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    v3 ^= word
    absorb(word, compressRounds)
  }
  let last = octets << 24
  for (let at = tail; at < end; at++) last |= bytes[at]! << (8 * (at - tail))
  v3 ^= last
  absorb(last, compressRounds)
  v2 ^= 0xff
  absorb(0, finalRounds)
  return (v1 ^ v3) >>> 0
}
