/** Lists that are checked again and again (schedules/). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "source" and "sink": their kinds and settings. Their secrets are encrypted (SecretBox.ts). "version": what was read of
  // the source, if each of its contacts has a result since. "written": changes up to this place are in the sink.
  // "removed_at": it is gone for the account, and its rows are erased.
  yield* sql`
    create table schedule (
      schedule_id       uuid        primary key,
      account_id        uuid        not null references account on delete cascade,
      name              text        not null,
      source            jsonb       not null,
      source_secret     bytea,
      sink              jsonb,
      sink_secret       bytea,
      every             text        not null,
      time_zone         text        not null,
      mode              text        not null,
      max_age           text        not null,
      credits_per_run   bigint,
      credits_per_month bigint,
      version           text,
      written           bigint      not null default 0,
      failures          int         not null default 0,
      paused_at         timestamptz,
      paused_reason     text,
      created_at        timestamptz not null default now(),
      removed_at        timestamptz,
      place             bigint      generated always as identity
    )`
  yield* sql`create index schedule_account_id on schedule (account_id, place)`
  yield* sql`create index schedule_removed_at on schedule (removed_at) where removed_at is not null`

  // A schedule has one run that has not ended: it waits for its time, or works. "planned_at": when it was due, which no
  // two of them have in common. "lease", "leased_by" and "due_at" are of the node that works on it. "stale_before":
  // results that are older were asked for again.
  yield* sql`
    create table schedule_run (
      run_id       uuid        primary key,
      schedule_id  uuid        not null references schedule on delete cascade,
      state        text        not null default 'waiting',
      planned_at   timestamptz not null,
      began_at     timestamptz,
      ended_at     timestamptz,
      job_id       uuid,
      contacts     int,
      checked      int,
      credits      bigint      not null default 0,
      changed      int         not null default 0,
      appeared     int         not null default 0,
      died         int         not null default 0,
      revived      int         not null default 0,
      turned_risky int         not null default 0,
      unfinished   int         not null default 0,
      version      text,
      stale_before timestamptz,
      attempts     int         not null default 0,
      reason       text,
      lease        uuid,
      leased_by    text,
      due_at       timestamptz not null,
      unique (schedule_id, planned_at)
    )`
  yield* sql`create unique index schedule_run_open on schedule_run (schedule_id) where ended_at is null`
  yield* sql`create index schedule_run_due on schedule_run (due_at) where ended_at is null`
  yield* sql`create index schedule_run_leased on schedule_run (leased_by) where lease is not null`
  yield* sql`create index schedule_run_listed on schedule_run (schedule_id, run_id)`
  yield* sql`create index schedule_run_ended_at on schedule_run (ended_at)`

  // "contact": 64 bits of the HMAC of its key and its address, "address": of the address alone, both under the account's
  // key. "seen_in": the run that has last seen it.
  yield* sql`
    create table schedule_contact (
      schedule_id uuid        not null references schedule,
      contact     bytea       not null,
      address     bytea       not null,
      status      text        not null,
      sub_status  text,
      checked_at  timestamptz not null,
      seen_in     uuid        not null,
      primary key (schedule_id, contact)
    )`
  yield* sql`create index schedule_contact_checked_at on schedule_contact (schedule_id, checked_at)`
  yield* sql`create index schedule_contact_address on schedule_contact (schedule_id, address)`

  yield* sql`
    create table schedule_change (
      place          bigint      generated always as identity primary key,
      schedule_id    uuid        not null references schedule,
      run_id         uuid        not null,
      key            text        not null,
      email          text        not null,
      status         text        not null,
      sub_status     text,
      recommendation text        not null,
      before         text,
      checked_at     timestamptz not null,
      created_at     timestamptz not null default now()
    )`
  yield* sql`create index schedule_change_run_id on schedule_change (run_id, place)`
  yield* sql`create index schedule_change_schedule_id on schedule_change (schedule_id, place)`
  yield* sql`create index schedule_change_created_at on schedule_change (created_at)`

  // Of a job that a schedule has made.
  yield* sql`alter table job add column schedule_id uuid`

  // Addresses of people: Postgres would keep samples of them beyond the life of their rows.
  yield* sql`alter table schedule_change alter key set statistics 0`
  yield* sql`alter table schedule_change alter email set statistics 0`
})
