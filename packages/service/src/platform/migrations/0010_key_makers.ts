/** Keys that keys have made, which end with them (domain/AccountKeys.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default SqlClient.SqlClient.use(
  (sql) => sql`
    -- Null: a person or an operator made it, or a program that did not write it down.
    alter table api_key add column made_by_key uuid references api_key`
).pipe(Effect.asVoid)
