/**
 * Functions that the tables themselves rest on: triggers, the names of postings and partitions. The baseline makes
 * them before its triggers and views, so their names and arguments stay as they are.
 */

const refuseChange = `
create or replace function es.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of es.% are never changed or deleted', tg_table_name;
end $$`

/** The error is the one of an append that finds no partition (check_violation), so the append is repeated. */
const refuseTransfer = `
create or replace function es.refuse_transfer() returns trigger language plpgsql as $$
begin
  raise exception 'transfers are rows of es.journal' using errcode = 'check_violation';
end $$`

/** SQL for the names of ledger accounts; those of the system are whole names. */
const accountNames = {
  issued: "'sys:issued'",
  adjusted: "'sys:adjusted'",
  available: "'avail:' || account_id::text",
  hold: "'hold:' || hold_id::text",
  usage: "'sys:usage:' || account_id::text"
}
type LedgerAccount = keyof typeof accountNames

/**
 * The kinds of postings by the accounts that credits leave and reach. All SQL that tells kinds apart is written from
 * it; the values of the enum are in the baseline.
 */
export const postingKinds = {
  "issued available": "granted",
  "adjusted available": "added",
  "available adjusted": "withdrawn",
  "available hold": "held",
  "hold usage": "charged",
  "hold available": "refunded",
  "usage available": "returned"
} as const satisfies { readonly [_ in `${LedgerAccount} ${LedgerAccount}`]?: string }

const kinds = Object.entries(postingKinds).map(([accounts, kind]) => {
  const [debit, credit] = accounts.split(" ") as [LedgerAccount, LedgerAccount]
  return { kind, debit, credit }
})

/** The kinds of the postings from or to the accounts that are given. */
export const kindsOf = (accounts: {
  readonly debit?: ReadonlyArray<LedgerAccount>
  readonly credit?: ReadonlyArray<LedgerAccount>
}): ReadonlyArray<string> =>
  kinds
    .filter(({ debit }) => accounts.debit?.includes(debit) ?? true)
    .filter(({ credit }) => accounts.credit?.includes(credit) ?? true)
    .map(({ kind }) => kind)

const prefixOf = (account: LedgerAccount): string => accountNames[account].slice(1, 6)

/**
 * The kind of a posting, by as much of the two names as tells the kinds of accounts apart; null: there is no such
 * posting. The caller checks that the rest of the names is that of the accounts.
 */
const postingKindOf = `
create or replace function es.posting_kind_of(debit text, credit text) returns es.posting_kind
language sql immutable parallel safe as $$
  select case left(debit, 5) || ' ' || left(credit, 5)
${kinds
  .map(
    ({ kind, debit, credit }) =>
      `    when '${prefixOf(debit)} ${prefixOf(credit)}' then '${kind}'::es.posting_kind\n`
  )
  .join("")}  end
$$`

const debitOf = `
create or replace function es.debit_of(kind es.posting_kind, account_id uuid, hold_id uuid) returns text
language sql immutable parallel safe as $$
  select case kind
${kinds.map(({ kind, debit }) => `    when '${kind}' then ${accountNames[debit]}\n`).join("")}  end
$$`

const creditOf = `
create or replace function es.credit_of(kind es.posting_kind, account_id uuid, hold_id uuid) returns text
language sql immutable parallel safe as $$
  select case kind
${kinds
  .filter(({ credit }) => credit !== "available")
  .map(({ kind, credit }) => `    when '${kind}' then ${accountNames[credit]}\n`)
  .join("")}    else ${accountNames.available}
  end
$$`

/** The first commit number that has no partition. */
const partitionsEnd = `
create or replace function es.partitions_end() returns bigint language sql stable as $$
  select max(substring(pg_get_expr(relpartbound, c.oid) from 'TO \\(''(\\d+)''\\)')::bigint)
  from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'es.commit'::regclass
$$`

/**
 * A partition is named by its first commit number.
 *
 * The index of streams has two hashes of their name, 128 bits together, instead of the name: half of its size, and
 * 70 octets less of a check in the WAL. It is still unique: two streams that share both hashes are as likely as two
 * that share a UUID. A hash function of our own would be called for each event, and servers that follow FIPS 140
 * refuse MD5. The index is unique within a partition; over all of them a version exists once because `es.append`
 * counts under the lock of the stream, and the audit checks it.
 *
 * Rows of the journal are longer than 2 kB where checks share commits, and only then Postgres compresses values that
 * may stay in the row. With a target of 128 octets it compresses all of them, to a fifth.
 */
const makePartition = `
create or replace function es.make_partition(p_table text, p_from bigint, p_to bigint) returns void
language plpgsql as $$
declare
  v_name text := format('%s_%s', p_table, p_from);
begin
  execute format('create table es.%I (like es.%I including constraints including storage)', v_name, p_table);
  if p_table = 'event' then
    execute format('create unique index %I on es.%I '
      '(hashtextextended(stream_id, 0), hashtextextended(stream_id, 1), version)',
      v_name || '_stream_version', v_name);
  elsif p_table = 'journal' then
    execute format('alter table es.%I set (toast_tuple_target = 128)', v_name);
  end if;
  execute format('create trigger append_only before update or delete or truncate on es.%I '
    'for each statement execute function es.refuse_change()', v_name);
  execute format('alter table es.%I attach partition es.%I for values from (%s) to (%s)',
    p_table, v_name, p_from, p_to);
end $$`

/**
 * Makes partitions until a whole one is free beyond the last number drawn, and returns how many it made. Appends and
 * readers go on meanwhile: attaching shares the table with everything except other attaching. A caller that has to
 * wait for the tables gives up after 200 ms and comes again later.
 */
const extendPartitions = `
create or replace function es.extend_partitions(p_size bigint) returns int language plpgsql
set lock_timeout = '200ms' as $$
declare
  v_end bigint := es.partitions_end();
  v_last bigint := (select last_value from es.commit_commit_id_seq);
  v_to bigint;
  v_made int := 0;
begin
  if v_end - v_last > p_size then
    return 0;
  end if;
  lock table es.commit, es.event, es.journal in share update exclusive mode;
  loop
    v_end := es.partitions_end();
    v_last := (select last_value from es.commit_commit_id_seq);
    exit when v_end - v_last > p_size;
    v_to := (greatest(v_end, v_last) / p_size + 1) * p_size;
    perform es.make_partition(name, v_end, v_to)
      from unnest(array['commit', 'event', 'journal']) name;
    v_made := v_made + 1;
  end loop;
  return v_made;
end $$`

export const tableFunctions: ReadonlyArray<string> = [
  refuseChange,
  refuseTransfer,
  postingKindOf,
  debitOf,
  creditOf,
  partitionsEnd,
  makePartition,
  extendPartitions
]
