/** Views of the log, the activity of accounts, reports about mail, and what webhooks are told. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sums by account: rows of the projections `usage`, `days` and `outcomes` (views/*). */
const makeSums = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // Checks per account and month.
    yield* sql`
      create table usage_month (
        generation int  not null,
        account_id uuid not null,
        month      date not null check (extract(day from month) = 1),
        single     int  not null default 0 check (single >= 0),
        bulk       int  not null default 0 check (bulk >= 0),
        api        int  not null default 0 check (api >= 0),
        public     int  not null default 0 check (public >= 0),
        primary key (generation, account_id, month)
      ) with (fillfactor = 70)`

    // Checks per account and day. "spent" may be below 0: a charge of yesterday can be reversed today.
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

    // Reports about mail, per account and month.
    yield* sql`
      create table outcome_month (
        generation int  not null,
        account_id uuid not null,
        month      date not null check (extract(day from month) = 1),
        delivered  int  not null check (delivered >= 0),
        bounced    int  not null check (bounced >= 0),
        correct    int  not null check (correct >= 0),
        wrong      int  not null check (wrong >= 0),
        primary key (generation, account_id, month)
      ) with (fillfactor = 70)`
  })
)

/** The ledger as its owner reads it: rows of the projection `ledger` (views/ledger/ledgerView.ts). */
const makeLedger = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    yield* sql`create type entry_type as enum ('grant', 'adjust', 'hold', 'charge', 'refund')`

    // What a commit did to an account: its entries in the order of their events, and the available credits after the last
    // of them. An amount is below zero only for an adjustment down. A row for each commit takes a tenth of the octets that
    // a row for each entry takes where checks share commits. Read by `entriesTable` (entryRows.ts).
    yield* sql`
      create table ledger_commit (
        generation int          not null,
        account_id uuid         not null,
        seq        bigint       not null,
        commit_id  bigint       not null,
        balance    bigint       not null,
        idxs       int[]        not null,
        types      entry_type[] not null,
        amounts    bigint[]     not null,
        holds      uuid[]       not null,
        primary key (generation, account_id, seq),
        check (cardinality(idxs) > 0 and cardinality(types) = cardinality(idxs)
          and cardinality(amounts) = cardinality(idxs) and cardinality(holds) = cardinality(idxs))
      )`
    // These types are few among millions of commits, and people filter by them.
    for (const type of ["grant", "adjust", "refund"])
      yield* sql.unsafe(`
        create index ledger_commit_${type} on ledger_commit (generation, account_id, seq)
        where '${type}' = any (types)`)

    // The commits that settle a hold later than in the one that opened it, which "es.hold" knows.
    yield* sql`
      create table ledger_settlement (
        generation int    not null,
        hold_id    uuid   not null,
        seq        bigint not null,
        primary key (generation, hold_id, seq)
      )`

    // The job of each hold that belongs to a job.
    yield* sql`
      create table ledger_job (
        generation int  not null,
        hold_id    uuid not null,
        job_id     uuid not null,
        primary key (generation, hold_id)
      )`

    // Sums of a calendar month (UTC), and the places in the log of its first and last entries.
    yield* sql`
      create table ledger_month (
        generation int    not null,
        account_id uuid   not null,
        month      date   not null check (extract(day from month) = 1),
        granted    bigint not null,
        adjusted   bigint not null,
        held       bigint not null,
        charged    bigint not null,
        refunded   bigint not null,
        first_seq  bigint not null,
        last_seq   bigint not null,
        primary key (generation, account_id, month)
      ) with (fillfactor = 70)`
  })
)

/**
 * What accounts report about mail to addresses that they had verified (feedback/*, reports/*). The reports are events in
 * `feedback-<account>`; addresses are here, as there, only as an HMAC under the account's key.
 */
