/**
 * A moment of patience for readers of a view: whoever has just been told that something is done finds
 * it there, unless the projection is further behind than that.
 */
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { Projection } from "./Projection.ts"

const looks = Schedule.spaced("10 millis").pipe(Schedule.upTo({ duration: "250 millis" }))

/** The last commit of each stream: what comes while we wait is not waited for. */
const lastCommits = (streams: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly commitId: bigint }>`
      select last.commit_id as "commitId" from unnest(${streams}::text[]) as asked (stream),
        lateral (select commit_id from es.event where stream_id = stream
          order by version desc limit 1) last`
  ).pipe(Effect.map((rows) => rows.map(({ commitId }) => String(commitId))))

const hasTaken = ({ name }: Pick<Projection, "name">, commits: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly done: boolean }>`
      select coalesce(bool_and(coalesce(seq <= (
        select seq from es.projection where name = ${name} and live), false)), true) as done
      from unnest(${commits}::bigint[]) as asked (commit_id) left join es.sealed using (commit_id)`
  ).pipe(Effect.map(([row]) => row!.done))

/** Until the live view has what the streams hold now; never for long. */
export const awaitView = (
  projection: Pick<Projection, "name">,
  streams: ReadonlyArray<string>
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const commits = yield* lastCommits(streams)
    if (commits.length === 0) return
    yield* Effect.repeat(hasTaken(projection, commits), {
      until: (done) => done,
      schedule: looks
    })
  })
