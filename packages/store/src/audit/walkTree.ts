/**
 * Computes the Merkle tree of the log again, from the leaves of its commits, and compares it with the stored nodes, the
 * signed checkpoints, and the checkpoints that were kept elsewhere. Only the last show that a log which is consistent in
 * itself is not the one that was signed.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { originOf } from "../tree/certify.ts"
import { isSignedBy, parseCheckpoint } from "../tree/checkpoint.ts"
import type { Verifier } from "../tree/checkpoint.ts"
import { Frontier } from "../tree/merkle.ts"
import type { Subtree } from "../tree/merkle.ts"
import { frontierOf, MissingHash, tileHeight, tileWidth, treeOf } from "../tree/tiles.ts"
import { hex } from "./AuditFinding.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"

/** Commits per page: 16 nodes of the lowest stored level. */
const pageMax = 4_096

/** Facts from outside the database that the ledger is compared with. */
export interface AuditInputs {
  /** Notes of checkpoints, as they were published. */
  readonly published?: ReadonlyArray<string>
  /** How many commits an audit before this one has found to be whole, by a checkpoint among those published. */
  readonly since?: number
  /** Each checkpoint must have the signature of one of these keys. Without keys, signatures are not checked. */
  readonly verifiers?: ReadonlyArray<Verifier>
  /** Keys of witnesses. */
  readonly witnesses?: ReadonlyArray<Verifier>
}

type CheckId = "tree" | "signed" | "published"

interface NodeRow {
  readonly level: number
  readonly idx: bigint
  readonly hash: Uint8Array
}

/** A root that the log must have had. */
interface Claim {
  readonly id: "signed" | "published"
  readonly size: number
  readonly root: string
}

/** The first contradiction of each check. */
class Findings {
  readonly broken: Partial<Record<CheckId, Broken>> = {}

  add(id: CheckId, broken: Broken): void {
    this.broken[id] ??= broken
  }
}

/** Compares the tree with the claims about it, as it grows. */
class TreeComparison {
  readonly tree: Frontier
  /** Claims by the size that they speak of. A claim that was compared is removed. */
  readonly #claims = new Map<number, ReadonlyArray<Claim>>()
  readonly #findings: Findings
  /** Stored nodes that have a place in the tree. */
  nodes = 0
  complete: Array<Subtree & { readonly hash: Uint8Array }> = []

  /** `tree`: the part of the log that is known to be whole; its stored nodes count as compared. */
  constructor(findings: Findings, tree = new Frontier()) {
    this.#findings = findings
    this.tree = tree
    for (let width = tileWidth; width <= tree.size; width *= tileWidth)
      this.nodes += Math.floor(tree.size / width)
  }

  /** Adds claims about a size that the tree has not outgrown yet. */
  claim(claims: ReadonlyArray<Claim>): void {
    for (const claim of claims)
      if (claim.size === this.tree.size) this.compare(claim, this.tree.root)
      else this.#claims.set(claim.size, [...(this.#claims.get(claim.size) ?? []), claim])
  }

  /** Compares a claim with the root that was found for as many commits. */
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

  /** Compares the stored nodes (`rows`) with the subtrees that were completed since the last call. */
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

  /** Reports the claims about a longer log than there is. */
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

interface LogRow {
  readonly seq: bigint
  readonly leaf: Uint8Array | null
}

const pageAfter = (sql: SqlClient.SqlClient, seq: number) =>
  sql<LogRow>`
    select s.seq, c.leaf from (
      select seq, commit_id from es.sealed where seq > ${seq}
      order by seq limit ${sql.literal(String(pageMax))}
    ) s left join lateral (select leaf from es.commit where commit_id = s.commit_id offset 0) c on true
    order by s.seq`

const nodesIn = (sql: SqlClient.SqlClient, subtrees: ReadonlyArray<Subtree>) =>
  sql<NodeRow>`
    select level, idx, hash from es.tree_node join unnest(
      ${subtrees.map(({ height }) => height / tileHeight)}::int[],
      ${subtrees.map(({ index }) => index)}::bigint[]) as asked (level, idx) using (level, idx)`

interface Log {
  readonly origin: string
  /** Commits with a number. */
  readonly size: number
  readonly nodes: number
  /** Commits of the newest checkpoint. */
  readonly last: number
}

const log: Checked<Log> = SqlClient.SqlClient.use(
  (sql) => sql<Record<"size" | "nodes" | "last", bigint> & { readonly id: string }>`
      select log_id as id, (select coalesce(max(seq), 0) from es.sealed) as size,
        (select count(*) from es.tree_node) as nodes,
        (select coalesce(max(size), 0) from es.checkpoint) as last from es.log`
).pipe(
  Effect.map(([row]) => ({
    origin: originOf(row?.id ?? "none"),
    size: Number(row?.size ?? 0),
    nodes: Number(row?.nodes ?? 0),
    last: Number(row?.last ?? 0)
  }))
)

/** The checkpoints of more than `after` and at most `upTo` commits. A busy log has one for each minute. */
const signedBetween = (sql: SqlClient.SqlClient, after: number, upTo: number) =>
  sql<{ readonly size: bigint; readonly root: Uint8Array; readonly note: string }>`
    select size, root, note from es.checkpoint where size > ${after} and size <= ${upTo}
    order by size limit ${sql.literal(String(pageMax))}`

/** The fault of a note by itself, before it is compared with the log. */
const faultIn = (
  note: string,
  { origin }: { readonly origin: string },
  { verifiers = [] }: AuditInputs
): Broken | undefined => {
  const checkpoint = parseCheckpoint(note)
  if (checkpoint === undefined) return { expected: "a checkpoint", found: JSON.stringify(note) }
  const place = { seq: checkpoint.size }
  if (checkpoint.origin !== origin)
    return { ...place, expected: `a checkpoint of ${origin}`, found: `one of ${checkpoint.origin}` }
  if (verifiers.length > 0 && !verifiers.some((verifier) => isSignedBy(note, verifier)))
    return { ...place, expected: "a signature of a given key", found: "none" }
  return undefined
}

/**
 * A published checkpoint, older than the newest that is stored, that is not stored itself: the log may be whole,
 * but what was signed of it was removed.
 */
const removedIn = (claims: ReadonlyArray<Claim>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly size: bigint }>`
      select size from unnest(${claims.map(({ size }) => size)}::bigint[]) as claimed (size)
      where size < (select max(size) from es.checkpoint)
        and not exists (select from es.checkpoint c where c.size = claimed.size)
      order by size limit 1`
  ).pipe(
    Effect.map(([row]): Broken | undefined =>
      row === undefined
        ? undefined
        : {
            seq: Number(row.size),
            expected: "a row of the checkpoint that was published",
            found: "none"
          }
    )
  )

