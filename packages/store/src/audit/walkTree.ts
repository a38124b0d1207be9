/**
 * Computes the Merkle tree of the log anew, from the leaves of its commits, and compares with it: the nodes
 * that are stored, the checkpoints that were signed, and those that somebody has kept elsewhere. Only the
 * last show that a log which is consistent in itself is not the one that was signed.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { originOf } from "../tree/certify.ts"
import { isSignedBy, parseCheckpoint } from "../tree/checkpoint.ts"
import type { Verifier } from "../tree/checkpoint.ts"
import { Frontier } from "../tree/Frontier.ts"
import type { Subtree } from "../tree/merkle.ts"
import { hex } from "./AuditFinding.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"

/** Commits per page: 16 nodes of the lowest stored level. */
const pageMax = 4_096

/** Of the stored levels: 256 hashes are one of the next. */
const tileHeight = 8

/** What the ledger is compared with, from outside the database. */
export interface Evidence {
  /** Notes of checkpoints, as they were published. */
  readonly published?: ReadonlyArray<string>
  /** Keys of which one must have signed each checkpoint; none: signatures are not checked. */
  readonly verifiers?: ReadonlyArray<Verifier>
}

type CheckId = "tree" | "signed" | "published"

interface LogRow {
  readonly seq: bigint
  readonly leaf: Uint8Array | null
}

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

const log: Checked<{ readonly origin: string; readonly nodes: number; readonly last: number }> =
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly id: string; readonly nodes: bigint; readonly last: bigint }>`
      select log_id as id, (select count(*) from es.tree_node) as nodes,
        (select coalesce(max(size), 0) from es.checkpoint) as last from es.log`
  ).pipe(
    Effect.map(([row]) => ({
      origin: originOf(row?.id ?? "none"),
      nodes: Number(row?.nodes ?? 0),
      last: Number(row?.last ?? 0)
    }))
  )

const signed = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly size: bigint; readonly root: Uint8Array; readonly note: string }>`
    select size, root, note from es.checkpoint order by size`
)

/** The first contradiction of each check. */
class Findings {
  readonly broken: Partial<Record<CheckId, Broken>> = {}

  add(id: CheckId, broken: Broken): void {
    this.broken[id] ??= broken
  }
}

/** What is wrong with a note, whatever the log is. */
const faultIn = (
  note: string,
  { origin }: { readonly origin: string },
  { verifiers = [] }: Evidence
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

const signedClaims = (faultOf: (note: string) => Broken | undefined, findings: Findings) =>
  Effect.map(signed, (rows) =>
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

/** Compares the tree with what is claimed of it, as it grows. */
class Comparison {
  readonly tree = new Frontier()
  readonly #claims: ReadonlyMap<number, ReadonlyArray<Claim>>
  readonly #findings: Findings
  /** Stored nodes that have a place in the tree. */
  nodes = 0
  complete: Array<Subtree & { readonly hash: Uint8Array }> = []

  constructor(claims: ReadonlyArray<Claim>, findings: Findings) {
    this.#claims = Map.groupBy(claims, ({ size }) => size)
    this.#findings = findings
  }

  add(leaf: Uint8Array): void {
    for (const subtree of this.tree.add(leaf))
      if (subtree.height > 0 && subtree.height % tileHeight === 0) this.complete.push(subtree)
    const { size } = this.tree
    for (const { id, root } of this.#claims.get(size) ?? []) {
      const found = hex(this.tree.root)
      if (root !== found)
        this.#findings.add(id, { seq: size, expected: `root ${root}`, found: `root ${found}` })
    }
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

const says: Readonly<Record<CheckId, string>> = {
  tree: "The stored nodes of the Merkle tree are those of the commits.",
  signed: "The log had the size and the root of each signed checkpoint.",
  published: "The published checkpoints are of this log, and it begins with each."
}

const compareAll = (evidence: Evidence, findings: Findings) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const facts = yield* log
    const faultOf = (note: string) => faultIn(note, facts, evidence)
    const comparison = new Comparison(
      [
        ...(yield* signedClaims(faultOf, findings)),
        ...publishedClaims(evidence.published ?? [], faultOf, findings)
      ],
      findings
    )
    while (true) {
      const rows = yield* pageAfter(sql, comparison.tree.size)
      // A number or a commit that is missing is found by other checks; the tree ends there.
      const whole = rows.filter(({ leaf }) => leaf !== null)
      for (const { leaf } of whole) comparison.add(leaf!)
      comparison.compareNodes(yield* nodesIn(sql, comparison.complete), facts.last)
      if (whole.length < pageMax) break
    }
    comparison.end()
    if (comparison.nodes < facts.nodes)
      findings.add("tree", {
        expected: `${comparison.nodes} nodes`,
        found: `${facts.nodes}: some have no place in the tree`
      })
    return comparison.tree.size
  })

export const walkTree = (evidence: Evidence): Checked<ReadonlyArray<AuditFinding>> =>
  Effect.gen(function* () {
    const findings = new Findings()
    const answer = yield* readable(compareAll(evidence, findings))
    const ids: ReadonlyArray<CheckId> =
      evidence.published === undefined ? ["tree", "signed"] : ["tree", "signed", "published"]
    return ids.map((id): AuditFinding => {
      const broken = answer._tag === "Unreadable" ? answer.broken : findings.broken[id]
      const examined = answer._tag === "Read" ? { examined: answer.value } : {}
      return { id, says: says[id], ...examined, broken }
    })
  })
