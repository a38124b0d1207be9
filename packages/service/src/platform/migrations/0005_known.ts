/** Earlier results of an account, found by address, so that they can be given again (jobs/knownResults.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Results that were checked since are given again in this job; null: every row is verified.
  yield* sql`alter table job add column known_since timestamptz`

  // The first octets of the HMAC of the address under the account's key, where the result may be given again. It goes
  // with the row, and when the address is erased.
  yield* sql`
    alter table job_result add column address bytea check (length(address) = 8)`
  yield* sql`create index job_result_address on job_result (address) where address is not null`
})
