import * as merkle from "@rcpt/store/tree/merkle"
import type { Hash, Range } from "@rcpt/store/tree/merkle"
import * as fc from "fast-check"

import { describe, expect, it } from "../../support/vitest.ts"

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** MTH(D[n]) as RFC 6962 §2.1 defines it. */
const rootByDefinition = (leaves: ReadonlyArray<Hash>): Hash => {
  if (leaves.length === 0) return merkle.emptyRoot
  if (leaves.length === 1) return leaves[0]!
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  return merkle.nodeHash(
    rootByDefinition(leaves.slice(0, split)),
    rootByDefinition(leaves.slice(split))
  )
}

const leavesOf = (size: number): ReadonlyArray<Hash> =>
  Array.from({ length: size }, (_, index) => merkle.leafHash(Buffer.from(`leaf ${index}`)))

const all = leavesOf(600)

const hashOf = (leaves: ReadonlyArray<Hash>) => (range: Range) =>
  merkle.combine(
    merkle
      .subtreesOf(range)
      .map(({ height, index }) =>
        rootByDefinition(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height))
      )
  )

const treeOf = (size: number) => ({ size, root: hashOf(all)({ start: 0, end: size }) })

const inclusion = (index: number, size: number): ReadonlyArray<Hash> =>
  merkle.inclusionRanges(index, size).map(hashOf(all))

const consistency = (before: number, size: number): ReadonlyArray<Hash> =>
  merkle.consistencyRanges(before, size).map(hashOf(all))

const sizes = fc.integer({ min: 1, max: all.length })

describe("A Merkle tree", () => {
  // Of the reference implementation of Certificate Transparency.
  it("has the roots of RFC 6962", () => {
    const data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]
    const leaves = [...data, "606162636465666768696a6b6c6d6e6f"].map((text) =>
      merkle.leafHash(Buffer.from(text, "hex"))
    )
    const roots = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((size) =>
      hex(hashOf(leaves)({ start: 0, end: size }))
    )
    expect(roots).toEqual([
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    ])
  })

  it("has the root that its definition gives, for every size", () => {
    fc.assert(
      fc.property(sizes, (size) => {
        expect(hex(treeOf(size).root)).toBe(hex(rootByDefinition(all.slice(0, size))))
      })
    )
  })

  it("proves each of its leaves, and no other leaf", () => {
    fc.assert(
      fc.property(sizes, sizes, (one, other) => {
        const [index, size] = [Math.min(one, other) - 1, Math.max(one, other)]
        const { root } = treeOf(size)
        const path = inclusion(index, size)
        expect(merkle.rootOfInclusion(all[index]!, index, size, path)).toEqual(root)
        const wrong = (index + 1) % all.length
        expect(merkle.rootOfInclusion(all[wrong]!, index, size, path)).not.toEqual(root)
        for (const elsewhere of [index - 1, index + 1].filter((at) => at >= 0 && at < size))
          expect(merkle.rootOfInclusion(all[index]!, elsewhere, size, path)).not.toEqual(root)
        if (path.length > 0)
          expect(merkle.rootOfInclusion(all[index]!, index, size, path.slice(1))).not.toEqual(root)
        expect(merkle.rootOfInclusion(all[index]!, index, size, [...path, root])).toBeUndefined()
      })
    )
  })

  it("proves that it begins with each smaller tree, and with no other", () => {
    fc.assert(
      fc.property(sizes, sizes, (one, other) => {
        const [before, after] = [treeOf(Math.min(one, other)), treeOf(Math.max(one, other))]
        const path = consistency(before.size, after.size)
        expect(merkle.isConsistent(before, after, path)).toBe(true)
        const altered = { ...before, root: merkle.leafHash(before.root) }
        expect(merkle.isConsistent(altered, after, path)).toBe(false)
        const rewritten = { ...after, root: merkle.leafHash(after.root) }
        expect(merkle.isConsistent(before, rewritten, path)).toBe(false)
        expect(merkle.isConsistent(before, after, [...path, after.root])).toBe(false)
        if (path.length > 0)
          expect(merkle.isConsistent(before, after, path.slice(0, -1))).toBe(false)
      })
    )
  })
})
