/**
 * Tables for the dashboard: checks by day (rows of the projection `days`, views/days.ts), and the results
 * of each job, counted when rows are settled (jobs/results/keepResults.ts).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The results of existing jobs are all read once, which may take long.
  yield* sql`set local statement_timeout = 0`

  // "spent" may be below 0: a charge of yesterday can be reversed today.
  yield* sql`
    create table account_day (
      generation int    not null,
      account_id uuid   not null,
      day        date   not null,
      valid      int    not null check (valid >= 0),
      risky      int    not null check (risky >= 0),
      invalid    int    not null check (invalid >= 0),
      unknown    int    not null check (unknown >= 0),
      spent      bigint not null,
      primary key (generation, account_id, day)
    ) with (fillfactor = 70)`

  // Rows of a job by result, with repeats. "sub_status" is '' if there is none.
  yield* sql`
    create table job_facet (
      job_id     uuid not null references job on delete cascade,
      status     text not null,
      sub_status text not null,
      rows       int  not null check (rows > 0),
      primary key (job_id, status, sub_status)
    ) with (fillfactor = 50)`

  // The same as in "result", as a column that can be counted.
  yield* sql`alter table job_result add column sub_status text`
  yield* sql`update job_result set sub_status = result::json ->> 3 where status <> 'valid'`
  yield* sql`
    insert into job_facet (job_id, status, sub_status, rows)
    select r.job_id, r.status, coalesce(sub_status, ''), sum(1 + coalesce(repeats, 0))
    from job_result r join job using (job_id)
      left join job_repeat p on p.job_id = r.job_id and first_row = row_no
    group by 1, 2, 3`

  // One letter for each row, as in "statuses": the place of its status and sub_status among those that
  // the job has (jobs/results/jobFacets.ts).
  yield* sql`alter table job_search add column facets text`
  yield* sql`update job set is_searchable = false where is_searchable`
})
