/**
 * A clock of the test's in a database: there `now()` is what the test says, for connections that are opened
 * afterwards.
 */
import { PgConnection } from "@effect/sql-pg"
import { Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "./freshDatabase.ts"

const run = (url: string, statements: ReadonlyArray<string>) =>
  PgConnection.make({ url: Redacted.make(asSuperuser(url)) }).pipe(
    Effect.flatMap((connection) =>
      Effect.forEach(statements, (statement) => connection.query(statement))
    ),
    Effect.scoped,
    Effect.orDie,
    Effect.asVoid
  )

/** `isStopped`: it stands still but for `advance`. Else it goes on by itself, too. */
export const install = (url: string, { isStopped }: { readonly isStopped: boolean }) =>
  run(url, [
    "create table test_clock (stopped_at timestamptz, advanced interval not null)",
    "grant select, update on test_clock to public",
    `insert into test_clock values (${isStopped ? "now()" : "null"}, interval '0')`,
    `create function public.now() returns timestamptz language sql stable as
      'select coalesce(stopped_at, pg_catalog.now()) + advanced from public.test_clock'`,
    // Defaults are bound to the function of their time.
    `do $$ declare one record; begin
      for one in select table_schema as s, table_name as t, column_name as c
        from information_schema.columns where column_default in ('now()', 'pg_catalog.now()')
      loop execute format('alter table %I.%I alter %I set default public.now()', one.s, one.t, one.c);
      end loop; end $$`,
    `alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`
  ])

export const advance = (duration: Duration.Input) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update test_clock
      set advanced = advanced + ${Duration.toMillis(duration)}::float8 * interval '1 millisecond'`
  ).pipe(Effect.orDie, Effect.asVoid)
