/** When the guards of due rows are woken next, by whichever node asks first (probing/queue/wakeRound.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    create table wake_round (
      only_row boolean primary key default true check (only_row),
      next_at timestamptz not null default '-infinity'
    )`
  yield* sql`insert into wake_round default values`
})
