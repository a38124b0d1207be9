/** What a forger does last: makes all hashes of the changed streams fit again, their heads and their commits' leaves. */
import * as chain from "@rcpt/store/chain"
import { leafHash } from "@rcpt/store/tree/merkle"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

interface Row {
  readonly commitId: bigint
  readonly idx: number
  readonly stream: string
  readonly version: bigint
  readonly type: string
  readonly v: number
  readonly data: string
  readonly atMicros: bigint
}

/** Of all streams. The transaction must be one in which no trigger runs. */
export const rehash = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    const rows = yield* sql<Row>`
      select commit_id as "commitId", idx, stream_id as stream, version, type, v, data::text as data,
        (extract(epoch from at) * 1000000)::bigint as "atMicros"
      from es.event join es.commit using (commit_id) order by commit_id, idx`
    const heads = new Map<string, Uint8Array>()
    const leaves = new Map<bigint, Array<Uint8Array>>()
    for (const { commitId, idx, ...row } of rows) {
      const link = { ...row, version: Number(row.version), atMicros: Number(row.atMicros) }
      const head = chain.hashOf(heads.get(row.stream) ?? chain.genesis, link)
      heads.set(row.stream, head)
      leaves.set(commitId, [...(leaves.get(commitId) ?? []), head])
      yield* sql`update es.event set hash = ${Buffer.from(head)} where commit_id = ${commitId} and idx = ${idx}`
    }
    for (const [commitId, hashes] of leaves)
      yield* sql`
        update es.commit set leaf = ${Buffer.from(leafHash(Buffer.concat(hashes)))}, events = ${hashes.length}
        where commit_id = ${commitId}`
    for (const [stream, head] of heads)
      yield* sql`update es.stream set head_hash = ${Buffer.from(head)} where stream_id = ${stream}`
  })
)
