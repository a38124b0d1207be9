/** How far the mailbox of returned mail was read (feedback/bounceMailbox.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "mailbox": a hash of its host and name. "uid" is the last message that was read, of those of "uid_validity" (RFC 9051).
  yield* sql`
    create table bounce_mailbox (
      mailbox      text        primary key,
      uid_validity bigint      not null,
      uid          bigint      not null,
      read_at      timestamptz not null
    )`
})
