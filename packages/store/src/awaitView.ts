/**
 * Lets a request wait until a view shows what was just written, so that a caller reads its own
 * writes. It does not wait long: a projection that is further behind is read as it is.
 */
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { Projection } from "./Projection.ts"

/** A healthy projection is milliseconds behind; a request that reads a view has 3 s in total. */
const polls = Schedule.spaced("10 millis").pipe(Schedule.upTo({ duration: "1500 millis" }))

/** The current last commit of each stream; later ones are not waited for. */
const lastCommits = (streams: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly commitId: bigint }>`
      select last.commit_id as "commitId" from unnest(${streams}::text[]) as asked (stream),
        lateral (select commit_id from es.event where stream_id = stream
          order by version desc limit 1) last`
  ).pipe(Effect.map((rows) => rows.map(({ commitId }) => String(commitId))))

const hasApplied = ({ name }: Pick<Projection, "name">, commits: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly done: boolean }>`
      select coalesce(bool_and(coalesce(seq <= (
        select seq from es.projection where name = ${name} and live), false)), true) as done
      from unnest(${commits}::bigint[]) as asked (commit_id) left join es.sealed using (commit_id)`
  ).pipe(Effect.map(([row]) => row!.done))

/** Waits until the live view has applied all current events of the streams, for 1.5 s at most. */
export const awaitView = (
  projection: Pick<Projection, "name">,
  streams: ReadonlyArray<string>
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const commits = yield* lastCommits(streams)
    if (commits.length === 0) return
    yield* Effect.repeat(hasApplied(projection, commits), {
      until: (done) => done,
      schedule: polls
    })
  })
