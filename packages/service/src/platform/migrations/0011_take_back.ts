/** Links that take a change of the email back, and invitations whose link has gone by mail alone. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "email": of a link that takes a change back, the address from before. There is one for each change of the last week.
  yield* sql`
    alter table person_link drop constraint person_link_pkey, drop constraint person_link_hash_key,
      add primary key (hash), drop constraint person_link_purpose_check,
      add constraint person_link_purpose_check check (purpose in ('password', 'email', 'take_back'))`
  yield* sql`
    create unique index person_link_newest on person_link (person_id, purpose)
    where purpose <> 'take_back'`
  yield* sql`create index person_link_person_id on person_link (person_id)`

  // Whether nobody but the reader of the address has seen the link, so that who has it proves the address.
  yield* sql`alter table invitation add column by_mail boolean not null default false`
})
