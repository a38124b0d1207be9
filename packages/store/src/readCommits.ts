/** Reads the events of the whole log, commit by commit, and rows of events in general. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError, Statement } from "effect/sql"

import { eventsPerLogReadMax } from "./EventStore.ts"
import type { SealedCommit, StoredEvent } from "./EventStore.ts"

export interface EventRow extends Omit<StoredEvent, "version" | "commitId" | "atMicros"> {
  readonly version: bigint
  readonly commitId: bigint
  readonly atMicros: bigint
}

/** The columns of `EventRow`, read from an event `e` and its commit `c`. */
export const eventColumns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`e.stream_id as stream, e.version, e.type, e.v,
    e.data::text as data, e.hash, e.commit_id as "commitId",
    (extract(epoch from c.at) * 1000000)::bigint as "atMicros"`)

export const toEvent = ({ version, commitId, atMicros, ...row }: EventRow): StoredEvent => ({
  ...row,
  version: Number(version),
  commitId: Number(commitId),
  atMicros: Number(atMicros)
})

type LogRow = EventRow & { readonly seq: bigint }

/**
 * The next commits of the log, at most `limit` and some `eventsPerLogReadMax` events. Each is looked up by
 * its number ("offset 0" keeps the planner from joining in another way): the planner does not know that
 * this touches a single partition, and reads whole ones instead.
 */
export const readCommits = ({
  after,
  limit
}: {
  readonly after: number
  readonly limit: number
}): Effect.Effect<ReadonlyArray<SealedCommit>, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<LogRow>`
      select c.seq, ${eventColumns(sql)}
      from (
        select seq, commit_id, at, sum(events) over (order by seq) - events as before
        from (
          select seq, commit_id from es.sealed where seq > ${after}
          order by seq limit ${limit}
        ) page cross join lateral (
          select at, events from es.commit where commit_id = page.commit_id offset 0
        ) its
      ) c cross join lateral (select * from es.event where commit_id = c.commit_id offset 0) e
      where c.before < ${eventsPerLogReadMax}
      order by c.seq, e.idx`
  ).pipe(Effect.map(byCommit))

const byCommit = (rows: ReadonlyArray<LogRow>): ReadonlyArray<SealedCommit> => {
  const commits: Array<{ seq: number; commitId: number; events: Array<StoredEvent> }> = []
  for (const { seq, ...row } of rows) {
    const event = toEvent(row)
    const last = commits.at(-1)
    if (last?.seq === Number(seq)) last.events.push(event)
    else commits.push({ seq: Number(seq), commitId: event.commitId, events: [event] })
  }
  return commits
}
