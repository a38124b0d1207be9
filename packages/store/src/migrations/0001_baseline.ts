/**
 * Streams, events, commits, commands and the ledger's rows; the order of the log, its Merkle tree and its projections.
 *
 * Facts are insert-only: a trigger refuses updates and deletes. `stream`, `account` and `hold` are derived from them, so
 * that a decision need not fold a million events; their CHECKs are the last line of defence.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { tableFunctions } from "../functions/tableFunctions.ts"

/** `partitionSize` (partitions.ts) when this was written. */
const partitionSize = 50_000_000

/** Tables whose rows are never changed or deleted. `commit_0`, `event_0` and `journal_0` are the first partitions. */
const insertOnly = [
  "commit",
  "commit_0",
  "event",
  "event_0",
  "journal",
  "journal_0",
  "command",
  "sealed",
  "log",
  "tree_node",
  "checkpoint",
  "cosignature"
]

/**
 * The log is partitioned by ranges of commit numbers, so that each index stays of a size that fits in memory, and an old
 * partition can be moved as a whole. No foreign key leads to a commit: each would cost a look-up and a row lock for every
 * event, and `rcpt ledger verify` checks the same references.
 */
const makeLog = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // One row for each append. The sequence draws one number at a time (CACHE 1): numbers that a session has cached
    // would be used out of order, and the sealed order is built on them. It is no identity, because a partition may
    // have one only since Postgres 17.
    yield* sql`create sequence es.commit_commit_id_seq`
    yield* sql`
      create table es.commit (
        commit_id bigint      not null default nextval('es.commit_commit_id_seq') primary key,
        at        timestamptz not null,
        events    int         not null check (events > 0),
        leaf      bytea       not null check (length(leaf) = 32)
      ) partition by range (commit_id)`
    yield* sql`alter sequence es.commit_commit_id_seq owned by es.commit.commit_id`

    // "data" is json, not jsonb: json keeps the exact text, which is what was hashed.
    yield* sql`
      create table es.event (
        commit_id bigint   not null,
        idx       int      not null,
        stream_id text     not null,
        version   bigint   not null check (version > 0),
        type      text     not null,
        v         smallint not null check (v > 0),
        data      json     not null,
        hash      bytea    not null check (length(hash) = 32),
        primary key (commit_id, idx)
      ) partition by range (commit_id)`

    // The kinds of postings are `postingRules` of the domain (postings.ts). "added" and "withdrawn" are adjustments
    // up and down; "returned" is a charge whose answer was lost.
    yield* sql`
      create type es.posting_kind as enum
        ('granted', 'added', 'withdrawn', 'held', 'charged', 'refunded', 'returned')`

    // The transfers of a commit are one row, because a commit writes them at once: with 64 clients that is 31 octets a
    // check in the WAL, and a row for each transfer takes 374. The n-th value of each array belongs to the n-th
    // transfer; a posting without a hold has a null. Double entry is structural: a transfer says which of seven postings
    // it is instead of the names of two ledger accounts, so no other can be written. The arrays stay in the row,
    // compressed.
    yield* sql`
      create table es.journal (
        commit_id  bigint            not null primary key,
        event_idxs int[]             not null,
        kinds      es.posting_kind[] not null,
        amounts    bigint[]          not null,
        accounts   uuid[]            not null,
        holds      uuid[]            not null,
        check (0 < all (amounts) and cardinality(amounts) > 0 and cardinality(event_idxs) = cardinality(amounts)
          and cardinality(kinds) = cardinality(amounts) and cardinality(accounts) = cardinality(amounts)
          and cardinality(holds) = cardinality(amounts))
      ) partition by range (commit_id)`
    for (const column of ["event_idxs", "kinds", "amounts", "accounts", "holds"])
      yield* sql.unsafe(`alter table es.journal alter ${column} set storage main`)
  })
)

const makeState = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // One row for each stream: its version and the head of its hash chain. Every append updates it, so a low fillfactor
    // keeps the new row version on the same page (HOT update, no index work).
    yield* sql`
      create table es.stream (
        stream_id text   primary key check (stream_id <> ''),
        version   bigint not null check (version >= 0),
        head_hash bytea  not null check (length(head_hash) = 32)
      ) with (fillfactor = 70)`

    // Executed commands: a repeated one returns its stored outcome, an altered one is refused.
    yield* sql`
      create table es.command (
        command_id   uuid   primary key,
        request_hash bytea  not null,
        commit_id    bigint not null,
        outcome      json   not null
      )`

    // Replies are written in the transaction of the command, read with it, and deleted when they are no longer needed.
    // Unlike events they may hold personal data, so Postgres keeps no samples of them in pg_statistic. They do not refer
    // to es.command, because replies to requests without an event are here too (replies.ts).
    yield* sql`
      create table es.reply (
        command_id uuid primary key,
        body       text not null check (body <> '')
      )`
    yield* sql`alter table es.reply alter body set statistics 0`

    // System accounts ("sys:issued", "sys:usage:…") have no balance row, so no append waits for its lock.
    yield* sql`
      create table es.account (
        account_id uuid   primary key,
        available  bigint not null check (available >= 0)
      ) with (fillfactor = 70)`

    // "commit_id" and "event_idx": the event that opened the hold; null is a hold that no event opened, which the audit
    // reports (I8). With them a view needs no index of every hold to tell what an entry is for.
    yield* sql`
      create table es.hold (
        hold_id    uuid   primary key,
        account_id uuid   not null,
        credits    bigint not null check (credits > 0),
        charged    bigint not null default 0 check (charged >= 0),
        refunded   bigint not null default 0 check (refunded >= 0),
        expires_at timestamptz,
        commit_id  bigint,
        event_idx  int,
        check (charged + refunded <= credits)
      ) with (fillfactor = 70)`
    yield* sql`
      create index hold_expiry on es.hold (expires_at)
      where charged + refunded < credits and expires_at is not null`
  })
)

