/** Mail that a mail server put off (reports/deferredMail.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A mailbox counts once a day, because a server tries the same mail again for days. "mailbox" is as in reported_mailbox.
  yield* sql`
    create table deferred_mail (
      account_id uuid  not null references account on delete cascade,
      mailbox    bytea not null check (length(mailbox) = 16),
      day        date  not null,
      primary key (account_id, mailbox, day)
    )`
  yield* sql`create index deferred_mail_day on deferred_mail (day, account_id)`
})
