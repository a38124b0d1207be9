/** The checkpoint of each asynchronous projection, and the commits that it failed on. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A rebuild is another generation beside the live one. "epoch" grows at every switch-over: a node
  // that was frozen in between sees that the epoch has changed, and writes nothing.
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

  // A commit that a projection failed on is parked, so that the projection goes on. It is reported
  // until it is applied and never skipped silently.
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
