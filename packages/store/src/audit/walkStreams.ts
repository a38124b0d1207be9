/**
 * Checks all events, stream by stream: versions without gaps, the hash chain, and the order in the
 * log. One pass for all three, page by page: a large store costs time, not memory.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { genesis, hashOf } from "../chain.ts"
import { hex } from "./AuditFinding.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"

/** Events of 300 octets: less than a megabyte. */
const pageMax = 2_000

interface EventRow {
  readonly stream: string
  readonly version: bigint
  readonly type: string
  readonly v: number
  readonly data: string
  readonly hash: Uint8Array
  readonly commitId: bigint
  /** Null: its commit is missing. */
  readonly atMicros: bigint | null
  /** Null: not in the log yet. */
  readonly seq: bigint | null
}

/**
 * Keyset pagination along the indexes of (stream, version), one for each partition; a version that is in
 * two of them is in two rows. Commits are looked up one by one, as in `readCommits`.
 */
const pageAfter = (sql: SqlClient.SqlClient, { stream, version, commitId }: Predecessor) =>
  sql<EventRow>`
    select e.stream as stream, e.version, e.type, e.v, e.data, e.hash, e.commit_id as "commitId",
      (extract(epoch from c.at) * 1000000)::bigint as "atMicros", s.seq
    from (
      select stream_id as stream, version, type, v, data::text as data, hash, commit_id
      from es.event where (stream_id, version) >= (${stream}, ${version})
        and (stream_id, version, commit_id) > (${stream}, ${version}, ${commitId})
      order by stream_id, version, commit_id limit ${sql.literal(String(pageMax))}
    ) e left join lateral (select at from es.commit where commit_id = e.commit_id offset 0) c on true
      left join lateral (select seq from es.sealed where commit_id = e.commit_id offset 0) s on true
    order by e.stream, e.version, e.commit_id`

interface WalkState {
  events: number
  versions?: Broken
  chain?: Broken
  order?: Broken
}

/** The previous event of the stream, or the start of the stream. */
interface Predecessor {
  readonly stream: string
  readonly version: bigint
  readonly hash: Uint8Array
  readonly commitId: bigint
  readonly seq: bigint | null
}

const startOf = (stream: string): Predecessor => ({
  stream,
  version: 0n,
  hash: genesis,
  commitId: 0n,
  seq: 0n
})

const placeOf = ({ stream, version, commitId }: Predecessor) => ({
  stream,
  version: Number(version),
  commitId: Number(commitId)
})

const checkVersion = (before: Predecessor, row: EventRow): Broken | undefined =>
  row.version === before.version + 1n
    ? undefined
    : {
        ...placeOf(row),
        expected: `version ${before.version + 1n}`,
        found: `version ${row.version}`
      }

const checkHash = (before: Predecessor, row: EventRow): Broken | undefined => {
  if (row.atMicros === null)
    return { ...placeOf(row), expected: "its commit, whose time is hashed", found: "none" }
  const link = { ...row, version: Number(row.version), atMicros: Number(row.atMicros) }
  const expected = hex(hashOf(before.hash, link))
  const found = hex(row.hash)
  return expected === found
    ? undefined
    : { ...placeOf(row), expected: `hash ${expected}`, found: `hash ${found}` }
}

/** Commits of one stream have log positions in the stream's order; the last may not have one yet. */
const checkOrder = (before: Predecessor, row: EventRow): Broken | undefined => {
  if (row.seq === null || (before.seq !== null && row.seq >= before.seq)) return undefined
  const place = { ...placeOf(row), seq: Number(row.seq) }
  return before.seq === null
    ? { ...place, expected: `a number for commit ${before.commitId} first`, found: "none" }
    : { ...place, expected: `a number from ${before.seq} on`, found: String(row.seq) }
}

const checkEvent = (walk: WalkState, before: Predecessor, row: EventRow): void => {
  walk.events++
  const versions = walk.versions ?? checkVersion(before, row)
  const chain = walk.chain ?? checkHash(before, row)
  const order = walk.order ?? checkOrder(before, row)
  Object.assign(walk, { versions, chain, order })
}

/** From here on nothing is known. */
const endAt = (walk: WalkState, broken: Broken): void => {
  const { versions = broken, chain = broken, order = broken } = walk
  Object.assign(walk, { versions, chain, order })
}

export const walkStreams: Checked<ReadonlyArray<AuditFinding>> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const walk: WalkState = { events: 0 }
  let before = startOf("")
  while (true) {
    const page = yield* readable(pageAfter(sql, before))
    if (page._tag === "Unreadable") {
      endAt(walk, page.broken)
      break
    }
    const rows = page.value
    for (const row of rows) {
      checkEvent(walk, row.stream === before.stream ? before : startOf(row.stream), row)
      before = row
    }
    if (rows.length < pageMax) break
  }
  const { events: examined, versions, chain, order } = walk
  return [
    {
      id: "versions",
      says: "The versions of a stream are 1, 2, 3 …, none left out.",
      examined,
      broken: versions
    },
    {
      id: "chain",
      says: "Every event carries the hash of all that came before it.",
      examined,
      broken: chain
    },
    {
      id: "order",
      says: "The log keeps every stream in its own order.",
      examined,
      broken: order
    }
  ]
})
