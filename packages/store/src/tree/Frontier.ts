/** A Merkle tree that grows leaf by leaf and keeps one hash for each complete subtree at its right edge. */
import { combine, nodeHash } from "./merkle.ts"
import type { Hash, Subtree } from "./merkle.ts"

export class Frontier {
  readonly #subtrees: Array<{ readonly height: number; readonly hash: Hash }>
  size: number

  /** `size` leaves, of which the complete subtrees are known (`merkle.subtreesOf`), largest first. */
  constructor(size = 0, subtrees: ReadonlyArray<{ height: number; hash: Hash }> = []) {
    this.size = size
    this.#subtrees = [...subtrees]
  }

  /** Answers the subtrees that this leaf completes, smallest first. */
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
