/**
 * Merkle trees of RFC 6962 §2.1 (the same in RFC 9162): which subtrees a root, an inclusion proof or a
 * consistency proof is made of, how they are put together, and how proofs are verified. Pure: tiles.ts
 * knows where hashes are stored.
 *
 * Leaves count from 0. A tree has at most 2^53 of them.
 */
import { createHash } from "node:crypto"

/** A SHA-256, 32 octets. */
export type Hash = Uint8Array

export const hashOctets = 32

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

export const leafHash = (data: Uint8Array): Hash =>
  createHash("sha256").update(leafPrefix).update(data).digest()

export const nodeHash = (left: Hash, right: Hash): Hash =>
  createHash("sha256").update(nodePrefix).update(left).update(right).digest()

/** The root of a tree without leaves. */
export const emptyRoot: Hash = createHash("sha256").digest()

/** A complete subtree: the leaves from `index` × 2^`height` on, 2^`height` of them. */
export interface Subtree {
  readonly height: number
  readonly index: number
}

/** Leaves from `start` up to and without `end`. A subtree of that size can begin at `start`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The largest power of two below `size`, which is at least 2. */
const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** The complete subtrees of a range, from left to right: each is smaller than the one before it. */
export const subtreesOf = ({ start, end }: Range): ReadonlyArray<Subtree> => {
  const subtrees: Array<Subtree> = []
  let at = start
  while (at < end) {
    let height = 0
    let width = 1
    while (width * 2 <= end - at) {
      width *= 2
      height += 1
    }
    subtrees.push({ height, index: at / width })
    at += width
  }
  return subtrees
}

/** The hash of a range, from those of its `subtreesOf`. */
export const combine = (hashes: ReadonlyArray<Hash>): Hash =>
  hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => nodeHash(left, right))

/** A tree that grows leaf by leaf and keeps one hash for each complete subtree at its right edge. */
export class Frontier {
  readonly #subtrees: Array<{ readonly height: number; readonly hash: Hash }>
  size: number

  /** `size` leaves, of which the complete subtrees are known (`merkle.subtreesOf`), largest first. */
  constructor(size = 0, subtrees: ReadonlyArray<{ height: number; hash: Hash }> = []) {
    this.size = size
    this.#subtrees = [...subtrees]
  }

  /** Returns the subtrees that this leaf completes, smallest first. */
  add(leaf: Hash): ReadonlyArray<Subtree & { readonly hash: Hash }> {
    const completed = [{ height: 0, index: this.size, hash: leaf }]
    this.size += 1
    let last = completed[0]!
    for (let left = this.#subtrees.at(-1); left?.height === last.height;) {
      this.#subtrees.pop()
      const hash = nodeHash(left.hash, last.hash)
      last = { height: last.height + 1, index: (last.index - 1) / 2, hash }
      completed.push(last)
      left = this.#subtrees.at(-1)
    }
    this.#subtrees.push(last)
    return completed
  }

  get root(): Hash {
    return combine(this.#subtrees.map(({ hash }) => hash))
  }
}

/** The ranges whose hashes are an inclusion proof, in its order: PATH(m, D[n]) of RFC 6962 §2.1.1. */
export const inclusionRanges = (index: number, size: number): ReadonlyArray<Range> => {
  const ranges: Array<Range> = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    if (index < middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  return ranges.toReversed()
}

/**
 * The ranges whose hashes prove that the tree of `size` begins with the tree of `before` leaves, 0 < `before` ≤ `size`:
 * PROOF(m, D[n]) of RFC 6962 §2.1.2.
 */
export const consistencyRanges = (before: number, size: number): ReadonlyArray<Range> => {
  const ranges: Array<Range> = []
  let start = 0
  let end = size
  let isWhole = true
  while (before !== end) {
    const middle = start + splitOf(end - start)
    if (before <= middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
      isWhole = false
    }
  }
  if (!isWhole) ranges.push({ start, end })
  return ranges.toReversed()
}

const half = (value: number): number => Math.floor(value / 2)
const isOdd = (value: number): boolean => value % 2 === 1

/** The root that a proof leads to; `undefined`: it has too few or too many hashes. RFC 9162 §2.1.3.2. */
export const rootOfInclusion = (
  leaf: Hash,
  index: number,
  size: number,
  path: ReadonlyArray<Hash>
): Hash | undefined => {
  if (index >= size) return undefined
  let [node, last, root] = [index, size - 1, leaf]
  for (const hash of path) {
    if (last === 0) return undefined
    if (isOdd(node) || node === last) {
      root = nodeHash(hash, root)
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else root = nodeHash(root, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 ? root : undefined
}

const isSame = (left: Hash, right: Hash): boolean => Buffer.compare(left, right) === 0

export interface Tree {
  readonly size: number
  readonly root: Hash
}

/** Whether `after` begins with all leaves of `before`. RFC 9162 §2.1.4.2. */
export const isConsistent = (before: Tree, after: Tree, path: ReadonlyArray<Hash>): boolean => {
  if (before.size > after.size) return false
  if (before.size === after.size) return path.length === 0 && isSame(before.root, after.root)
  if (before.size === 0) return path.length === 0
  let [node, last] = [before.size - 1, after.size - 1]
  while (isOdd(node)) [node, last] = [half(node), half(last)]
  // The whole of a complete tree stands for itself.
  const [seed, ...rest] = node === 0 ? [before.root, ...path] : path
  if (seed === undefined) return false
  let [first, second] = [seed, seed]
  for (const hash of rest) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      first = nodeHash(hash, first)
      second = nodeHash(hash, second)
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else second = nodeHash(second, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && isSame(first, before.root) && isSame(second, after.root)
}
