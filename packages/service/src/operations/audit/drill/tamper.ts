/** What somebody with all rights on a database does to it: past the triggers, and with hashes that fit again. */
import * as chain from "@rcpt/store/chain"
import { EventStore } from "@rcpt/store/EventStore"
import { leafHash } from "@rcpt/store/tree/merkle"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

export type Change<R = SqlClient.SqlClient | EventStore> = Effect.Effect<unknown, unknown, R>

/** In one transaction, in which no trigger runs. */
export const past = (...changes: ReadonlyArray<Change>): Change =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.andThen(
        sql`set local session_replication_role = replica`,
        Effect.all(changes, { discard: true })
      )
    )
  )

export const statements = (...texts: ReadonlyArray<string>): Change =>
  SqlClient.SqlClient.use((sql) =>
    Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true })
  )

export const sql =
  (...texts: ReadonlyArray<string>) =>
  (): Change =>
    past(statements(...texts))

export const sealAll = EventStore.use(({ seal }) =>
  Effect.repeat(seal, { until: ({ sealed, gaps }) => sealed + gaps === 0 })
)

/** As if nothing had been signed yet. */
export const forgetTree = statements("delete from es.checkpoint", "delete from es.tree_node")

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

const microsOf = ({ version, atMicros, ...row }: Row) => ({
  ...row,
  version: Number(version),
  atMicros: Number(atMicros)
})

/**
 * What a forger does last: makes all hashes of streams fit again, their heads and the leaves of their commits.
 * `streams`: a condition in SQL; default: all. No trigger may run.
 */
export const rehash = (
  streams = "true"
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      const rows = yield* sql.unsafe<Row>(`
        select commit_id as "commitId", idx, stream_id as stream, version, type, v, data::text as data,
          (extract(epoch from at) * 1000000)::bigint as "atMicros"
        from es.event join es.commit using (commit_id) where ${streams} order by commit_id, idx`)
      const heads = new Map<string, Uint8Array>()
      for (const { commitId, idx, ...link } of rows.map(microsOf)) {
        const head = chain.hashOf(heads.get(link.stream) ?? chain.genesis, link)
        heads.set(link.stream, head)
        yield* sql`update es.event set hash = ${Buffer.from(head)} where commit_id = ${commitId} and idx = ${idx}`
      }
      for (const commitId of new Set(rows.map((row) => row.commitId))) {
        const events = yield* sql<{ readonly hash: Uint8Array }>`
          select hash from es.event where commit_id = ${commitId} order by idx`
        const leaf = leafHash(Buffer.concat(events.map(({ hash }) => hash)))
        yield* sql`
          update es.commit set leaf = ${Buffer.from(leaf)}, events = ${events.length}
          where commit_id = ${commitId}`
      }
      for (const [stream, head] of heads)
        yield* sql`update es.stream set head_hash = ${Buffer.from(head)} where stream_id = ${stream}`
    })
  )