const makeOrder = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // Readers of the log follow this table only. It is narrow and insert-only.
    yield* sql`
      create table es.sealed (
        seq       bigint      primary key check (seq > 0),
        commit_id bigint      not null unique,
        at        timestamptz not null default clock_timestamp()
      )`

    // The sealer's progress: the last number that it assigned, and the highest commit number that it has ever seen.
    yield* sql`
      create table es.head (
        one      boolean primary key default true check (one),
        seq      bigint  not null check (seq >= 0),
        max_seen bigint  not null check (max_seen >= 0)
      ) with (fillfactor = 50)`
    yield* sql`insert into es.head (seq, max_seen) values (0, 0)`

    // Commit numbers below "max_seen" that were not visible when they were skipped: their transaction was still open, or
    // had failed. "fence" is a transaction id drawn after the gap was seen, so it is above the id of every transaction
    // that can own the gap.
    yield* sql`create table es.gap (commit_id bigint primary key, fence xid8)`

    // The checkpoint of each asynchronous projection. A rebuild is another generation beside the live one. "epoch" grows
    // at every switch-over: a node that was frozen in between sees that the epoch has changed, and writes nothing.
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

    // A commit that a projection failed on is parked, so that the projection goes on. It is reported until it is applied,
    // and never skipped silently.
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
)

/**
 * The Merkle tree over the sealed order, and its signed checkpoints (tree/merkle.ts, tree/checkpoint.ts).
 *
 * The leaf of a commit is in its row. Of the nodes above, those are kept that are the roots of 256, 65,536 and so on
 * leaves: a proof reads a few hundred hashes, however long the log is.
 */
const makeTree = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // The id tells logs apart: the checkpoints of another database are not taken for those of this one.
    yield* sql`
      create table es.log (
        one    boolean primary key default true check (one),
        log_id uuid    not null default gen_random_uuid()
      )`
    yield* sql`insert into es.log default values`

    // "hash": the root of the 256 ^ level leaves from number idx × 256 ^ level on, counted from 0.
    yield* sql`
      create table es.tree_node (
        level smallint not null check (level > 0),
        idx   bigint   not null check (idx >= 0),
        hash  bytea    not null check (length(hash) = 32),
        primary key (level, idx)
      )`

    // "note": the checkpoint as it was signed and published.
    yield* sql`
      create table es.checkpoint (
        size bigint      primary key check (size > 0),
        root bytea       not null check (length(root) = 32),
        note text        not null,
        at   timestamptz not null default clock_timestamp()
      )`

    // Signatures that witnesses have added to checkpoints (tree/cosignature.ts). A checkpoint is never changed, so they
    // are beside it. "line": the answer of the witness, without the end of the line.
    yield* sql`
      create table es.cosignature (
        size   bigint      not null references es.checkpoint,
        name   text        not null check (name <> ''),
        key_id bytea       not null check (length(key_id) = 4),
        line   text        not null,
        at     timestamptz not null default clock_timestamp(),
        primary key (name, key_id, size)
      )`
    yield* sql`create index cosignature_size on es.cosignature (size)`
  })
)

/** The first partitions, from no lower bound on. Later ones are made by `es.make_partition`, which says why. */
const makeFirstPartitions = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    for (const table of ["commit", "event", "journal"])
      yield* sql.unsafe(
        `create table es.${table}_0 (like es.${table} including constraints including storage)`
      )
    yield* sql`
      create unique index event_0_stream_version on es.event_0
        (hashtextextended(stream_id, 0), hashtextextended(stream_id, 1), version)`
    yield* sql`alter table es.journal_0 set (toast_tuple_target = 128)`
    for (const table of ["commit", "event", "journal"])
      yield* sql.unsafe(`
        alter table es.${table} attach partition es.${table}_0 for values from (minvalue) to (${partitionSize})`)
  })
)

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create schema es`
  yield* makeLog
  yield* makeState
  yield* makeOrder
  yield* makeTree
  yield* makeFirstPartitions
  for (const definition of tableFunctions) yield* sql.unsafe(definition)

  for (const table of insertOnly)
    yield* sql.unsafe(`
      create trigger append_only before update or delete or truncate on es.${table}
      for each statement execute function es.refuse_change()`)

  // Each transfer as a row, with the names of the two accounts between which credits move.
  yield* sql`
    create view es.transfer as
    select j.commit_id, t.idx::int as idx, t.event_idx, es.debit_of(t.kind, t.account_id, t.hold_id) as debit,
      es.credit_of(t.kind, t.account_id, t.hold_id) as credit, t.amount, t.hold_id
    from es.journal j, unnest(j.event_idxs, j.kinds, j.amounts, j.accounts, j.holds) with ordinality
      as t (event_idx, kind, amount, account_id, hold_id, idx)`
  yield* sql`
    create trigger refuse_transfer instead of insert on es.transfer
    for each row execute function es.refuse_transfer()`

  yield* sql`select es.extend_partitions(${partitionSize})`
  // The index of streams is one of expressions, whose statistics come with those of the table: without them the plans of
  // the first minutes are guesses.
  for (const from of [0, partitionSize]) yield* sql.unsafe(`analyze es.event_${from}`)
})
