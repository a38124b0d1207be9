/**
 * Bulk jobs (jobs/*). The facts are events in `job-<job>`. Here are the rows, with the addresses that no
 * event may hold, and the current state of each job, so that a reader need not fold its stream.
 *
 * Every transaction that changes a job locks its row in `job` first: it is the job's only lock.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "version" is that of the job's stream. "records" counts all rows of the file, "total_rows" those
  // with an address, "distinct_rows" the different addresses. "tended_until": until then a node runs
  // the job. "is_searchable": every chunk of job_search has its statuses.
  yield* sql`
    create table job (
      job_id         uuid        primary key,
      account_id     uuid        not null references account,
      hold_id        uuid        not null unique,
      version        bigint      not null check (version > 0),
      filename       text        not null,
      mode           text        not null check (mode in ('fast', 'deep')),
      status         text        not null
        check (status in ('pending', 'processing', 'complete', 'failed', 'cancelled')),
      failure        text,
      columns        text[]      not null,
      email_column   int         not null check (email_column >= 0),
      width          int         not null,
      records        int         not null,
      chunks         int         not null,
      total_rows     int         not null check (total_rows > 0),
      distinct_rows  int         not null check (distinct_rows between 1 and total_rows),
      valid_rows     int         not null default 0 check (valid_rows >= 0),
      risky_rows     int         not null default 0 check (risky_rows >= 0),
      invalid_rows   int         not null default 0 check (invalid_rows >= 0),
      unknown_rows   int         not null default 0 check (unknown_rows >= 0),
      processed_rows int         not null
        generated always as (valid_rows + risky_rows + invalid_rows + unknown_rows) stored,
      credits        bigint      not null check (credits > 0),
      charged        bigint      not null default 0 check (charged between 0 and credits),
      created_at     timestamptz not null,
      started_at     timestamptz,
      completed_at   timestamptz,
      progressed_at  timestamptz not null default now(),
      tended_until   timestamptz not null default '-infinity',
      is_searchable  boolean     not null default false,
      check (processed_rows <= total_rows),
      check ((completed_at is not null) = (status in ('complete', 'failed', 'cancelled')))
    ) with (fillfactor = 50)`
  yield* sql`create index job_of_account on job (account_id, created_at desc, job_id desc)`
  yield* sql`create index job_unfinished on job (job_id) where completed_at is null`
  yield* sql`create index job_finished on job (completed_at) where completed_at is not null`
  yield* sql`create index job_unsearchable on job (job_id)
    where completed_at is not null and not is_searchable`

  // The upload, a thousand records per chunk, compressed (csv/CsvPart.ts). "to_verify": rows to verify,
  // without blank ones and repeats. "is_done": each of them is settled or waits for its mail server.
  yield* sql`
    create table job_chunk (
      job_id       uuid    not null,
      chunk_no     int     not null check (chunk_no >= 0),
      to_verify    int     not null check (to_verify >= 0),
      packed       bytea   not null,
      is_done      boolean not null,
      lease        uuid,
      leased_until timestamptz,
      primary key (job_id, chunk_no)
    ) with (fillfactor = 80)`
  yield* sql`alter table job_chunk alter packed set storage external`
  yield* sql`create index job_chunk_open on job_chunk (job_id, chunk_no) where not is_done`

  // How often the address of a row is repeated further down in the file.
  yield* sql`
    create table job_repeat (
      job_id    uuid not null,
      first_row int  not null check (first_row >= 0),
      repeats   int  not null check (repeats > 0),
      primary key (job_id, first_row)
    ) with (fillfactor = 80)`

  // Results of verified rows; a repeat uses that of its first row. "result" is a packed ResultRow
  // (jobs/csv/ResultRow.ts). The address is only in the upload.
  yield* sql`
    create table job_result (
      job_id  uuid     not null,
      row_no  int      not null check (row_no >= 0),
      credits smallint not null check (credits in (0, 1, 5)),
      status  text     not null check (status in ('valid', 'risky', 'invalid', 'unknown')),
      result  text     not null,
      primary key (job_id, row_no)
    )`

  // To find rows by a part of their address and by their status, a thousand at once (searchIndex.ts).
  yield* sql`
    create table job_search (
      job_id     uuid  not null,
      chunk_no   int   not null,
      addresses  text  not null,
      first_rows int[] not null,
      statuses   text,
      valid_rows   int not null default 0,
      risky_rows   int not null default 0,
      invalid_rows int not null default 0,
      unknown_rows int not null default 0,
      primary key (job_id, chunk_no)
    )`
  yield* sql`alter table job_search alter addresses set storage external`

  // Jobs whose rows are to be erased at "due_at": an upload that did not become a job ("due_at" is moved
  // while the upload runs), or a removed job. "is_all" false: a job that was ended early, of which only
  // the rows in the probe queue are erased.
  yield* sql`
    create table job_scraps (
      job_id uuid        primary key,
      due_at timestamptz not null,
      is_all boolean     not null
    )`
  yield* sql`create index job_scraps_due on job_scraps (due_at)`
})
