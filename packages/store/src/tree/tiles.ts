/**
 * The tree as it is stored: leaves in `es.commit`, in the order of `es.sealed`; above them the nodes that
 * are the roots of 256, 65,536 and so on leaves, in `es.tree_node`. What lies between is computed from
 * tiles of 256 hashes, so any proof reads at most three tiles for each level.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { combine, Frontier, nodeHash, subtreesOf } from "./merkle.ts"
import type { Hash, Range, Subtree, Tree } from "./merkle.ts"

/** 256 hashes of a stored level make one of the next. */
export const tileHeight = 8
export const tileWidth = 2 ** tileHeight

/** Tiles whose roots are stored by one statement: 16,384 leaves are half a megabyte. */
const tilesPerStep = 64

/** `level` 0: leaves; 1: the roots of 256 leaves each, and so on. */
interface Tile {
  readonly level: number
  readonly index: number
}

type Asked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

interface HashRow {
  readonly at: bigint
  readonly hash: Uint8Array
}

/** The hashes of a level from number `from` up to and without `to`. A missing one is a defect. */
const hashesBetween = (level: number, from: number, to: number): Asked<ReadonlyArray<Hash>> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Each commit is looked up by its number: see readCommits.ts.
    const rows = yield* level === 0
      ? sql<HashRow>`
          select seq - 1 as at, its.leaf as hash from es.sealed s cross join lateral (
            select leaf from es.commit where commit_id = s.commit_id offset 0
          ) its where seq > ${from} and seq <= ${to} order by seq`
      : sql<HashRow>`
          select idx as at, hash from es.tree_node
          where level = ${level} and idx >= ${from} and idx < ${to} order by idx`
    const missing = rows.findIndex(({ at }, index) => Number(at) !== from + index)
    const found = missing === -1 ? rows.length : missing
    if (found < to - from) return yield* Effect.die(new MissingHash(level, from + found))
    return rows.map(({ hash }) => hash)
  })

/** The log or its tree has lost a hash, which the audit finds and names. */
export class MissingHash extends Error {
  constructor(level: number, index: number) {
    super(`The Merkle tree of the log has no hash ${index} at level ${level}`)
  }
}

const levelOf = ({ height }: Subtree): number => Math.floor(height / tileHeight)

/** The hashes of a tile's level below the subtree: one or up to 128 of them. */
const belowOf = (subtree: Subtree): Range => {
  const width = 2 ** (subtree.height - levelOf(subtree) * tileHeight)
  return { start: subtree.index * width, end: (subtree.index + 1) * width }
}

/** The root of as many hashes as a complete subtree has. */
export const rootOf = (hashes: ReadonlyArray<Hash>): Hash => {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, index) =>
      nodeHash(level[2 * index]!, level[2 * index + 1]!)
    )
  return level[0]!
}

const nameOf = ({ level, index }: Tile): string => `${level}/${index}`

/** The tiles that subtrees need, each with the number of the hash up to which it is needed. */
const tilesOf = (subtrees: ReadonlyArray<Subtree>) => {
  const ends = new Map<string, Tile & { readonly end: number }>()
  for (const subtree of subtrees) {
    const { start, end } = belowOf(subtree)
    const tile = { level: levelOf(subtree), index: Math.floor(start / tileWidth) }
    const known = ends.get(nameOf(tile))?.end ?? 0
    ends.set(nameOf(tile), { ...tile, end: Math.max(known, end) })
  }
  return ends
}

/** The hash of each range. All leaves of the ranges must be sealed, and `extend` must have stored their nodes. */
export const hashesOf = (ranges: ReadonlyArray<Range>): Asked<ReadonlyArray<Hash>> =>
  Effect.gen(function* () {
    const subtrees = ranges.map(subtreesOf)
    const tiles = new Map<string, ReadonlyArray<Hash>>()
    for (const [name, { level, index, end }] of tilesOf(subtrees.flat()))
      tiles.set(name, yield* hashesBetween(level, index * tileWidth, end))
    const hashOf = (subtree: Subtree): Hash => {
      const { start, end } = belowOf(subtree)
      const index = Math.floor(start / tileWidth)
      const tile = tiles.get(nameOf({ level: levelOf(subtree), index }))!
      return rootOf(tile.slice(start - index * tileWidth, end - index * tileWidth))
    }
    return subtrees.map((ofRange) => combine(ofRange.map(hashOf)))
  })

/** The tree of the log's first `size` commits. */
export const treeOf = (size: number): Asked<Tree> =>
  Effect.map(hashesOf([{ start: 0, end: size }]), ([root]) => ({ size, root: root! }))

/** The first `size` commits, as the tree that the next ones are added to. */
export const frontierOf = (size: number): Asked<Frontier> => {
  const subtrees = subtreesOf({ start: 0, end: size })
  const ranges = subtrees.map(({ height, index }) => {
    return { start: index * 2 ** height, end: (index + 1) * 2 ** height }
  })
  return Effect.map(
    hashesOf(ranges),
    (hashes) =>
      new Frontier(
        size,
        subtrees.map(({ height }, at) => ({ height, hash: hashes[at]! }))
      )
  )
}

const nodesAt = (level: number): Asked<number> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly nodes: bigint }>`
      select coalesce((select idx + 1 from es.tree_node where level = ${level}
        order by idx desc limit 1), 0)::bigint as nodes`
  ).pipe(Effect.map(([row]) => Number(row!.nodes)))

const storeNodes = (level: number, from: number, hashes: ReadonlyArray<Hash>): Asked<unknown> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into es.tree_node (level, idx, hash)
      select ${level}, ${from} + at - 1, decode(hash, 'hex')
      from unnest(${hashes.map((hash) => Buffer.from(hash).toString("hex"))}::text[])
        with ordinality as given (hash, at)`
  )

/** Returns whether the level is complete now. */
const extendLevel = (level: number, size: number): Asked<boolean> =>
  Effect.gen(function* () {
    const from = yield* nodesAt(level)
    const wanted = Math.floor(size / tileWidth ** level)
    const to = Math.min(wanted, from + tilesPerStep)
    if (to > from) {
      const below = yield* hashesBetween(level - 1, from * tileWidth, to * tileWidth)
      const roots = Array.from({ length: to - from }, (_, index) =>
        rootOf(below.slice(index * tileWidth, (index + 1) * tileWidth))
      )
      yield* storeNodes(level, from, roots)
    }
    return to >= wanted
  })

/**
 * One step towards the stored nodes that a log of `size` commits has; returns whether they are complete. Only one
 * writer may do it at a time.
 */
export const extend = (size: number): Asked<boolean> =>
  Effect.gen(function* () {
    for (let level = 1; tileWidth ** level <= size; level++)
      if (!(yield* extendLevel(level, size))) return false
    return true
  })
