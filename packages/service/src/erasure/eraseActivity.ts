/**
 * Erases a person from an account's activity: rows about their mailbox in any spelling, rows whose answer suggested it,
 * and rows of a text in which it stands. They go as a whole, with their part of the stored answers.
 */
import { Clock, Duration, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"

import { Activity } from "../activity/Activity.ts"
import { erasedAnswer, packAnswers, unpackAnswers } from "../activity/packAnswers.ts"
import { Config } from "../platform/Config.ts"
import type { SecretBox } from "../platform/SecretBox.ts"
import { mailboxDigest } from "../reports/mailboxDigest.ts"
import type { ErasedPerson } from "./ErasedPerson.ts"

/** Rows per statement, which may take 2 s. */
const rowsPerStatement = 500

const before = "00000000-0000-0000-0000-000000000000"

interface Found {
  readonly id: string
  readonly answersId: string | null
  readonly place: number | null
}

interface Owner {
  readonly account: string
  readonly addressKey: Uint8Array
}

const byDigest = ({ account, addressKey }: Owner, mailbox: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Found>`
      select id, answers_id as "answersId", place from activity
      where account_id = ${account} and id in (
        select id from activity where mailbox = decode(${mailboxDigest(addressKey, mailbox)}, 'hex')
        union
        select id from activity where suggested = decode(${mailboxDigest(addressKey, mailbox)}, 'hex'))
      order by id limit ${rowsPerStatement}`
  )

const looseAfter = (account: string, after: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Found>`
      select id, answers_id as "answersId", place from activity
      where account_id = ${account} and is_loose and id > ${after}
      order by id limit ${rowsPerStatement}`
  )

const readAnswers = Effect.fnUntraced(function* (box: SecretBox, account: string, id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly sealed: Uint8Array }>`
    select sealed from activity_answers where account_id = ${account} and id = ${id} for update`
  return row && { answers: unpackAnswers(box, account, row.sealed) }
})

/** Rows that cannot be read are deleted as a whole, because their content is unknown. */
const eraseAnswers = Effect.fnUntraced(function* (
  box: SecretBox,
  account: string,
  id: string,
  places: ReadonlySet<number | null>
) {
  const sql = yield* SqlClient.SqlClient
  const read = yield* readAnswers(box, account, id)
  const left = read?.answers?.map((kept, at) => (places.has(at) ? erasedAnswer : kept))
  if (left === undefined || left.every(({ email }) => email === ""))
    yield* sql`delete from activity_answers where account_id = ${account} and id = ${id}`
  else
    yield* sql`update activity_answers set sealed = ${packAnswers(box, account, left)}
      where account_id = ${account} and id = ${id}`
})

/** Deletes in one transaction, so that no row is left without its answer and no answer without its row. */
const eraseRows = Effect.fnUntraced(function* (
  box: SecretBox,
  account: string,
  rows: ReadonlyArray<Found>
) {
  const sql = yield* SqlClient.SqlClient
  const places = Map.groupBy(rows, ({ answersId }) => answersId)
  for (const [id, found] of places)
    if (id !== null) yield* eraseAnswers(box, account, id, new Set(found.map(({ place }) => place)))
  yield* sql`delete from activity where account_id = ${account}
    and id = any (${rows.map(({ id }) => id)}::uuid[])`
})

/** The rows of a page of loose rows that name the person or cannot be read. */
const naming = Effect.fnUntraced(function* (
  box: SecretBox,
  account: string,
  rows: ReadonlyArray<Found>,
  person: ErasedPerson
) {
  const opened = new Map<string, ReturnType<typeof unpackAnswers>>()
  for (const { answersId } of rows)
    if (answersId !== null && !opened.has(answersId))
      opened.set(answersId, (yield* readAnswers(box, account, answersId))?.answers)
  return rows.filter(({ answersId, place }) => {
    const kept = opened.get(answersId ?? "")?.[place ?? -1]
    return kept === undefined || person.isNamedBy(kept.email)
  })
})

/** Milliseconds in which the other processes have written what they noted, unless they cannot keep up. */
const writtenWithin = 1_500

/** Waits until checks from before `since` (epoch milliseconds) are in the tables. */
export const awaitActivity = Effect.fnUntraced(function* (since: number) {
  const { activityDays } = yield* Config
  if (activityDays === 0) return
  const own = yield* Effect.serviceOption(Activity)
  if (Option.isSome(own)) yield* own.value.flush
  const passed = (yield* Clock.currentTimeMillis) - since
  yield* Effect.sleep(Duration.millis(Math.max(0, writtenWithin - passed)))
})

/** Returns the number of rows that it has erased. */
export const eraseActivity = Effect.fnUntraced(function* (
  box: SecretBox,
  owner: Owner,
  person: ErasedPerson
) {
  const sql = yield* SqlClient.SqlClient
  const { account } = owner
  let erased = 0
  for (let more = true; more;) {
    const rows = yield* byDigest(owner, person.mailbox)
    if (rows.length > 0) yield* sql.withTransaction(eraseRows(box, account, rows))
    erased += rows.length
    more = rows.length === rowsPerStatement
  }
  for (let after = before, more = true; more;) {
    const rows = yield* looseAfter(account, after)
    const named = yield* naming(box, account, rows, person)
    if (named.length > 0) yield* sql.withTransaction(eraseRows(box, account, named))
    erased += named.length
    more = rows.length === rowsPerStatement
    after = rows.at(-1)?.id ?? after
  }
  return erased
})
