/** The tree of the log as it grows, and what is claimed of it: see walkTree.ts. */
import { Frontier } from "../tree/Frontier.ts"
import type { Subtree } from "../tree/merkle.ts"
import { tileHeight, tileWidth } from "../tree/tiles.ts"
import { hex } from "./AuditFinding.ts"
import type { Broken } from "./AuditFinding.ts"

export type CheckId = "tree" | "signed" | "published"

export interface NodeRow {
  readonly level: number
  readonly idx: bigint
  readonly hash: Uint8Array
}

/** A root that the log must have had. */
export interface Claim {
  readonly id: "signed" | "published"
  readonly size: number
  readonly root: string
}

/** The first contradiction of each check. */
export class Findings {
  readonly broken: Partial<Record<CheckId, Broken>> = {}

  add(id: CheckId, broken: Broken): void {
    this.broken[id] ??= broken
  }
}

/** Compares the tree with what is claimed of it, as it grows. */
export class TreeComparison {
  readonly tree: Frontier
  /** By size; those that were compared are gone. */
  readonly #claims = new Map<number, ReadonlyArray<Claim>>()
  readonly #findings: Findings
  /** Stored nodes that have a place in the tree. */
  nodes = 0
  complete: Array<Subtree & { readonly hash: Uint8Array }> = []

  /** `tree`: what is known to be whole, and the stored nodes of it. */
  constructor(findings: Findings, tree = new Frontier()) {
    this.#findings = findings
    this.tree = tree
    for (let width = tileWidth; width <= tree.size; width *= tileWidth)
      this.nodes += Math.floor(tree.size / width)
  }

  /** Of a tree that is not larger yet. */
  claim(claims: ReadonlyArray<Claim>): void {
    for (const claim of claims)
      if (claim.size === this.tree.size) this.compare(claim, this.tree.root)
      else this.#claims.set(claim.size, [...(this.#claims.get(claim.size) ?? []), claim])
  }

  /** `root`: of as many commits as are claimed. */
  compare({ id, size, root }: Claim, found: Uint8Array): void {
    if (root !== hex(found))
      this.#findings.add(id, { seq: size, expected: `root ${root}`, found: `root ${hex(found)}` })
  }

  add(leaf: Uint8Array): void {
    for (const subtree of this.tree.add(leaf))
      if (subtree.height > 0 && subtree.height % tileHeight === 0) this.complete.push(subtree)
    const { size } = this.tree
    for (const claim of this.#claims.get(size) ?? []) this.compare(claim, this.tree.root)
    this.#claims.delete(size)
  }

  /** `rows`: what is stored of the subtrees that are complete since the last time. */
  compareNodes(rows: ReadonlyArray<NodeRow>, last: number): void {
    const stored = new Map(rows.map(({ level, idx, hash }) => [`${level}/${idx}`, hex(hash)]))
    for (const { height, index, hash } of this.complete) {
      const node = stored.get(`${height / tileHeight}/${index}`)
      const seq = (index + 1) * 2 ** height
      // Those behind the last checkpoint may not have been stored yet.
      if (node === undefined && seq > last) continue
      if (node !== hex(hash))
        this.#findings.add("tree", {
          seq,
          expected: `node ${hex(hash)} over ${2 ** height} commits`,
          found: node === undefined ? "none" : `node ${node}`
        })
    }
    this.nodes += rows.length
    this.complete = []
  }

  /** What is claimed of a longer log than there is. */
  end(): void {
    for (const [size, claims] of this.#claims)
      if (size > this.tree.size)
        for (const { id } of claims)
          this.#findings.add(id, {
            seq: size,
            expected: `a log of at least ${size} commits`,
            found: `${this.tree.size}: the end is missing`
          })
  }
}
