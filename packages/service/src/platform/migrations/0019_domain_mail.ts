/** Reports on mail to catch-all domains, by domain. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // An HMAC under a key of the service (reports/domainMail.ts), so that reports of several accounts can be counted. Null: the
  // domain was not known to take every name, or an older program has written the row.
  yield* sql`
    alter table reported_mailbox add column domain bytea check (length(domain) = 16)`
  yield* sql`
    create index reported_mailbox_domain on reported_mailbox (domain, account_id, expires_at)
    include (outcome) where domain is not null`
})
