/**
 * Reads all events once, commit by commit, with one query. Its joins merge indexes that are in this order already, so it
 * needs no memory and no look-ups.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { whereStreamSql } from "../whereStream.ts"
import type { Checked } from "./readable.ts"

export interface LoggedEvent {
  readonly commitId: bigint
  readonly idx: number
  readonly stream: string
  readonly version: bigint
  readonly type: string
  readonly v: number
  readonly data: string
  /** The hash and the leaf are in hexadecimal. */
  readonly hash: string
  /** Microseconds since 2000, as Postgres sends a time. The columns of a commit are null if it is missing. */
  readonly at: Uint8Array | null
  readonly events: number | null
  readonly leaf: string | null
  /** Null: the commit is not in the log yet. */
  readonly seq: bigint | null
}

/** Events of 300 octets: some two megabytes. */
const pageMax = 5_000

/** The rows of one query, page by page, so that a table of any size takes no memory. */
interface Pages<Row> {
  readonly open: Checked<void>
  /** The next rows; an empty page is the end. */
  readonly next: Checked<ReadonlyArray<Row>>
  readonly close: Checked<void>
}

const run = (statement: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe(statement)).pipe(Effect.asVoid)

/** Runs within the transaction of the snapshot, where `cursor` is its name. */
const pagesOf = <Row extends object>(cursor: string, query: string): Pages<Row> => ({
  open: run(`declare ${cursor} no scroll cursor for ${query}`),
  // Not prepared: its columns are those of the cursor, which is another one next time.
  next: SqlClient.SqlClient.use(
    (sql) => sql.unsafe<Row>(`fetch ${pageMax} from ${cursor}`).unprepared
  ),
  close: run(`close ${cursor}`)
})

const columns = `e.commit_id as "commitId", e.idx, e.stream_id as stream, e.version, e.type, e.v,
    e.data::text as data, encode(e.hash, 'hex') as hash, timestamptz_send(c.at) as at, c.events,
    encode(c.leaf, 'hex') as leaf, s.seq`

const query = (from: bigint) => `
  select ${columns} from es.event e left join es.commit c using (commit_id) left join es.sealed s using (commit_id)
  where e.commit_id >= ${from} order by e.commit_id, e.idx`

/** The events of the commits from this number on. Only one may be open at a time. */
export const logFrom = (from: bigint): Pages<LoggedEvent> => pagesOf("rcpt_audit_log", query(from))

/** The last events of streams before these versions, from which an audit of a part goes on. */
export const eventsBefore = (
  first: ReadonlyArray<{ readonly stream: string; readonly version: number }>
): Checked<ReadonlyArray<LoggedEvent>> =>
  SqlClient.SqlClient.use(
    (sql) => sql<LoggedEvent>`
      select ${sql.literal(columns)} from unnest(${first.map(({ stream }) => stream)}::text[],
          ${first.map(({ version }) => version - 1)}::bigint[]) as asked (stream, before)
        join es.event e on ${sql.literal(whereStreamSql("stream"))} and version = before left join es.commit c using (commit_id)
        left join es.sealed s using (commit_id)`
  )

/** 2000-01-01 UTC in microseconds since 1970. */
const postgresEpoch = 946_684_800_000_000n

export const microsOf = (at: Uint8Array): number =>
  Number(Buffer.from(at.buffer, at.byteOffset, at.length).readBigInt64BE(0) + postgresEpoch)
