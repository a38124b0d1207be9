/**
 * Endpoints for people who do not want to trust the operator: signed checkpoints of the log of all accounts,
 * the proof that an entry is in it, and the proof that one checkpoint goes on where another ended.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"

import { described, integer, string } from "./fields.ts"
import { wholeNumber } from "./jobsQuery.ts"
import { BadRequest, NotFound } from "./Problem.ts"

const hash = string("SHA-256, 64 hexadecimal digits.")

const note = string(
  "Log, number of commits and root of their Merkle tree (RFC 6962), signed: a C2SP tlog-checkpoint, with the " +
    "co-signatures of witnesses."
)

const VerifierKeys = Schema.Array(Schema.String).annotate({
  description:
    "Keys that checkpoints are signed with, as C2SP writes them. Ask the operator in another way too: " +
    "a proof is worth as much as the key that you trust."
})

export const Checkpoint = Schema.Struct({
  size: integer("Commits of the log."),
  note,
  created_at: described(Schema.String.annotate({ format: "date-time" }), "When it was made.")
}).annotate({ identifier: "LedgerCheckpoint" })
export type Checkpoint = typeof Checkpoint.Type

export const Checkpoints = Schema.Struct({
  keys: VerifierKeys,
  witnesses: Schema.Array(Schema.String).annotate({
    description:
      "Keys of the parties that are asked to co-sign checkpoints (C2SP tlog-witness). Trust those that you know."
  }),
  checkpoints: Schema.Array(Checkpoint).annotate({
    description: "One page of checkpoints, the newest first."
  }),
  next: Schema.NullOr(Schema.Int).annotate({
    description: "`before` of the next page; null on the last page."
  })
}).annotate({ identifier: "LedgerCheckpoints" })
export type Checkpoints = typeof Checkpoints.Type

export const LedgerProof = Schema.Struct({
  format: Schema.Literal("rcpt-ledger-proof/1").annotate({
    description: "The format of this proof."
  }),
  entry: string("The entry."),
  event: Schema.Struct({
    stream: string("The stream of the event."),
    version: integer("The number of the event in its stream."),
    type: string("Its type."),
    v: integer("The version of the event's format."),
    at: string("UTC, with microseconds."),
    data: string("The JSON text that was hashed."),
    previous: hash.annotate({ description: "The hash of the event before it in its stream." })
  }).annotate({ description: "The event." }),
  commit: Schema.Struct({
    position: integer("Of the event among those of its commit, from 1."),
    events: Schema.Array(hash).annotate({ description: "The hashes of the events of its commit." })
  }).annotate({ description: "The commit of the log that has it." }),
  inclusion: Schema.Struct({
    index: integer("Of the commit in the log, from 0."),
    size: integer("Commits in the tree."),
    path: Schema.Array(hash).annotate({
      description: "Hashes from the leaf to the root, in order."
    })
  }).annotate({ description: "RFC 6962 §2.1.1." }),
  checkpoint: note
}).annotate({ identifier: "LedgerProof" })
export type LedgerProof = typeof LedgerProof.Type

export const ConsistencyProof = Schema.Struct({
  from: described(Checkpoint, "The earlier checkpoint."),
  to: described(Checkpoint, "The later checkpoint."),
  path: Schema.Array(hash).annotate({ description: "RFC 6962 §2.1.2." })
}).annotate({ identifier: "LedgerConsistencyProof" })
export type ConsistencyProof = typeof ConsistencyProof.Type

export const checkpointsPerPage = 100

const size = (description: string) => wholeNumber("must be a whole number, 1 or more", description)

export const checkpoints = HttpApiEndpoint.get("checkpoints", "/ledger/checkpoints", {
  query: {
    before: Schema.optionalKey(size("`next` of the previous page. Default: the newest."))
  },
  success: Checkpoints,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "listCheckpoints",
    summary: "List the signed checkpoints of the log",
    description: `Newest first, ${checkpointsPerPage} per page. Keep them: they show later that nothing was removed.`
  })
)

export const consistency = HttpApiEndpoint.get("consistency", "/ledger/consistency", {
  query: {
    from: size("`size` of the earlier checkpoint."),
    to: size("`size` of the later one.")
  },
  success: ConsistencyProof,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getConsistencyProof",
    summary: "Prove that a checkpoint continues an earlier one",
    description:
      "The entries that the earlier one covers were not changed or removed, and none was put between them."
  })
)

export const proof = HttpApiEndpoint.get("proof", "/ledger/:entry/proof", {
  params: { entry: string("The entry's `id`.") },
  success: LedgerProof,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getLedgerProof",
    summary: "Prove that an entry is in the signed log",
    description:
      "To be checked without this service: `verifyProof.ts` and `verify_proof.py` do it, and the page " +
      "of the receipt in your browser. An entry that is in no checkpoint yet is signed now."
  })
)
