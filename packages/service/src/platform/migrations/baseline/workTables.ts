/** Bulk jobs, the addresses that wait for a mail server, what nodes have learnt of mail servers, and the nodes. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Bulk jobs (jobs/*). The facts are events in `job-<job>`. Here are the rows, with the addresses that no event may hold,
 * and the current state of each job, so that a reader need not fold its stream.
 *
 * Every transaction that changes a job locks its row in `job` first: it is the job's only lock.
 */
const makeJobs = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // "version" is that of the job's stream. "records" counts all rows of the file, "total_rows" those with an address,
    // "distinct_rows" the different addresses. "tended_until": until then a node runs the job. "is_searchable": every
    // chunk of job_search has its statuses. "erasures" counts changes of the file, "erased_rows" rows that have a result
    // and no cells any more. "made_by" is the person who uploaded it, or "key_id" the API key; a list stays when they
    // leave or it is revoked, so neither refers to a row.
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
        erased_rows    int         not null default 0,
        erasures       int         not null default 0,
        made_by        uuid,
        key_id         uuid,
        check (processed_rows <= total_rows),
        check ((completed_at is not null) = (status in ('complete', 'failed', 'cancelled')))
      ) with (fillfactor = 50)`
    yield* sql`create index job_of_account on job (account_id, created_at desc, job_id desc)`
    yield* sql`create index job_unfinished on job (job_id) where completed_at is null`
    yield* sql`create index job_finished on job (completed_at) where completed_at is not null`
    yield* sql`create index job_unsearchable on job (job_id)
      where completed_at is not null and not is_searchable`

    // The upload, a thousand records per chunk, compressed (csv/CsvPart.ts). "to_verify": rows to verify, without blank
    // ones and repeats. "is_done": each of them is settled or waits for its mail server. "failures": leases in a row that
    // ended by themselves (probing/queue/suspicion.ts). "passed": parts of the chunk that went well since.
    yield* sql`
      create table job_chunk (
        job_id       uuid     not null,
        chunk_no     int      not null check (chunk_no >= 0),
        to_verify    int      not null check (to_verify >= 0),
        packed       bytea    not null,
        is_done      boolean  not null,
        lease        uuid,
        leased_until timestamptz,
        failures     smallint not null default 0,
        passed       smallint not null default 0,
        primary key (job_id, chunk_no)
      ) with (fillfactor = 80)`
    yield* sql`create index job_chunk_open on job_chunk (job_id, chunk_no) where not is_done`

    // How often the address of a row is repeated further down in the file.
    yield* sql`
      create table job_repeat (
        job_id    uuid not null,
        first_row int  not null check (first_row >= 0),
        repeats   int  not null check (repeats > 0),
        primary key (job_id, first_row)
      ) with (fillfactor = 80)`
  })
)

const makeResults = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // Results of verified rows; a repeat uses that of its first row. "result" is a packed ResultRow
    // (jobs/csv/ResultRow.ts); the address is only in the upload. "sub_status" is the one in "result", as a column that
    // can be counted. Rows of the sandbox cost nothing whatever their result is (I6), and count as no checks.
    yield* sql`
      create table job_result (
        job_id     uuid     not null,
        row_no     int      not null check (row_no >= 0),
        credits    smallint not null check (credits in (0, 1, 5)),
        status     text     not null check (status in ('valid', 'risky', 'invalid', 'unknown')),
        result     text     not null,
        is_sandbox boolean  not null default false,
        sub_status text,
        primary key (job_id, row_no)
      )`

    // Rows of a job by result, with repeats, counted when rows are settled (jobs/results/keepResults.ts). "sub_status" is
    // '' if there is none.
    yield* sql`
      create table job_facet (
        job_id     uuid not null references job on delete cascade,
        status     text not null,
        sub_status text not null,
        rows       int  not null check (rows > 0),
        primary key (job_id, status, sub_status)
      ) with (fillfactor = 50)`

    // For finding rows by a part of their address and by their status, a thousand at once (searchIndex.ts). "statuses" and
    // "facets" have one letter for each row: its status, and the place of its status and sub_status among those that the
    // job has (jobs/results/jobFacets.ts).
    yield* sql`
      create table job_search (
        job_id       uuid  not null,
        chunk_no     int   not null,
        addresses    text  not null,
        first_rows   int[] not null,
        statuses     text,
        valid_rows   int   not null default 0,
        risky_rows   int   not null default 0,
        invalid_rows int   not null default 0,
        unknown_rows int   not null default 0,
        facets       text,
        primary key (job_id, chunk_no)
      )`

    // Jobs whose rows are to be erased at "due_at": an upload that did not become a job ("due_at" is moved while the upload
    // runs), or a removed job. "is_all" false: a job that was ended early, of which only the rows in the probe queue are
    // erased.
    yield* sql`
      create table job_scraps (
        job_id uuid        primary key,
        due_at timestamptz not null,
        is_all boolean     not null
      )`
    yield* sql`create index job_scraps_due on job_scraps (due_at)`
  })
)

/** Rows of bulk jobs that wait for an SMTP session (probing/queue/ProbeQueue.ts). */
const makeProbeQueue = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // "due_at": when the row may be leased; the end of the lease for a leased row. So one index finds both due rows and
    // expired leases. "question" holds an address, and "memo" the evidence from before the row was queued
    // (jobs/actors/evidenceCodec.ts): personal data, which is here only while the row waits. "failures": leases in a row
    // that ended by themselves. A row is updated at every lease, so there is free space on its page and a frequent vacuum.
    yield* sql`
      create table probe_queue (
        job_id         uuid        not null,
        row_no         int         not null check (row_no >= 0),
        account_id     uuid        not null,
        mx_group       text        not null check (mx_group <> ''),
        egress         text        not null check (egress <> ''),
        due_at         timestamptz not null,
        question       jsonb       not null,
        attempts       smallint    not null default 0 check (attempts >= 0),
        first_asked_at timestamptz,
        lease          uuid,
        leased_by      text,
        memo           text,
        failures       smallint    not null default 0,
        primary key (job_id, row_no),
        check ((lease is null) = (leased_by is null))
      ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02)`

    // The accounts with rows in a queue, and the next rows of each.
    yield* sql`create index probe_queue_line
      on probe_queue (mx_group, egress, account_id, job_id, due_at, row_no)`

    // The queues, and when each has its next row.
    yield* sql`create index probe_queue_next on probe_queue (mx_group, egress, due_at)`

    // The rows that a node has leased.
    yield* sql`create index probe_queue_leased_by on probe_queue (leased_by)
      where leased_by is not null`

    // The rows on which the work broke off.
    yield* sql`create index probe_queue_suspect on probe_queue (mx_group, egress, failures, due_at)
      where failures > 0`

    // When the guards of due rows are woken next, by whichever node asks first (probing/queue/wakeRound.ts).
    yield* sql`
      create table wake_round (
        only_row boolean primary key default true check (only_row),
        next_at timestamptz not null default '-infinity'
      )`
    yield* sql`insert into wake_round default values`
  })
)

const makeKnowledge = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // Results of registries, so that a restart or another node does not query them again. "registered_at" is null if the
    // registry has no such domain, or no date for it.
    yield* sql`
      create table domain_age (
        domain        text        primary key check (domain <> ''),
        registered_at timestamptz,
        expires_at    timestamptz not null
      )`
    yield* sql`create index domain_age_expires_at on domain_age (expires_at)`

    // What SMTP sessions have shown about domains (probing/domains/DomainKnowledgePg.ts). "topic" has no list of values:
    // during a rolling update, newer nodes may write topics that older ones do not know.
    yield* sql`
      create table domain_knowledge (
        domain     text        not null check (domain <> ''),
        topic      text        not null check (topic <> ''),
        value      jsonb       not null,
        source     text        not null,
        learnt_at  timestamptz not null,
        expires_at timestamptz not null check (expires_at > learnt_at),
        primary key (domain, topic)
      )`
    yield* sql`create index domain_knowledge_expires_at on domain_knowledge (expires_at)`

    // The state of mail host guards. "pace" is for the next guard of the group and must survive a restart; "status" is
    // for operators. Neither contains an address.
    yield* sql`
      create table mx_guard (
        mx_group  text        not null check (mx_group <> ''),
        egress    text        not null check (egress <> ''),
        pace      jsonb,
        status    jsonb,
        node      text,
        shown_at  timestamptz not null,
        primary key (mx_group, egress)
      ) with (fillfactor = 80)`
  })
)

const makeNodes = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // The processes of the nodes that work on this database; each updates its row every few seconds. "untrusted_proxy" is
    // the address of a peer that names clients as a proxy does and is not trusted as one, as the node has seen it first
    // (http/middleware/untrustedProxy.ts). "clock_ahead_ms" compares its clock with the database's. "cluster_address" is
    // where the others reach it; "shards" and "actors" are how much of the cluster's work it has. "drain_asked_at": an
    // operator wants it to hand that work over; "drained_at": it had none left (operations/admin/draining.ts).
    yield* sql`
      create table node (
        name            text        primary key,
        started_at      timestamptz not null,
        seen_at         timestamptz not null,
        untrusted_proxy text,
        clock_ahead_ms  integer,
        role            text,
        version         text,
        cluster_address text,
        shards          integer,
        actors          integer,
        drain_asked_at  timestamptz,
        drained_at      timestamptz
      ) with (fillfactor = 50)`

    // One lease for everything that a process has taken (platform/NodeLease.ts). "is_ended": another node has found the
    // lease expired, or its holder has stopped; it stays so. "is_stopped": the holder has ended it itself, and so has
    // closed its conversations with mail servers.
    yield* sql`
      create table node_lease (
        holder     text        primary key,
        held_until timestamptz not null,
        is_ended   boolean     not null default false,
        is_stopped boolean     not null default false
      ) with (fillfactor = 50)`

    // How far the log was published to other systems: one row for each of their streams.
    yield* sql`
      create table relay_position (
        stream   text        primary key,
        seq      bigint      not null check (seq >= 0),
        moved_at timestamptz not null default clock_timestamp()
      )`

    // The oldest program that may run on these tables, by its last migrations. A migration that an older program cannot
    // live with raises it; all others leave it, so that nodes of two releases run beside each other while one after the
    // other is updated (platform/joining/mayJoin.ts).
    yield* sql`
      create table oldest_program (
        single boolean primary key default true check (single),
        service integer not null,
        store integer not null
      )`
    yield* sql`insert into oldest_program (service, store) values (1, 1)`
  })
)

export const makeWorkTables = Effect.all(
  [makeJobs, makeResults, makeProbeQueue, makeKnowledge, makeNodes],
  { discard: true }
)
