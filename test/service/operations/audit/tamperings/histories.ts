/** Histories that were cut, rewritten or forged, up to changes that leave the database consistent in itself. */
import { randomUUIDv7 } from "node:crypto"

import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { certify } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"

import { rehash } from "../../../../support/rehash.ts"
import { forgetTree, past, sealAll, sql, statements } from "./Tampering.ts"
import type { RealRun, Tampering } from "./Tampering.ts"

const stranger = { seed: checkpoint.newSeed() }

/** Commits that are left when the end is cut off: some of a job are among those that go. */
const kept = `(select seq - 12 from es.head)`

/** The newest commits with all that speaks of them, and every row that is derived from them set back. */
const cutTail = statements(
  `create temp table cut on commit drop as select commit_id, seq from es.sealed where seq > ${kept}`,
  ...["event", "journal", "command", "commit", "sealed"].map(
    (table) => `delete from es.${table} where commit_id in (select commit_id from cut)`
  ),
  "delete from es.checkpoint where size >= (select min(seq) from cut)",
  "update es.head set seq = (select max(seq) from es.sealed), max_seen = (select max(commit_id) from es.sealed)",
  "delete from es.stream s where not exists (select from es.event e where e.stream_id = s.stream_id)",
  `update es.stream s set version = e.version, head_hash = e.hash from (
    select distinct on (stream_id) stream_id, version, hash from es.event order by stream_id, version desc
  ) e where e.stream_id = s.stream_id`,
  `update es.hold h set
    charged = coalesce((select sum(amount) from es.transfer where hold_id = h.hold_id and credit like 'sys:usage:%'), 0),
    refunded = coalesce((select sum(amount) from es.transfer
      where hold_id = h.hold_id and credit = 'avail:' || h.account_id), 0)`,
  "delete from es.hold h where not exists (select from es.transfer t where t.hold_id = h.hold_id)",
  `update es.account a set available =
    coalesce((select sum(amount) from es.transfer where credit = 'avail:' || a.account_id), 0)
    - coalesce((select sum(amount) from es.transfer where debit = 'avail:' || a.account_id), 0)`,
  "select setval('es.commit_commit_id_seq', (select max(commit_id) from es.commit))"
)

const rewriteGrant = Effect.andThen(
  statements(
    `update es.event set data = replace(data::text, '"reason"', '"by":"me","reason"')::json where type = 'CreditsGranted'`
  ),
  rehash
)

const grantOf = (account: string, seal?: string) =>
  Ledger.Ledger.use(({ submit }) => {
    const given = { grantId: randomUUIDv7(), credits: 1_000_000, reason: "top-up" }
    return submit(account, commands.grant({ ...given, ...(seal && { seal }) }))
  })

/** The same key signs another history. */
const otherHistory = ({ signers }: RealRun) =>
  Effect.andThen(
    past(Effect.andThen(rewriteGrant, forgetTree)),
    certify({ signers, trusted: undefined })
  )

const another = ({ signers }: RealRun) => [
  checkpoint.signCheckpoint({ origin: "rcpt/another", size: 3, root: new Uint8Array(32) }, signers)
]

const rewritten: ReadonlyArray<Tampering> = [
  {
    name: "the end was cut off, with heads, balances and holds set back",
    change: () => past(Effect.andThen(cutTail, statements("delete from es.tree_node"))),
    finds: { published: /"seq":\d+.*"a log of at least \d+ commits".*the end is missing/ }
  },
  {
    name: "a stream was rewritten and hashed anew",
    change: () => past(rewriteGrant),
    alone: true,
    finds: { signed: /"seq":\d+.*root/ }
  },
  {
    name: "a stream was rewritten, hashed anew, and all that was signed forgotten",
    change: () => past(Effect.andThen(rewriteGrant, forgetTree)),
    finds: { published: /"seq":\d+.*root/ }
  },
  {
    name: "a stream was rewritten, hashed anew, and signed with another key",
    change: () =>
      Effect.andThen(
        past(Effect.andThen(rewriteGrant, forgetTree)),
        certify({ signers: [stranger], trusted: undefined })
      ),
    alone: true,
    finds: { signed: /a signature of a given key/ }
  },
  {
    name: "another history was signed with the same key, and shown to somebody else",
    change: otherHistory,
    finds: { published: /"seq":\d+.*root/ }
  },
  {
    name: "a checkpoint of another ledger was shown",
    change: () => Effect.void,
    shown: another,
    finds: { published: /one of rcpt\/another/ }
  },
  {
    name: "the ledger was taken for another",
    change: sql("update es.log set log_id = gen_random_uuid()"),
    finds: { signed: /one of rcpt\//, published: /one of rcpt\// }
  }
]

const forged: ReadonlyArray<Tampering> = [
  {
    name: "credits were granted past the service",
    change: ({ account }) => Effect.andThen(grantOf(account), sealAll),
    alone: true,
    finds: { grants: /"stream":"ledger-.*"version":\d+.*"a seal","found":"none"/ }
  },
  {
    name: "credits were granted with a seal of another key",
    change: ({ account, origin }) =>
      Effect.andThen(grantOf(account, checkpoint.signatureOf(origin, "mine", stranger)), sealAll),
    alone: true,
    finds: { grants: /"version":\d+.*a seal of another key/ }
  },
  {
    name: "the clock was wrong by an hour for one commit, and all hashes fit",
    change: () =>
      past(
        Effect.andThen(
          statements(`update es.commit set at = at - interval '1 hour' where commit_id = 9`),
          rehash
        )
      ),
    alone: true,
    finds: { clock: /"commitId":9,"seq":9,"field":"at"/ }
  },
  {
    name: "the clock ran a day ahead for the newest commit, and all hashes fit",
    change: () =>
      past(
        Effect.andThen(
          statements(
            `update es.commit set at = at + interval '1 day' where commit_id = (select max(commit_id) from es.commit)`
          ),
          rehash
        )
      ),
    alone: true,
    finds: { clock: /"field":"at".*a time before the present/ }
  },
  {
    name: "a balance was raised",
    change: sql("update es.account set available = available + 1"),
    alone: true,
    finds: { I1: /granted/, I4: /account .*: row says/ }
  },
  {
    name: "the trigger that keeps the facts was dropped",
    change: sql("drop trigger append_only on es.event"),
    alone: true,
    finds: { catalogue: /append_only/ }
  }
]

export const histories = [...rewritten, ...forged]
