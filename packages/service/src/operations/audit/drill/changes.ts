/**
 * 24 ways to change a ledger for somebody with all rights on its database, up to changes that leave it consistent
 * in itself. Each has the checks of the audit that name it.
 */
import { randomUUIDv7 } from "node:crypto"

import type { EventStore } from "@rcpt/store/EventStore"
import { certify } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import * as commands from "../../../ledger/commands.ts"
import * as Ledger from "../../../ledger/Ledger.ts"
import { forgetTree, past, rehash, sealAll, sql, statements } from "./tamper.ts"
import type { Change } from "./tamper.ts"

/** What is known of a ledger before it is changed. */
export interface KnownLedger {
  /** The account that is changed. */
  readonly account: string
  /** The name of the log in its checkpoints. */
  readonly origin: string
}

export interface Tampering<Known = KnownLedger> {
  readonly name: string
  readonly change: (known: Known) => Change<SqlClient.SqlClient | EventStore | Ledger.Ledger>
  /** SQL that selects the place of the changed entry, for its proof. */
  readonly entry?: string
  /** Checks that fail, with what each names: its finding as JSON. */
  readonly finds: Readonly<Record<string, RegExp>>
}

/** SQL: the place of the newest event of a type, or of the nth before it. */
const newest = (type: string, nth = 0) =>
  `(select commit_id, idx from es.event where type = '${type}' order by commit_id desc, idx desc
    limit 1 offset ${nth})`

/** The drill makes so many charges (`drill.ts`). */
export const charges = 5

/** The first of them, in the middle of its stream, and the one after it. */
const charge = newest("CreditsCharged", charges - 1)
const nextCharge = newest("CreditsCharged", charges - 2)
const commitOf = (place: string) => `(select commit_id from ${place} place)`
const chargedAt = commitOf(charge)
const refund = newest("CreditsRefunded")

/** SQL: the streams of a commit. */
const streamsOf = (commit: string) =>
  `stream_id in (select stream_id from es.event where commit_id = ${commit})`

const nextVersion = "(select version + 1 from es.stream where stream_id = e.stream_id)"

/** No hash covers the receipt but those of the log. */
const rewriteCharge = [
  statements(
    `update es.event set data = regexp_replace(data::text, '"score":\\d+', '"score":7')::json
     where (commit_id, idx) = ${charge}`
  ),
  rehash(streamsOf(chargedAt))
]

const stranger = { seed: checkpoint.newSeed() }

