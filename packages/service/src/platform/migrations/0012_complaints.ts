/** Complaints of recipients, which an account reports beside deliveries and bounces. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table reported_mailbox drop constraint reported_mailbox_outcome_check,
      add constraint reported_mailbox_outcome_check
        check (outcome in ('delivered', 'bounced', 'complained'))`
  yield* sql`
    alter table outcome_month
      add column complained int not null default 0 check (complained >= 0)`
})