const publishedClaims = (
  published: ReadonlyArray<string>,
  faultOf: (note: string) => Broken | undefined,
  findings: Findings
): ReadonlyArray<Claim> =>
  published.flatMap((note) => {
    const fault = faultOf(note)
    if (fault !== undefined) findings.add("published", fault)
    const checkpoint = parseCheckpoint(note)
    if (fault !== undefined || checkpoint === undefined) return []
    return [{ id: "published" as const, size: checkpoint.size, root: hex(checkpoint.root) }]
  })

const signedClaims = (
  between: ReturnType<typeof signedBetween>,
  faultOf: (note: string) => Broken | undefined,
  findings: Findings
) =>
  Effect.map(between, (rows) =>
    rows.map(({ size, root, note }): Claim => {
      const claim = { id: "signed" as const, size: Number(size), root: hex(root) }
      const said = parseCheckpoint(note)
      const fault = faultOf(note)
      if (fault !== undefined) findings.add("signed", { ...fault, seq: claim.size })
      else if (said?.size !== claim.size || hex(said.root) !== claim.root)
        findings.add("signed", {
          seq: claim.size,
          expected: `the checkpoint of ${said?.size} commits, root ${hex(said!.root)}`,
          found: `${claim.size} commits, root ${claim.root}`
        })
      return claim
    })
  )

const says: Readonly<Record<CheckId, string>> = {
  tree: "The stored nodes of the Merkle tree are those of the commits.",
  signed: "The log had the size and the root of each signed checkpoint.",
  published: "The published checkpoints are of this log, and it begins with each."
}

/** Claims about the part that is not read again: the stored nodes tell its roots. */
const compareEarlier = (comparison: TreeComparison, claims: ReadonlyArray<Claim>) =>
  Effect.forEach(
    claims,
    (claim) => Effect.map(treeOf(claim.size), ({ root }) => comparison.compare(claim, root)),
    { discard: true }
  )

const compareAll = (inputs: AuditInputs, findings: Findings) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const facts = yield* log
    const faultOf = (note: string) => faultIn(note, facts, inputs)
    const { since = 0 } = inputs
    // An end that is missing shows when everything is read.
    const start = since <= facts.size ? since : 0
    const comparison = new TreeComparison(findings, yield* frontierOf(start))
    const claimSigned = (after: number, upTo: number) =>
      Effect.map(signedClaims(signedBetween(sql, after, upTo), faultOf, findings), (claims) =>
        comparison.claim(claims)
      )
    const published = publishedClaims(inputs.published ?? [], faultOf, findings)
    yield* compareEarlier(
      comparison,
      published.filter(({ size }) => size < start)
    )
    comparison.claim(published.filter(({ size }) => size >= start))
    while (true) {
      const before = comparison.tree.size
      const rows = yield* pageAfter(sql, before)
      // A number or a commit that is missing is found by other checks; the tree ends there.
      const whole = rows.filter(({ leaf }) => leaf !== null)
      yield* claimSigned(before, before + whole.length)
      for (const { leaf } of whole) comparison.add(leaf!)
      comparison.compareNodes(yield* nodesIn(sql, comparison.complete), facts.last)
      if (whole.length < pageMax) break
    }
    yield* claimSigned(comparison.tree.size, Number.MAX_SAFE_INTEGER)
    comparison.end()
    const removed = yield* removedIn(published)
    if (removed !== undefined) findings.add("published", removed)
    if (comparison.nodes < facts.nodes)
      findings.add("tree", {
        expected: `${comparison.nodes} nodes`,
        found: `${facts.nodes}: some have no place in the tree`
      })
    return comparison.tree.size - start
  })

const unreadableTree = ({ message }: MissingHash) => ({
  _tag: "Unreadable" as const,
  broken: { expected: "a tree of the commits that were checked before", found: message }
})

export const walkTree = (inputs: AuditInputs): Checked<ReadonlyArray<AuditFinding>> =>
  Effect.gen(function* () {
    const findings = new Findings()
    const answer = yield* readable(compareAll(inputs, findings)).pipe(
      Effect.catchDefect((defect) =>
        defect instanceof MissingHash ? Effect.succeed(unreadableTree(defect)) : Effect.die(defect)
      )
    )
    const ids: ReadonlyArray<CheckId> =
      inputs.published === undefined ? ["tree", "signed"] : ["tree", "signed", "published"]
    return ids.map((id): AuditFinding => {
      const broken = answer._tag === "Unreadable" ? answer.broken : findings.broken[id]
      const examined = answer._tag === "Read" ? { examined: answer.value } : {}
      return { id, says: says[id], ...examined, broken }
    })
  })
