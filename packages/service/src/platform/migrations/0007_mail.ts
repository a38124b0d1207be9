/** Mail that waits to be sent (mail/Outbox.ts), and what people choose about it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "browsers": families of browsers that the person has signed in with, of which there are few.
  yield* sql`
    alter table person
      add column browsers  text[] not null default '{}',
      add column language  text not null default 'en' check (language in ('en', 'de')),
      add column list_mail text not null default 'large' check (list_mail in ('always', 'large', 'never'))`

  // "mail_id": a UUIDv7, which is the Message-ID too. "facts": a list, with the newest first; "count" is of all that were
  // gathered. "is_open": no attempt has begun, so that more may be gathered. "token" is encrypted (SecretBox.ts), and null
  // once the message was sent. "lease" and "leased_by" are those of an attempt that is made now.
  yield* sql`
    create table mail_outbox (
      mail_id    uuid        primary key,
      account_id uuid        not null references account on delete cascade,
      person_id  uuid        references person on delete cascade,
      email      text        not null,
      language   text        not null check (language in ('en', 'de')),
      kind       text        not null,
      facts      jsonb       not null,
      count      int         not null default 1 check (count > 0),
      is_open    boolean     not null default false,
      page       text,
      token      bytea,
      state      text        not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
      attempts   int         not null default 0 check (attempts >= 0),
      due_at     timestamptz not null default now(),
      lease      uuid,
      leased_by  text,
      failure    text,
      created_at timestamptz not null default now(),
      sent_at    timestamptz,
      constraint mail_outbox_sent check ((state = 'sent') = (sent_at is not null)),
      constraint mail_outbox_ended check (state = 'waiting' or (token is null and lease is null))
    )`
  yield* sql`
    create unique index mail_outbox_open on mail_outbox (account_id, kind, lower(email)) where is_open`
  yield* sql`create index mail_outbox_due on mail_outbox (due_at) where state = 'waiting'`
  yield* sql`create index mail_outbox_leased on mail_outbox (leased_by) where lease is not null`
  yield* sql`create index mail_outbox_email on mail_outbox (lower(email), created_at)`
  yield* sql`create index mail_outbox_account_id on mail_outbox (account_id, created_at)`
  yield* sql`create index mail_outbox_person_id on mail_outbox (person_id)`
  yield* sql`create index mail_outbox_created_at on mail_outbox (created_at)`
  // What the owners of the service were told (mail/Outbox.ts): once, until it is over.
  yield* sql`
    create table told_notice (
      notice  text        primary key,
      seen_at timestamptz not null default now()
    )`
  // Addresses of people: Postgres would keep samples of them beyond the life of their rows.
  yield* sql`alter table mail_outbox alter email set statistics 0`
  yield* sql`alter table mail_outbox alter facts set statistics 0`
})
