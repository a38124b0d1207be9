/**
 * A source that is a list of the account: the newest that was uploaded under a file name. Uploading the name again
 * replaces it. It is kept as long as a schedule reads it (jobs/jobSweeper.ts).
 */
import type { SourceSettings } from "@rcpt/api/scheduleKinds"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"

import { rowsToVerify } from "../../jobs/csv/CsvPart.ts"
import { Uploads } from "../../jobs/Uploads.ts"
import { SourceFailed } from "./Adapter.ts"
import type { SourceAdapter } from "./Adapter.ts"

interface Uploaded {
  readonly id: string
  readonly emailColumn: number
  readonly chunks: number
}

/** Lists of schedules have only what was due. What was not verified of a cancelled list is forgotten. */
const newest = (account: string, name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Uploaded>`
      select job_id as id, email_column as "emailColumn", chunks from job
      where account_id = ${account} and filename = ${name} and schedule_id is null
        and status in ('pending', 'processing', 'complete')
      order by created_at desc limit 1`
  ).pipe(Effect.orDie)

const missing = (name: string) =>
  new SourceFailed({
    code: "bad_settings",
    sentence: `The account has no list named ${JSON.stringify(name)}: upload it again, under the same name.`,
    mayHelp: false
  })

const unreadable = new SourceFailed({
  code: "bad_answer",
  sentence: "The list can no longer be read: upload it again, under the same name.",
  mayHelp: false
})

export const listSource: Effect.Effect<
  SourceAdapter<SourceSettings["list"]>,
  never,
  SqlClient.SqlClient | Uploads
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { readChunk } = yield* Uploads
  const contactsOf = (list: Uploaded) =>
    Stream.range(0, list.chunks - 1).pipe(
      Stream.rechunk(1),
      Stream.mapEffect((number) => readChunk(list, number)),
      Stream.map((chunk) =>
        rowsToVerify(chunk).flatMap(([, email]) =>
          email === "" ? [] : [{ key: email.trim().toLowerCase(), email }]
        )
      ),
      Stream.mapError(() => unreadable)
    )
  return {
    open: ({ account, settings: { list: name } }) => ({
      read: Effect.fnUntraced(function* (before) {
        const [list] = yield* Effect.provideService(newest(account, name), SqlClient.SqlClient, sql)
        if (list === undefined) return yield* missing(name)
        return list.id === before
          ? { isUnchanged: true }
          : { isUnchanged: false, version: list.id, contacts: contactsOf(list) }
      })
    })
  }
})
