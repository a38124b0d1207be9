/**
 * In which row each address of a file stands first. Exact: addresses are compared octet by octet,
 * and the hash only says where to look.
 */
import { randomBytes } from "node:crypto"

import { halfSipHash } from "./halfSipHash.ts"
import type { HashKey } from "./halfSipHash.ts"

/** At the start; what is full grows by half. */
const addressesAtFirst = 1_024
const octetsAtFirst = 32 * 1_024

/** Of one UTF-16 unit in UTF-8. */
const octetsPerUnitMax = 3

/** With linear probing, a search looks at 2.5 places on average when three quarters are taken. */
const loadMax = 0.75

/**
 * A file of 32 MB has room for millions of addresses. Of 32 octets, each takes 47 to 71 here, beside
 * the heap that the garbage collector walks; in a `Map` 78 to 104, within it (measured 2026-11, 0.7
 * to 1.5 million). A table of hashes alone would be little smaller, and might confuse two of them.
 */
export class FirstRows {
  readonly #key: HashKey = keyOf(randomBytes(8))
  #octets = Buffer.allocUnsafe(octetsAtFirst)
  /** Address n takes the octets from `#ends[n]` to before `#ends[n + 1]`. */
  #ends = new Uint32Array(addressesAtFirst + 1)
  #rows = new Uint32Array(addressesAtFirst)
  #hashes = new Uint32Array(addressesAtFirst)
  /** The number of an address, plus 1; 0: free. As many places as a power of two. */
  #places = new Uint32Array(addressesAtFirst * 2)
  #count = 0

  /** How many different addresses there are. */
  get count(): number {
    return this.#count
  }

  /** `row`, unless an address that is equal but for case has been seen in an earlier one. */
  firstRowOf(address: string, row: number): number {
    const text = address.toLowerCase()
    const start = this.#ends[this.#count]!
    this.#makeRoom(start + text.length * octetsPerUnitMax)
    // It is written down behind the others, and stays there if it is new.
    const end = start + this.#octets.write(text, start)
    const hash = halfSipHash(this.#key, this.#octets, start, end)

    const mask = this.#places.length - 1
    let place = hash & mask
    for (let taken = this.#places[place]!; taken !== 0; taken = this.#places[place]!) {
      if (this.#isAddress(taken - 1, hash, start, end)) return this.#rows[taken - 1]!
      place = (place + 1) & mask
    }
    this.#rows[this.#count] = row
    this.#hashes[this.#count] = hash
    this.#ends[this.#count + 1] = end
    this.#count += 1
    this.#places[place] = this.#count
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
    if (this.#count >= this.#places.length * loadMax) this.#spread(this.#places.length * 2)
  }

  #spread(places: number): void {
    this.#places = new Uint32Array(places)
    for (let n = 0; n < this.#count; n++) {
      let place = this.#hashes[n]! & (places - 1)
      while (this.#places[place] !== 0) place = (place + 1) & (places - 1)
      this.#places[place] = n + 1
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
