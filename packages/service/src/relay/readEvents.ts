/** The log as messages, from the database: for the command line, and for the relay how long the log is. */
import { commitsPerReadMax } from "@rcpt/store/EventStore"
import { readCommits } from "@rcpt/store/readCommits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { messagesOf } from "./eventMessage.ts"
import type { EventMessage } from "./eventMessage.ts"

/** The number of the last commit that readers see. */
export const headOfLog: Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient> =
  SqlClient.SqlClient.use((sql) => sql<{ readonly seq: bigint }>`select seq from es.head`).pipe(
    Effect.map(([row]) => Number(row!.seq))
  )

/** The events of the next commits after one, some 500 of them and none beyond `until`. Empty: no more. */
export const eventsAfter = (
  after: number,
  until: number
): Effect.Effect<ReadonlyArray<EventMessage>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.map(
    readCommits({ after, limit: Math.min(commitsPerReadMax, Math.max(0, until - after)) }),
    messagesOf
  )
