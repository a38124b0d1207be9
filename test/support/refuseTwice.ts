/** A database that is away for two tries of a transaction, at the row that a test chooses. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Rows of which `when` is true are refused twice, as by a Postgres that is starting (57P03). */
export const refuseTwice = (table: string, when: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // What a sequence has counted stays counted when its transaction is rolled back.
    yield* sql`create sequence refused`
    yield* sql`
      create function refuse_twice() returns trigger language plpgsql as $$ begin
        if nextval('refused') <= 2 then raise exception 'starting' using errcode = '57P03'; end if;
        return new; end $$`
    yield* sql.unsafe(`
      create trigger refuse_twice before insert or update on ${table} for each row
      when (${when}) execute function refuse_twice()`)
  })
