/** Histories that the drill does not make. */
import {
  forgetTree,
  past,
  rehash,
  sql,
  statements
} from "@rcpt/service/operations/audit/drill/tamper"
import { certify } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"

import type { RealRun, RealTampering } from "./RealRun.ts"

const rewriteGrant = statements(
  `update es.event set data = replace(data::text, '"reason"', '"by":"me","reason"')::json where type = 'CreditsGranted'`
)

/** The same key signs another history. */
const otherHistory = ({ signers }: RealRun) =>
  Effect.andThen(past(rewriteGrant, rehash(), forgetTree), certify({ signers, trusted: undefined }))

const another = ({ signers }: RealRun) => [
  checkpoint.signCheckpoint({ origin: "rcpt/another", size: 3, root: new Uint8Array(32) }, signers)
]

const rewritten: ReadonlyArray<RealTampering> = [
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
  }
]

const forged: ReadonlyArray<RealTampering> = [
  {
    name: "the clock ran a day ahead for the newest commit, and all hashes fit",
    change: () =>
      past(
        statements(
          `update es.commit set at = at + interval '1 day' where commit_id = (select max(commit_id) from es.commit)`
        ),
        rehash()
      ),
    alone: true,
    finds: { clock: /"field":"at".*a time before the present/ }
  },
  {
    name: "the trigger that keeps the facts was dropped",
    change: sql("drop trigger append_only on es.event"),
    alone: true,
    finds: { catalogue: /append_only/ }
  }
]

export const histories = [...rewritten, ...forged]
