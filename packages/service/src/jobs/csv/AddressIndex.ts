/**
 * The first row of each address in a file. Exact: addresses are compared octet by octet, and the hash
 * only says where to look.
 */
import { randomBytes } from "node:crypto"

/** Initial capacities; a full array grows by half. */
const initialAddresses = 1_024
const initialOctets = 32 * 1_024

/** One UTF-16 code unit takes at most this many octets in UTF-8. */
const octetsPerUnitMax = 3

/** With linear probing, a search reads 2.5 slots on average when three quarters are taken. */
const loadMax = 0.75

/**
 * A file of 32 MB has room for millions of addresses. An address of 32 octets takes 47 to 71 octets here,
 * outside the heap that the garbage collector walks, and 78 to 104 within it in a `Map` (measured
 * 2026-11 with 0.7 to 1.5 million). A table of hashes alone would be little smaller, and might confuse
 * two addresses.
 */
export class AddressIndex {
  readonly #key: HashKey = keyOf(randomBytes(8))
  #octets = Buffer.allocUnsafe(initialOctets)
  /** Address n takes the octets from `#ends[n]` up to, not including, `#ends[n + 1]`. */
  #ends = new Uint32Array(initialAddresses + 1)
  #rows = new Uint32Array(initialAddresses)
  #hashes = new Uint32Array(initialAddresses)
  /** The index of an address plus 1, or 0 for a free slot. The length is a power of two. */
  #slots = new Uint32Array(initialAddresses * 2)
  #count = 0

  /** The number of different addresses. */
  get count(): number {
    return this.#count
  }

  /** The earlier row with the same address, ignoring case; if there is none, `row`. */
  firstRowOf(address: string, row: number): number {
    const text = address.toLowerCase()
    const start = this.#ends[this.#count]!
    this.#makeRoom(start + text.length * octetsPerUnitMax)
    // The text is written behind the others, where it stays if it is new.
    const end = start + this.#octets.write(text, start)
    const hash = halfSipHash(this.#key, this.#octets, start, end)

    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (let taken = this.#slots[slot]!; taken !== 0; taken = this.#slots[slot]!) {
      if (this.#isAddress(taken - 1, hash, start, end)) return this.#rows[taken - 1]!
      slot = (slot + 1) & mask
    }
    this.#rows[this.#count] = row
    this.#hashes[this.#count] = hash
    this.#ends[this.#count + 1] = end
    this.#count += 1
    this.#slots[slot] = this.#count
    return row
  }

  #isAddress(n: number, hash: number, start: number, end: number): boolean {
    if (this.#hashes[n] !== hash) return false
    const octets = this.#octets
    return octets.compare(octets, start, end, this.#ends[n], this.#ends[n + 1]) === 0
  }

  #makeRoom(octetsNeeded: number): void {
    if (octetsNeeded > this.#octets.length) {
      const more = Buffer.allocUnsafe(Math.max(octetsNeeded, grown(this.#octets.length)))
      this.#octets.copy(more, 0, 0, this.#ends[this.#count])
      this.#octets = more
    }
    if (this.#count === this.#rows.length) {
      const addresses = grown(this.#count)
      this.#ends = larger(this.#ends, addresses + 1)
      this.#rows = larger(this.#rows, addresses)
      this.#hashes = larger(this.#hashes, addresses)
    }
    if (this.#count >= this.#slots.length * loadMax) this.#rehash(this.#slots.length * 2)
  }

  #rehash(slots: number): void {
    this.#slots = new Uint32Array(slots)
    for (let n = 0; n < this.#count; n++) {
      let slot = this.#hashes[n]! & (slots - 1)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (slots - 1)
      this.#slots[slot] = n + 1
    }
  }
}

const keyOf = (octets: Buffer): HashKey => ({
  k0: octets.readInt32LE(0),
  k1: octets.readInt32LE(4)
})

const grown = (size: number): number => Math.ceil(size * 1.5)

const larger = (array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> => {
  const more = new Uint32Array(length)
  more.set(array)
  return more
}

interface HashKey {
  readonly k0: number
  readonly k1: number
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const compressRounds = 2
const finalRounds = 4

/** HalfSipHash-2-4 of `bytes` from `start` up to, not including, `end`, as an unsigned number. */
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
