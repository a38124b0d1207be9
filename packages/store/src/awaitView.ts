/**
 * Lets a request wait until a view shows what was just written, so that a caller reads its own
 * writes. It asks the projector of this node for a round, and does not wait long: a projection that is
 * further behind is read as it is.
 */
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { Hints } from "./Hints.ts"
import type { Projection } from "./Projection.ts"
import { whereStreamSql } from "./whereStream.ts"

/** A round takes milliseconds; a request that reads a view has 3 s in total. */
const waitMax = Duration.millis(1_500)

/** How often the view is looked at when the projector of another node works and gives no hint. */
const pollInterval = Duration.millis(25)

type View = Pick<Projection, "name">

/** The last commit of each stream that the live view has not applied; later ones are not waited for. */
const missingFrom = ({ name }: View, streams: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly commitId: bigint }>`
      select last.commit_id as "commitId" from unnest(${streams}::text[]) as asked (stream),
        lateral (select commit_id from es.event where ${sql.literal(whereStreamSql("stream"))}
          order by version desc limit 1) last
        left join es.sealed using (commit_id)
      where coalesce(seq > (select seq from es.projection where name = ${name} and live), true)`
  ).pipe(Effect.map((rows) => rows.map(({ commitId }) => String(commitId))))

const hasApplied = ({ name }: View, commits: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly done: boolean }>`
      select coalesce(bool_and(coalesce(seq <= (
        select seq from es.projection where name = ${name} and live), false)), true) as done
      from unnest(${commits}::bigint[]) as asked (commit_id) left join es.sealed using (commit_id)`
  ).pipe(Effect.map(([row]) => row!.done))

/** Waits until the live view has applied all current events of the streams, for 1.5 s at most. */
export const awaitView = (
  view: View,
  streams: ReadonlyArray<string>
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient | Hints> =>
  Effect.gen(function* () {
    const missing = yield* missingFrom(view, streams)
    if (missing.length === 0) return
    const { listen, notify } = yield* Hints
    const nextRound = listen("sealed")
    const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(waitMax)
    do {
      yield* notify("wanted")
      yield* nextRound(pollInterval)
      if (yield* hasApplied(view, missing)) return
    } while ((yield* Clock.currentTimeMillis) < deadline)
  })
