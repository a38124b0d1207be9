/** Answers the endpoints of the log: checkpoints, and proofs under them. */
import type { Checkpoint, Checkpoints, ConsistencyProof, LedgerProof } from "@rcpt/api/LedgerProofs"
import { checkpointsPerPage } from "@rcpt/api/LedgerProofs"
import { hex } from "@rcpt/store/audit/AuditFinding"
import * as certify from "@rcpt/store/tree/certify"
import type { SignedCheckpoint } from "@rcpt/store/tree/certify"
import { withCosignatures } from "@rcpt/store/tree/cosignature"
import { consistencyProof, inclusionProof, witnessed } from "@rcpt/store/tree/proofs"
import type { Witnessed } from "@rcpt/store/tree/proofs"
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { CheckpointSigner } from "./CheckpointSigner.ts"

/** The log does not reach so far, or no node here signs it. */
class NotSigned extends Schema.TaggedError<NotSigned>()("NotSigned", {
  isSigning: Schema.Boolean
}) {}

type Asked<A, E = never> = Effect.Effect<A, E, SqlClient.SqlClient | CheckpointSigner>

const toCheckpoint = ({ size, note, at }: SignedCheckpoint): Checkpoint => ({
  size,
  note,
  created_at: at.toISOString()
})

const cosigned = (checkpoints: ReadonlyArray<SignedCheckpoint>) =>
  Effect.orDie(withCosignatures(checkpoints))

/** Lists the checkpoints of less than `before` commits, newest first. */
export const listCheckpoints = (
  before = Number.MAX_SAFE_INTEGER
): Effect.Effect<Checkpoints, never, SqlClient.SqlClient | CheckpointSigner | Config> =>
  Effect.gen(function* () {
    const { verifiers } = yield* CheckpointSigner
    const { ledgerWitnesses } = yield* Config
    const found = yield* Effect.orDie(certify.checkpointsBefore(before - 1, checkpointsPerPage + 1))
    const page = yield* cosigned(found.slice(0, checkpointsPerPage))
    return {
      keys: verifiers,
      witnesses: ledgerWitnesses.map(({ key }) => key),
      checkpoints: page.map(toCheckpoint),
      next: found.length > page.length ? page.at(-1)!.size : null
    }
  })

/**
 * The first one that covers so many commits, made now if need be, as it was signed: co-signatures may come
 * later, and what is answered of a month stays the same. `undefined`: nothing is signed here.
 */
export const checkpointCovering = (commits: number): Asked<Checkpoint | undefined> =>
  Effect.gen(function* () {
    const { covering } = yield* CheckpointSigner
    const found = yield* Effect.orDie(certify.firstCovering(commits))
    const checkpoint = found ?? (yield* covering(commits))
    return checkpoint && toCheckpoint(checkpoint)
  })

/** `undefined`: one of them is no checkpoint of this log, or `from` is the later one. */
export const proveConsistency = (from: number, to: number): Asked<ConsistencyProof | undefined> =>
  Effect.gen(function* () {
    const [earlier, later] = [yield* certify.checkpointAt(from), yield* certify.checkpointAt(to)]
    if (earlier === undefined || later === undefined || from > to) return undefined
    const path = yield* consistencyProof(from, to)
    const [first, second] = yield* withCosignatures([earlier, later])
    return { from: toCheckpoint(first!), to: toCheckpoint(second!), path: path.map(hex) }
  }).pipe(Effect.orDie)

const microsPerMilli = 1_000

/** `2026-11-23T21:40:00.123456Z` */
const timeOf = (atMicros: number): string => {
  const millis = Math.floor(atMicros / microsPerMilli)
  const micros = String(atMicros - millis * microsPerMilli).padStart(3, "0")
  return new Date(millis).toISOString().replace("Z", `${micros}Z`)
}

const factsOf = ({ event, previous, hashes, position }: Witnessed) => ({
  event: {
    stream: event.stream,
    version: event.version,
    type: event.type,
    v: event.v,
    at: timeOf(event.atMicros),
    data: event.data,
    previous: hex(previous)
  },
  commit: { position, events: hashes.map(hex) }
})

/** The proof of an entry under a checkpoint that covers it. */
export const proofUnder = (
  { size, note }: Pick<SignedCheckpoint, "size" | "note">,
  entry: string,
  fact: Witnessed
): Effect.Effect<LedgerProof, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.map(inclusionProof(fact.seq - 1, size), (path) => ({
    format: "rcpt-ledger-proof/1",
    entry,
    ...factsOf(fact),
    inclusion: { index: fact.seq - 1, size, path: path.map(hex) },
    checkpoint: note
  }))

/** Proves an entry that the log has; the caller has made sure that it is the account's own. */
export const proveEntry = (
  entry: string,
  place: { readonly commit: number; readonly position: number }
): Asked<LedgerProof, NotSigned> =>
  Effect.gen(function* () {
    const { covering, isSigning } = yield* CheckpointSigner
    const fact = (yield* Effect.orDie(witnessed(place.commit, place.position)))!
    const checkpoint = yield* covering(fact.seq)
    if (checkpoint === undefined) return yield* new NotSigned({ isSigning })
    return yield* Effect.orDie(proofUnder((yield* cosigned([checkpoint]))[0]!, entry, fact))
  })
