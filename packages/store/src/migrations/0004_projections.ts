/** How far each asynchronous projection has come, and the events that it could not take. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A rebuild is another generation beside the live one. "epoch" grows whenever somebody else takes
  // over: whoever was frozen in between finds that it is no longer his, and writes nothing.
  yield* sql`
    create table es.projection (
      name       text    not null,
      generation int     not null check (generation > 0),
      seq        bigint  not null default 0,
      epoch      bigint  not null default 0,
      live       boolean not null default false,
      primary key (name, generation)
    ) with (fillfactor = 50)`
  yield* sql`create unique index projection_live on es.projection (name) where live`

  // A commit that a projection failed on is put aside, so that the others go on, and reported until
  // it is taken: never skipped in silence.
  yield* sql`
    create table es.parked (
      name       text        not null,
      generation int         not null,
      seq        bigint      not null,
      failure    text        not null,
      attempts   int         not null default 1,
      since      timestamptz not null default now(),
      primary key (name, generation, seq),
      foreign key (name, generation) references es.projection on delete cascade
    )`
})
