/** Checks that each commit has all its events, in order, and that its leaf hash matches them. */
import { createHash } from "node:crypto"

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { hex } from "./AuditFinding.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"

/** With group commit each has up to a few hundred hashes of 32 octets: a few megabytes per page. */
const pageMax = 500

interface CommitRow {
  readonly commitId: bigint
  readonly events: number
  readonly leaf: Uint8Array
  readonly found: bigint
  readonly first: number | null
  readonly last: number | null
  /** The hashes of its events in order, concatenated; null when there are none. */
  readonly hashes: Uint8Array | null
}

const pageAfter = (sql: SqlClient.SqlClient, commitId: bigint) =>
  sql<CommitRow>`
    select c.commit_id as "commitId", c.events, c.leaf, e.*
    from (
      select commit_id, events, leaf from es.commit where commit_id > ${commitId}
      order by commit_id limit ${sql.literal(String(pageMax))}
    ) c cross join lateral (
      select count(*) as found, min(idx) as first, max(idx) as last,
        string_agg(hash, ''::bytea order by idx) as hashes
      from es.event where commit_id = c.commit_id
    ) e order by c.commit_id`

/** SHA-256(0x00 ‖ hashes of the events): a leaf as in RFC 6962 §2.1. */
const leafOf = (hashes: Uint8Array): string =>
  createHash("sha256").update(Uint8Array.of(0)).update(hashes).digest("hex")

const brokenIn = ({ commitId, events, leaf, found, first, last, hashes }: CommitRow) => {
  const place = { commitId: Number(commitId) }
  if (hashes === null || found !== BigInt(events))
    return { ...place, expected: `${events} events`, found: `${found}` }
  if (first !== 1 || last !== events)
    return {
      ...place,
      expected: `events 1 to ${events}`,
      found: `events from ${first} to ${last}`
    }
  const expected = leafOf(hashes)
  return expected === hex(leaf)
    ? undefined
    : { ...place, expected: `leaf ${expected}`, found: `leaf ${hex(leaf)}` }
}

export const walkCommits: Checked<AuditFinding> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let last = 0n
  let examined = 0
  let broken: Broken | undefined
  while (true) {
    const page = yield* readable(pageAfter(sql, last))
    if (page._tag === "Unreadable") {
      broken ??= page.broken
      break
    }
    const rows = page.value
    for (const row of rows) broken ??= brokenIn(row)
    examined += rows.length
    last = rows.at(-1)?.commitId ?? last
    if (rows.length < pageMax) break
  }
  const says = "A commit has the events that it was written with, and their leaf."
  return { id: "commits", says, examined, broken }
})
