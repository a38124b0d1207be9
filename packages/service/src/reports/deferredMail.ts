/**
 * Mail that a mail server put off, or bounced softly. It is counted, and changes no verdict: the next attempt may succeed.
 *
 * A mailbox counts once a day. A mail server tries for days, and mail log, mail service and returned mail each tell of it; so
 * it does not matter how often an attempt is reported, and by whom.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { makeWriteTransaction } from "../platform/transaction.ts"

export interface Deferred {
  /** The digest (mailboxDigest.ts). */
  readonly mailbox: string
  /** Epoch milliseconds. */
  readonly at: number
}

export const recordDeferred = Effect.fnUntraced(function* (
  account: string,
  deferred: ReadonlyArray<Deferred>
) {
  if (deferred.length === 0) return
  const inTransaction = yield* makeWriteTransaction
  yield* inTransaction(
    SqlClient.SqlClient.use(
      (sql) => sql`
        insert into deferred_mail (account_id, mailbox, day)
        select distinct ${account}::uuid, decode(mailbox, 'hex'),
          (to_timestamp(millis / 1000) at time zone 'utc')::date
        from unnest(${deferred.map(({ mailbox }) => mailbox)}::text[],
          ${deferred.map(({ at }) => at)}::float8[]) given (mailbox, millis)
        order by 2, 3
        on conflict do nothing`
    )
  )
})

/** How much was put off since this day. `account` undefined: of all accounts. */
export const countDeferred = (account: string | undefined, since: string) =>
  SqlClient.SqlClient.use((sql) => {
    const whose = account === undefined ? sql`true` : sql`account_id = ${account}`
    return sql<{ readonly count: number }>`
      select count(*)::int as count from deferred_mail where ${whose} and day >= ${since}::date`
  }).pipe(Effect.map(([row]) => row!.count))

/** Returns how many there were. */
export const eraseDeferred = (account: string, mailbox: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      delete from deferred_mail where account_id = ${account} and mailbox = decode(${mailbox}, 'hex')
      returning 1`
  ).pipe(Effect.map((rows) => rows.length))