const makeFeedback = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // Rows of the projection `checked` (views/checkedAddresses.ts): the last check of an address, alone or in a batch. Those of
    // lists are found in the list.
    yield* sql`
      create table checked_address (
        generation int         not null,
        account_id uuid        not null,
        digest     bytea       not null check (length(digest) = 16),
        hold_id    uuid        not null,
        checked_at timestamptz not null,
        primary key (generation, account_id, digest)
      ) with (fillfactor = 80)`
    yield* sql`create index checked_address_age on checked_address (checked_at)`

    // The last report about a mailbox, for the account's own later answers.
    yield* sql`
      create table reported_mailbox (
        account_id  uuid        not null references account on delete cascade,
        mailbox     bytea       not null check (length(mailbox) = 16),
        outcome     text        not null check (outcome in ('delivered', 'bounced')),
        at          timestamptz not null,
        reported_at timestamptz not null,
        expires_at  timestamptz not null check (expires_at > at),
        primary key (account_id, mailbox)
      )`
    yield* sql`create index reported_mailbox_expires_at on reported_mailbox (expires_at)`
  })
)

/**
 * What an account checked and asked in the last days (activity/*). A row of `activity` has no address in clear, only an
 * HMAC of its mailbox under the account's key; addresses and answers are encrypted in groups, each a row of
 * `activity_answers`, since alike answers take a tenth of the space together. They are written in groups, and lost in a
 * crash.
 */
const makeActivity = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // "id" is a UUIDv7, by whose time rows are listed and deleted: that of the hold for a check, so that ledger and
    // activity name it alike, and that of the request for others. "request_id" is null where it would be the same.
    yield* sql`
      create table activity (
        account_id  uuid     not null,
        id          uuid     not null,
        request_id  uuid,
        key_id      uuid,
        answers_id  uuid,
        millis      int      not null check (millis >= 0),
        credits     int      not null check (credits >= 0),
        http_status smallint,
        place       smallint,
        score       smallint,
        is_replay   boolean  not null,
        is_loose    boolean  not null,
        what        text     not null check (what in ('check', 'batch', 'batch_item', 'request')),
        method      text,
        route       text,
        mode        text,
        status      text,
        sub_status  text,
        code        text,
        mailbox     bytea    check (length(mailbox) = 16),
        suggested   bytea    check (length(suggested) = 16),
        primary key (account_id, id)
      )`
    yield* sql`create index activity_request on activity (request_id) where request_id is not null`
    yield* sql`create index activity_mailbox on activity (mailbox) where mailbox is not null`
    yield* sql`create index activity_suggested on activity (suggested) where suggested is not null`
    // Texts that are no plain address: an address that is to be erased may stand within one.
    yield* sql`create index activity_loose on activity (account_id, id) where is_loose`

    yield* sql`
      create table activity_answers (
        account_id uuid  not null,
        id         uuid  not null,
        sealed     bytea not null,
        primary key (account_id, id)
      )`
    // These octets look random, so compressing them gains nothing.
    yield* sql`alter table activity_answers alter sealed set storage external`

    // Checks of an account by hour, key and mode: what its rows of `activity` add up to, written with them, so that
    // neither a chart of hours nor one of keys reads each check. Lists are counted from their jobs. A row without a key is
    // of sessions of the dashboard.
    yield* sql`
      create table activity_hour (
        account_id uuid        not null,
        hour       timestamptz not null,
        key_id     uuid,
        mode       text        not null check (mode in ('fast', 'deep')),
        valid      int         not null check (valid >= 0),
        risky      int         not null check (risky >= 0),
        invalid    int         not null check (invalid >= 0),
        unknown    int         not null check (unknown >= 0),
        credits    bigint      not null check (credits >= 0),
        unique nulls not distinct (account_id, hour, key_id, mode)
      ) with (fillfactor = 50)`
  })
)

/** What webhooks are told of an account (webhooks/messageRows.ts); `GET /events/stream` and `rcpt listen` read it too. */
const makeMessages = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // "last_number" numbers the messages of an account without gaps, in the order of their commits: the row is locked
    // until then. "is_low": credits are below the threshold, so `credits.low` is not sent again; it is null until a node
    // has looked.
    yield* sql`
      create table message_feed (
        account_id  uuid   primary key references account,
        last_number bigint not null default 0,
        is_low      boolean
      ) with (fillfactor = 70)`

    // "message_id" and "body" are those of the deliveries. A body may hold the name of a file.
    yield* sql`
      create table account_message (
        account_id uuid        not null references account,
        number     bigint      not null,
        message_id uuid        not null unique,
        type       text        not null,
        body       text        not null,
        created_at timestamptz not null default now(),
        primary key (account_id, number)
      )`
    yield* sql`create index account_message_age on account_message (created_at)`
  })
)