const entries: ReadonlyArray<Tampering> = [
  {
    name: "an entry was rewritten",
    change: sql(
      `update es.event set data = replace(data::text, '"credits":1', '"credits":3')::json
       where (commit_id, idx) = ${charge}`
    ),
    entry: charge,
    finds: { chain: /"stream":"ledger-.*"field":"hash"/, I5: /CreditsCharged/, I6: /charged 3/ }
  },
  {
    name: "an entry was deleted",
    change: sql(`delete from es.event where (commit_id, idx) = ${charge}`),
    entry: charge,
    finds: { versions: /"stream":"ledger-.*"version":\d+.*"field":"version"/, I5: /transfer/ }
  },
  {
    name: "a refund was deleted, with its transfer",
    change: sql(
      `delete from es.journal where commit_id = ${commitOf(refund)}`,
      `delete from es.event where (commit_id, idx) = ${refund}`
    ),
    entry: refund,
    finds: { commits: /"field":"events"/, I3: /transfers say/ }
  },
  {
    name: "a charge was doubled, with its hashes and its head",
    change: () =>
      past(
        statements(
          `insert into es.event select commit_id, idx + 1, stream_id, ${nextVersion}, type, v, data, hash
           from es.event e where (commit_id, idx) = ${charge}`,
          `update es.stream set version = version + 1
           where stream_id = (select stream_id from es.event where (commit_id, idx) = ${charge})`
        ),
        rehash(streamsOf(chargedAt))
      ),
    entry: charge,
    finds: { signed: /"seq":\d+.*root/, I5: /CreditsCharged/, I6: /charged 2 times/ }
  },
  {
    name: "two entries of an account changed places",
    change: sql(
      `create temp table pair on commit drop as select commit_id, idx, data from es.event
       where (commit_id, idx) = ${charge} or (commit_id, idx) = ${nextCharge}`,
      `update es.event e set data = other.data from pair me, pair other
       where me.commit_id <> other.commit_id and (e.commit_id, e.idx) = (me.commit_id, me.idx)`
    ),
    entry: charge,
    finds: { chain: /"stream":"ledger-.*"field":"hash"/ }
  }
]

/** Commits that go when the end is cut off. */
const cut = 12

/** Cuts off the newest commits with every row that names them, and sets derived rows back. */
const cutTail = statements(
  `create temp table cut on commit drop as select commit_id, seq from es.sealed
   where seq > (select seq - ${cut} from es.head)`,
  ...[
    ["cut_stream", "stream_id from es.event"],
    ["cut_hold", "unnest(holds) as hold_id from es.journal"],
    ["cut_account", "unnest(accounts) as account_id from es.journal"]
  ].map(
    ([table, rows]) =>
      `create temp table ${table} on commit drop as
       select distinct ${rows} where commit_id in (select commit_id from cut)`
  ),
  ...["event", "journal", "command", "commit", "sealed"].map(
    (table) => `delete from es.${table} where commit_id in (select commit_id from cut)`
  ),
  "delete from es.checkpoint where size >= (select min(seq) from cut)",
  "update es.head set seq = (select max(seq) from es.sealed), max_seen = (select max(commit_id) from es.sealed)",
  `delete from es.stream s where stream_id in (select stream_id from cut_stream)
   and not exists (select from es.event e where e.stream_id = s.stream_id)`,
  `update es.stream s set version = e.version, head_hash = e.hash from (
    select distinct on (stream_id) stream_id, version, hash from es.event
    where stream_id in (select stream_id from cut_stream) order by stream_id, version desc
  ) e where e.stream_id = s.stream_id`,
  `delete from es.hold h where hold_id in (select hold_id from cut_hold)
   and not exists (select from es.transfer t where t.hold_id = h.hold_id)`,
  `update es.hold h set
    charged = coalesce((select sum(amount) from es.transfer where hold_id = h.hold_id and credit like 'sys:usage:%'), 0),
    refunded = coalesce((select sum(amount) from es.transfer
      where hold_id = h.hold_id and credit = 'avail:' || h.account_id), 0)
   where hold_id in (select hold_id from cut_hold)`,
  `update es.account a set available =
    coalesce((select sum(amount) from es.transfer where credit = 'avail:' || a.account_id), 0)
    - coalesce((select sum(amount) from es.transfer where debit = 'avail:' || a.account_id), 0)
   where account_id in (select account_id from cut_account)`,
  "select setval('es.commit_commit_id_seq', (select max(commit_id) from es.commit))",
  "delete from es.tree_node"
)

/** SQL: numbers of the log near its end. */
const [one, other, none] = [-6, -2, 1].map((by) => `(select seq + ${by} from es.head)`)

/** Two commits of the log take each other's number. */
export const swapNumbers = statements(
  `update es.sealed set seq = ${none} where seq = ${one}`,
  `update es.sealed set seq = ${one} where seq = ${other}`,
  `update es.sealed set seq = ${other} where seq = ${none}`
)

const histories: ReadonlyArray<Tampering> = [
  {
    name: "a stream was rewritten and hashed again",
    change: () => past(...rewriteCharge),
    entry: charge,
    finds: { signed: /"seq":\d+.*root/ }
  },
  {
    name: "a stream was rewritten, hashed again, and every signature was deleted",
    change: () => past(...rewriteCharge, forgetTree),
    entry: charge,
    finds: { published: /"seq":\d+.*root/ }
  },
  {
    name: "a stream was rewritten, hashed again, and signed with another key",
    change: () =>
      Effect.andThen(
        past(...rewriteCharge, forgetTree),
        certify({ signers: [stranger], trusted: undefined })
      ),
    entry: charge,
    finds: { signed: /a signature of a given key/, published: /"seq":\d+.*root/ }
  },
  {
    name: "the end was cut off, with checkpoints, heads, balances and holds set back",
    change: () => past(cutTail),
    entry: newest("CreditsCharged"),
    finds: { published: /"seq":\d+.*"a log of at least \d+ commits".*the end is missing/ }
  },
  {
    name: "a commit was cut out of the middle",
    change: sql(
      ...["event", "journal", "commit", "sealed"].map(
        (table) =>
          `delete from es.${table} where commit_id = (select commit_id from es.sealed where seq = ${one})`
      )
    ),
    finds: { log: /"seq":\d+/ }
  },
  {
    name: "two commits changed places in the log",
    change: () => past(swapNumbers),
    finds: { signed: /"seq":\d+.*root/ }
  },
  {
    name: "the ledger was taken for another",
    change: sql("update es.log set log_id = gen_random_uuid()"),
    finds: { signed: /one of rcpt\//, published: /one of rcpt\// }
  }
]

const signatures: ReadonlyArray<Tampering> = [
  {
    name: "the signature of a checkpoint was replaced",
    change: sql(
      `update es.checkpoint set note = regexp_replace(note, '\\n\\n.*', E'\\n\\n— nobody AAAA\\n')
       where size = (select max(size) from es.checkpoint)`
    ),
    finds: { signed: /a signature of a given key/ }
  },
  {
    name: "a checkpoint was deleted",
    change: sql(
      `delete from es.checkpoint
       where size = (select size from es.checkpoint order by size desc limit 1 offset 1)`
    ),
    finds: { published: /"seq":\d+.*the checkpoint that was published.*none/ }
  }
]

const grantOf = (account: string, seal?: string) =>
  Ledger.Ledger.use(({ submit }) => {
    const given = { grantId: randomUUIDv7(), credits: 1_000_000, reason: "top-up" }
    return submit(account, commands.grant({ ...given, ...(seal && { seal }) }))
  })

const credits: ReadonlyArray<Tampering> = [
  {
    name: "credits were granted past the service",
    change: ({ account }) => Effect.andThen(grantOf(account), sealAll),
    finds: { grants: /"stream":"ledger-.*"version":\d+.*"a seal","found":"none"/ }
  },
  {
    name: "credits were granted with a seal of another key",
    change: ({ account, origin }) =>
      Effect.andThen(grantOf(account, checkpoint.signatureOf(origin, "mine", stranger)), sealAll),
    finds: { grants: /"version":\d+.*a seal of another key/ }
  },
  {
    name: "a balance was raised",
    change: sql("update es.account set available = available + 1"),
    finds: { I1: /granted/, I4: /account .*: row says/ }
  },
  {
    name: "a hold was given to another account",
    change: sql(
      `update es.hold set account_id = gen_random_uuid()
       where hold_id = (select holds[1] from es.journal where commit_id = ${chargedAt})`
    ),
    finds: { I8: /hold/ }
  },
  {
    name: "a hold expires a year later",
    change: sql(
      `update es.hold set expires_at = expires_at + interval '1 year'
       where hold_id = (select holds[1] from es.journal where commit_id = ${chargedAt})`
    ),
    finds: { I8: /hold/ }
  }
]

const surroundings: ReadonlyArray<Tampering> = [
  {
    name: "the clock was wrong by an hour for one commit, and all hashes fit",
    change: () =>
      past(
        statements(
          `update es.commit set at = at - interval '1 hour' where commit_id = ${chargedAt}`
        ),
        rehash(streamsOf(chargedAt))
      ),
    entry: charge,
    finds: { clock: /"commitId":\d+,"seq":\d+,"field":"at"/, signed: /"seq":\d+.*root/ }
  },
  {
    name: "the numbers of commits begin again",
    change: sql(
      "select setval('es.commit_commit_id_seq', (select max(commit_id) - 5 from es.commit))"
    ),
    finds: { log: /"commitId":\d+/ }
  },
  {
    name: "the trigger that keeps the facts was disabled",
    change: sql("alter table es.event disable trigger append_only"),
    finds: { catalogue: /append_only.*disabled/ }
  },
  {
    name: "a month was added to the view of usage",
    change: sql(
      `insert into usage_month (generation, account_id, month, single)
       select generation, gen_random_uuid(), '2020-01-01', 1 from es.projection where name = 'usage' and live`
    ),
    finds: { usage: /month 2020-01-01: single 1/ }
  }
]

export const changes: ReadonlyArray<Tampering> = [
  ...entries,
  ...histories,
  ...signatures,
  ...credits,
  ...surroundings,
  {
    name: "an API key was added to the table of keys",
    change: sql(
      `insert into api_key (key_id, account_id, hash, last4, name, role)
       select gen_random_uuid(), coalesce((select account_id from account limit 1), gen_random_uuid()),
         sha256('mine'), 'mine', 'mine', 'manager'`
    ),
    finds: { I10: /key/ }
  }
]
