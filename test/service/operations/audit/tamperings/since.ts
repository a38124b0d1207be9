/** What comes after a checkpoint, and is found by an audit that reads on from there. */
import type { Tampering } from "@rcpt/service/operations/audit/drill/changes"
import { forgetTree, past, sql, statements } from "@rcpt/service/operations/audit/drill/tamper"

/** The newest charge of a check. */
const newest =
  "(select commit_id, idx from es.event where type = 'CreditsCharged' order by commit_id desc limit 1)"
const newestCommit = `(select commit_id from ${newest} newest)`

export const sinceCheckpoint: ReadonlyArray<Tampering> = [
  {
    name: "a later event was changed",
    change: sql(
      `update es.event set data = replace(data::text, '"credits":1', '"credits":3')::json
       where (commit_id, idx) = ${newest}`
    ),
    finds: { chain: /"stream":"ledger-.*"field":"hash"/, I5: /CreditsCharged/, I6: /charged 3/ }
  },
  {
    name: "a later event was deleted",
    change: sql(`delete from es.event where (commit_id, idx) = ${newest}`),
    finds: { commits: /"field":"events"/, heads: /"stream":"ledger-.*"version":\d+/ }
  },
  {
    name: "a later transfer was deleted",
    change: sql(`delete from es.journal where commit_id = ${newestCommit}`),
    finds: { I1: /granted/, I5: /CreditsCharged/ }
  },
  {
    name: "a later commit is not in the log",
    change: sql(`delete from es.sealed where commit_id = ${newestCommit}`),
    finds: { log: /"seq":\d+/, complete: /"commitId":\d+/ }
  },
  {
    name: "a later leaf was changed",
    change: sql(`update es.commit set leaf = sha256(leaf) where commit_id = ${newestCommit}`),
    finds: { commits: /"field":"leaf"/, signed: /"found":"root / }
  },
  {
    name: "a balance was raised",
    change: sql("update es.account set available = available + 1"),
    finds: { I1: /granted/, I4: /row says/ }
  },
  {
    name: "the tree before it was made anew",
    change: () =>
      past(forgetTree, statements("update es.commit set leaf = sha256(leaf) where commit_id = 3")),
    finds: { published: /"seq":\d+.*root/ }
  },
  {
    name: "the whole end was cut off",
    change: sql(
      "delete from es.sealed where seq > 5",
      "update es.head set seq = 5, max_seen = (select max(commit_id) from es.sealed)"
    ),
    finds: { published: /the end is missing/ }
  }
]
