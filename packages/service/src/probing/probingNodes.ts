/** Whether any node asks mail servers: without one, nodes of role `api` would wait for an answer in vain. */
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { nodeSilenceMax } from "../platform/nodeName.ts"
import { readTimeout } from "../platform/readTimeout.ts"

/** Between two questions to the database, however many probes are asked for. */
const knownFor = Duration.seconds(1)
const waitMax = Duration.seconds(1)

/** A database that does not answer proves nothing: then nodes are taken to be there. */
export const hasProbingNode: Effect.Effect<
  Effect.Effect<boolean>,
  never,
  SqlClient.SqlClient
> = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ readonly found: boolean }>`
    select exists (select from node where coalesce(role, 'all') <> 'api'
      and seen_at > now() - make_interval(secs => ${Duration.toSeconds(nodeSilenceMax)}::float8)
    ) as found`.pipe(
    Effect.map(([row]) => row?.found ?? true),
    readTimeout(waitMax),
    Effect.catchCause(() => Effect.succeed(true)),
    Effect.cachedWithTTL(knownFor)
  )
)
