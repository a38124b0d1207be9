/**
 * Changes the role of a person, or removes them. Rows are locked before the account's stream, in the order in
 * which those take them who sign in or change a password.
 */
import * as AccountPeople from "@rcpt/domain/AccountPeople"
import type { Role } from "@rcpt/domain/Role"
import { Effect } from "effect"

import { WriteSql } from "../../platform/Database.ts"
import { record } from "../accountStream.ts"
import * as Revocations from "../Revocations.ts"
import { endSessions } from "../sessions/endSessions.ts"
import type { Holder } from "../sessions/Sessions.ts"

const lock = ({ accountId, personId }: Holder) =>
  WriteSql.use(
    (sql) => sql`
      select from person where account_id = ${accountId} and person_id = ${personId} for update`
  )

/** When it returns, every node knows the role. Keys keep what their maker was allowed when they were made. */
export const changeRole = Effect.fnUntraced(function* (person: Holder, role: Role) {
  const { accountId, personId } = person
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* lock(person)
    yield* record(accountId, AccountPeople.changeRole({ personId, role }))
    yield* sql`update person set role = ${role} where person_id = ${personId}`
    const sessions = yield* sql<{ readonly id: string }>`
      select session_id as id from session where person_id = ${personId}`
    yield* Revocations.publish(
      sql,
      sessions.map(({ id }) => id)
    )
  }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
  yield* Effect.sleep(Revocations.revocationWait)
})

/** When it returns, every node refuses their sessions. Their second factor goes with their row. */
export const removePerson = Effect.fnUntraced(function* (person: Holder) {
  const { accountId, personId } = person
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* lock(person)
    yield* record(accountId, AccountPeople.remove({ personId }))
    yield* endSessions(sql, accountId, sql`person_id = ${personId}`)
    yield* sql`delete from person where person_id = ${personId}`
  }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
  yield* Effect.sleep(Revocations.revocationWait)
})
