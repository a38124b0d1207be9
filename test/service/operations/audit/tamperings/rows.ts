import { swapNumbers } from "@rcpt/service/operations/audit/drill/changes"
/** Rows that were deleted, added, doubled, or changed places. */
import { forgetTree, past, sql } from "@rcpt/service/operations/audit/drill/tamper"

import { twice } from "../tampered.ts"
import type { RealTampering } from "./RealRun.ts"

/** A charge in the middle of the account's stream. */
const charge = `(select commit_id, idx from es.event where type = 'CreditsCharged' order by version limit 1)`
const chargedAt = `(select commit_id from es.event where type = 'CreditsCharged' order by version limit 1)`

const granted = "where type = 'CreditsGranted'"

const nextVersion = "(select version + 1 from es.stream where stream_id = e.stream_id)"

const deleted: ReadonlyArray<RealTampering> = [
  {
    name: "a transfer was deleted",
    change: sql(`delete from es.journal where commit_id = ${chargedAt}`),
    alone: true,
    finds: { I5: /CreditsCharged/, I1: /granted/ }
  },
  {
    name: "a commit was deleted",
    change: sql(`delete from es.commit where commit_id = ${chargedAt}`),
    alone: true,
    finds: { chain: /"commitId":\d+.*"its commit/, log: /"seq":\d+.*"none"/ }
  },
  {
    name: "a number of the log was deleted",
    change: sql(`delete from es.sealed where commit_id = ${chargedAt}`),
    alone: true,
    finds: { log: /"seq":\d+/, complete: /"commitId":\d+/ }
  }
]

const added: ReadonlyArray<RealTampering> = [
  {
    name: "an event was inserted",
    change: sql(
      `insert into es.event select commit_id, idx + 1, stream_id, ${nextVersion}, type, v, data, hash
       from es.event e where (commit_id, idx) = ${charge}`
    ),
    alone: true,
    finds: { chain: /"field":"hash"/, heads: /"stream":"ledger-/, commits: /"field":"events"/ }
  },
  {
    name: "a transfer was inserted",
    change: sql(
      `update es.journal set event_idxs = event_idxs || event_idxs[1], kinds = kinds || 'granted'::es.posting_kind,
         amounts = amounts || amounts[1], accounts = accounts || accounts[1], holds = holds || null::uuid
       where commit_id = ${chargedAt}`
    ),
    alone: true,
    finds: { I5: /"commitId":\d+|commit \d+/ }
  },
  {
    name: "a number of the log was inserted",
    change: sql(
      "insert into es.sealed (seq, commit_id, at) select seq + 1, max_seen + 1, now() from es.head",
      "update es.head set seq = seq + 1, max_seen = max_seen + 1"
    ),
    alone: true,
    finds: { log: /"seq":\d+.*"none"/ }
  },
  {
    name: "an event was doubled",
    change: sql(
      "drop index es.event_0_stream_version",
      `insert into es.event select commit_id, idx + 1, stream_id, version, type, v, data, hash
       from es.event where (commit_id, idx) = ${charge}`
    ),
    alone: true,
    finds: { versions: /"field":"version"/, catalogue: /event_0_stream_version/ }
  },
  {
    name: "a transfer was doubled",
    change: sql(`update es.journal set ${twice} where commit_id = ${chargedAt}`),
    alone: true,
    finds: { I5: /CreditsCharged|transfer/ }
  },
  {
    name: "a number of the log was doubled",
    change: sql(
      "alter table es.sealed drop constraint sealed_commit_id_key",
      `insert into es.sealed (seq, commit_id, at)
       select (select seq + 1 from es.head), commit_id, now() from es.sealed where commit_id = ${chargedAt}`,
      "update es.head set seq = seq + 1"
    ),
    alone: true,
    finds: { log: /"seq":\d+.*once.*also number/, catalogue: /sealed_commit_id_key/ }
  },
  {
    name: "a checkpoint was doubled under another size",
    change: sql(
      `insert into es.checkpoint (size, root, note, at) select size - 1, root, note, at
       from es.checkpoint where size = (select max(size) from es.checkpoint)`
    ),
    alone: true,
    finds: { signed: /"seq":\d+.*the checkpoint of/ }
  }
]

const reordered: ReadonlyArray<RealTampering> = [
  {
    name: "two commits changed places in the log, and all that was signed was forgotten",
    change: () => past(swapNumbers, forgetTree),
    finds: { published: /"seq":\d+.*root/ }
  },
  {
    name: "two transfers changed places",
    change: sql(
      `create temp table pair on commit drop as select * from es.journal
       where commit_id = ${chargedAt} or commit_id = (select commit_id from es.event ${granted} limit 1)`,
      `update es.journal j set kinds = other.kinds, amounts = other.amounts, holds = other.holds
       from pair other where j.commit_id in (select commit_id from pair) and j.commit_id <> other.commit_id`
    ),
    alone: true,
    finds: {
      I5: /commit \d+, event 1 \(Credits(?:Charged|Granted)\): says .*, transfer is (?:hold|sys:issued)/
    }
  },
  {
    name: "two commits changed their times",
    change: sql(
      "create temp table pair on commit drop as select commit_id, at from es.commit where commit_id in (4, 9)",
      `update es.commit c set at = other.at from pair other
       where c.commit_id in (4, 9) and other.commit_id <> c.commit_id`
    ),
    alone: true,
    finds: { chain: /"commitId":4,.*"field":"hash"/ }
  }
]

export const rows = [...deleted, ...added, ...reordered]