/** Webhook endpoints of accounts (webhooks/*), and what was sent to them and answered, attempt by attempt. */
const makeWebhooks = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // The URL may hold a secret, so it is in no event. "secret" is encrypted (SecretBox.ts); the previous one signs too,
    // until "previous_until". "failing_since": since then it has accepted nothing. "place" is the order of an account's
    // endpoints: the first one is the oldest.
    yield* sql`
      create table webhook (
        account_id      uuid        not null references account,
        url             text        not null,
        secret          bytea       not null,
        previous_secret bytea,
        previous_until  timestamptz,
        failing_since   timestamptz,
        disabled_at     timestamptz,
        disabled_why    text        check (disabled_why in ('gone', 'failing', 'switched_off')),
        configured_at   timestamptz not null,
        endpoint_id     uuid        primary key,
        place           bigint      generated always as identity,
        description     text        not null default '',
        events          text[]      not null check (cardinality(events) > 0),
        check ((previous_secret is null) = (previous_until is null)),
        check ((disabled_at is null) = (disabled_why is null))
      )`
    yield* sql`create unique index webhook_of_account on webhook (account_id, place)`

    // "body": the same bytes are sent at every attempt. "due_at" of a pending row is when it may be sent. While a node
    // sends it, "lease" identifies the attempt, "leased_by" its holder, and "due_at" is the end of the lease. "failure":
    // the error of the last attempt, for people. "endpoint_id" is null if its endpoint was removed; the log stays as long
    // as it is kept.
    yield* sql`
      create table webhook_delivery (
        delivery_id     uuid        primary key,
        place           bigint      not null generated always as identity unique,
        account_id      uuid        not null references account,
        type            text        not null,
        job_id          uuid,
        body            text        not null,
        status          text        not null default 'pending'
          check (status in ('pending', 'delivered', 'failed')),
        attempts        int         not null default 0,
        due_at          timestamptz not null default now(),
        lease           uuid,
        last_attempt_at timestamptz,
        response_status int,
        failure         text,
        created_at      timestamptz not null default now(),
        leased_by       text,
        endpoint_id     uuid        references webhook on delete set null,
        check (lease is null or status = 'pending')
      ) with (fillfactor = 70)`
    yield* sql`create index webhook_delivery_waiting on webhook_delivery (endpoint_id, due_at, place)
      where status = 'pending'`
    yield* sql`create index webhook_delivery_in_order on webhook_delivery (endpoint_id, job_id, place)
      where status = 'pending' and job_id is not null`
    yield* sql`create index webhook_delivery_failed on webhook_delivery (endpoint_id, created_at, place)
      where status = 'failed'`
    yield* sql`create index webhook_delivery_of_removed on webhook_delivery (account_id, place desc)
      where endpoint_id is null`
    yield* sql`create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, place desc)`
    yield* sql`create index webhook_delivery_of_account on webhook_delivery (account_id, place desc)`
    yield* sql`create index webhook_delivery_age on webhook_delivery (created_at)`
    yield* sql`create index webhook_delivery_leased_by on webhook_delivery (leased_by)
      where lease is not null`

    // "request_headers" is JSON; it is null if nothing was sent. "response_body" is the first kilobyte.
    yield* sql`
      create table webhook_attempt (
        attempt_id      bigint      primary key generated always as identity,
        delivery_id     uuid        not null references webhook_delivery on delete cascade,
        began_at        timestamptz not null,
        duration_ms     int         not null,
        url             text        not null,
        request_headers text,
        response_status int,
        response_body   text,
        failure         text
      )`
    yield* sql`create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, attempt_id desc)`
  })
)

export const makeViewTables = Effect.all(
  [makeSums, makeLedger, makeFeedback, makeActivity, makeMessages, makeWebhooks],
  { discard: true }
)
