/** The first row of each of some addresses in a job, wherever in the file they are. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { chunkRecordsMax } from "../csv/limits.ts"
import type { JobRecord } from "../JobRecord.ts"
import { toSearchText } from "./searchIndex.ts"

/** Some 700 kB of addresses: a few milliseconds of the 2 s that a statement has, and as many here. */
const chunksPerStatement = 25

interface ChunkRow {
  readonly chunk: number
  readonly addresses: string
}

const spelled = (email: string): string => toSearchText(email.trim())

/** `undefined`: the job has no such address. Upper case and white space around it do not count. */
export const findAddresses = (
  { id, chunks }: JobRecord,
  emails: ReadonlyArray<string>
): Effect.Effect<(email: string) => number | undefined, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wanted = new Set(emails.map(spelled))
    const rows = new Map<string, number>()
    for (let from = 0; from < chunks && rows.size < wanted.size; from += chunksPerStatement) {
      const read = yield* sql<ChunkRow>`
        select chunk_no as chunk, addresses from job_search
        where job_id = ${id} and chunk_no >= ${from} and chunk_no < ${from + chunksPerStatement}
        order by chunk_no`
      for (const { chunk, addresses } of read)
        for (const [index, line] of addresses.split("\n").entries()) {
          const address = line.trim()
          if (wanted.has(address) && !rows.has(address))
            rows.set(address, chunk * chunkRecordsMax + index)
        }
    }
    return (email: string) => rows.get(spelled(email))
  }).pipe(Effect.orDie)
