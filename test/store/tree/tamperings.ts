/** What somebody with all rights on the database could do to the log of tampering.test.ts. */
import { forgetTree, rehash, statements } from "@rcpt/service/operations/audit/drill/tamper"
import type { Change } from "@rcpt/service/operations/audit/drill/tamper"
import type { AuditInputs } from "@rcpt/store/audit/walkTree"
import { certify } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { leafHash } from "@rcpt/store/tree/merkle"
import { Effect } from "effect"

import { postOne, wholeLog } from "../appends.ts"

export const signers = [{ seed: checkpoint.newSeed() }]
const strangers = [{ seed: checkpoint.newSeed() }]

export interface Signed {
  readonly notes: ReadonlyArray<string>
  readonly verifier: checkpoint.Verifier
  readonly origin: string
  readonly root: Uint8Array
}

/** Commits of the first checkpoint, and of the second: more than a tile has. */
export const [firstSize, lastSize] = [200, 300]

/** Another past, with all hashes of the stream, its head and the leaves of its commits made to fit. */
const rewriteStream = (stream: string): Change =>
  Effect.andThen(
    statements(
      `update es.event set data = '{"n":999}' where stream_id = '${stream}' and version = 3`
    ),
    rehash()
  )

/** The newest commits, with everything that speaks of them. */
const cutTail: Change = Effect.andThen(
  forgetTree,
  statements(
    "delete from es.event where commit_id > 290",
    "delete from es.commit where commit_id > 290",
    "delete from es.sealed where commit_id > 290",
    "update es.head set seq = 290, max_seen = 290",
    `update es.stream s set version = e.version, head_hash = e.hash from (
      select distinct on (stream_id) stream_id, version, hash from es.event
      order by stream_id, version desc) e where e.stream_id = s.stream_id`,
    "select setval('es.commit_commit_id_seq', 290)"
  )
)

const resignBy = (by: ReadonlyArray<checkpoint.Signer>): Change =>
  Effect.asVoid(certify({ signers: by, trusted: undefined }))

export interface Tampering {
  readonly name: string
  readonly change: Change
  /** Default: what was published, and the key. */
  readonly evidence?: (log: Signed) => AuditInputs
  readonly finds: Readonly<Record<string, RegExp>>
}

const nothing = (): AuditInputs => ({})

export const tamperings: ReadonlyArray<Tampering> = [
  {
    name: "a stream was rewritten and hashed anew",
    change: rewriteStream("test-2"),
    evidence: nothing,
    finds: { tree: /^node /, signed: /^root / }
  },
  {
    name: "a stream was rewritten, hashed anew, and the tree forgotten",
    change: Effect.andThen(rewriteStream("test-2"), forgetTree),
    finds: { published: /^root / }
  },
  {
    name: "a stream was rewritten, hashed anew, and signed by another key",
    change: Effect.andThen(
      Effect.andThen(rewriteStream("test-2"), forgetTree),
      resignBy(strangers)
    ),
    finds: { signed: /^none$/, published: /^root / }
  },
  {
    name: "the end was cut off with its heads",
    change: cutTail,
    finds: { published: /^290: the end is missing$/ }
  },
  {
    name: "the end was cut off, and commits of the same number came after it",
    change: Effect.andThen(
      cutTail,
      Effect.andThen(
        Effect.forEach(Array.from({ length: 20 }), () => postOne("test-0")),
        wholeLog()
      )
    ),
    finds: { published: /^root / }
  },
  {
    name: "a node was changed",
    change: statements("update es.tree_node set hash = sha256(hash)"),
    evidence: nothing,
    finds: { tree: /^node / }
  },
  {
    name: "a node was deleted",
    change: statements("delete from es.tree_node"),
    evidence: nothing,
    finds: { tree: /^none$/ }
  },
  {
    name: "a node was added",
    change: statements("insert into es.tree_node values (2, 7, sha256('x'))"),
    evidence: nothing,
    finds: { tree: /^2: some have no place/ }
  },
  {
    name: "a checkpoint's root was changed",
    change: statements(`update es.checkpoint set root = sha256(root) where size = ${firstSize}`),
    evidence: nothing,
    finds: { signed: /^200 commits, root / }
  },
  {
    name: "a checkpoint's size was changed",
    change: statements(`update es.checkpoint set size = 199 where size = ${firstSize}`),
    evidence: nothing,
    finds: { signed: /^199 commits, root / }
  },
  {
    name: "a checkpoint was added that nobody signed",
    change: statements(
      `insert into es.checkpoint (size, root, note)
        select 100, root, replace(note, E'\\n200\\n', E'\\n100\\n') from es.checkpoint where size = 200`
    ),
    evidence: ({ verifier }) => ({ verifiers: [verifier] }),
    finds: { signed: /^none$/ }
  },
  {
    name: "a checkpoint's note was replaced by other words",
    change: statements("update es.checkpoint set note = 'all is well'"),
    evidence: nothing,
    finds: { signed: /^"all is well"$/ }
  },
  {
    name: "a leaf was changed",
    change: statements("update es.commit set leaf = sha256(leaf) where commit_id = 7"),
    evidence: nothing,
    finds: { commits: /^leaf /, tree: /^node /, signed: /^root / }
  },
  {
    name: "the log was made to be another one",
    change: statements("update es.log set log_id = gen_random_uuid()"),
    finds: { signed: /^one of rcpt\//, published: /^one of rcpt\// }
  },
  {
    name: "a checkpoint of another log was taken for one of this",
    change: Effect.void,
    evidence: (log) => ({
      ...log,
      published: [checkpoint.signCheckpoint({ ...log, origin: "rcpt/other", size: 1 }, signers)]
    }),
    finds: { published: /^one of rcpt\/other$/ }
  },
  {
    name: "another history was shown to somebody, signed with the same key",
    change: Effect.void,
    evidence: (log) => ({
      published: [
        checkpoint.signCheckpoint({ ...log, size: firstSize, root: leafHash(log.root) }, signers)
      ]
    }),
    finds: { published: /^root / }
  },
  {
    name: "a published checkpoint was signed by nobody who is trusted",
    change: Effect.void,
    evidence: (log) => ({
      verifiers: [log.verifier],
      published: [checkpoint.signCheckpoint({ ...log, size: lastSize }, strangers)]
    }),
    finds: { published: /^none$/ }
  }
]
