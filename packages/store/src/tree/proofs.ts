/** Proofs about the log for a reader who has a checkpoint of it and nothing else. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { genesis } from "../chain.ts"
import type { StoredEvent } from "../EventStore.ts"
import { eventColumns, toEvent } from "../readCommits.ts"
import type { EventRow } from "../readCommits.ts"
import { whereStream } from "../whereStream.ts"
import { consistencyRanges, inclusionRanges } from "./merkle.ts"
import type { Hash } from "./merkle.ts"
import { hashesOf } from "./tiles.ts"

type Asked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** An event, with everything else that its hash and the leaf of its commit are made of. */
export interface Witnessed {
  readonly event: StoredEvent
  /** The hash of the event before it in its stream. */
  readonly previous: Hash
  /** The hashes of all events of its commit, in order. */
  readonly hashes: ReadonlyArray<Hash>
  /** The place of the event in its commit, from 1. */
  readonly position: number
  /** The place of its commit in the log, from 1. */
  readonly seq: number
}

const eventAt = (commitId: number, position: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<EventRow & { readonly seq: bigint }>`
      select s.seq, ${eventColumns(sql)}
      from es.event e join es.commit c using (commit_id) join es.sealed s using (commit_id)
      where e.commit_id = ${commitId} and e.idx = ${position}`
  )

const hashesOfCommit = (commitId: number): Asked<ReadonlyArray<Hash>> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly hash: Uint8Array }>`
      select hash from es.event where commit_id = ${commitId} order by idx`
  ).pipe(Effect.map((rows) => rows.map(({ hash }) => hash)))

const hashBefore = ({ stream, version }: StoredEvent): Asked<Hash> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly hash: Uint8Array }>`
      select hash from es.event where ${whereStream(sql, stream)} and version = ${version - 1}`
  ).pipe(Effect.map(([row]) => row?.hash ?? genesis))

/** `undefined`: there is no such event in the log. */
export const witnessed = (commitId: number, position: number): Asked<Witnessed | undefined> =>
  Effect.gen(function* () {
    const [row] = yield* eventAt(commitId, position)
    if (row === undefined) return undefined
    const { seq, ...columns } = row
    const event = toEvent(columns)
    const hashes = yield* hashesOfCommit(commitId)
    return { event, previous: yield* hashBefore(event), hashes, position, seq: Number(seq) }
  })

/** The proof that the leaf with number `index`, from 0, is in the tree of `size` leaves, which was signed. */
export const inclusionProof = (index: number, size: number): Asked<ReadonlyArray<Hash>> =>
  hashesOf(inclusionRanges(index, size))

/** The proof that the tree of `size` leaves begins with that of `before` leaves; both were signed. */
export const consistencyProof = (before: number, size: number): Asked<ReadonlyArray<Hash>> =>
  hashesOf(consistencyRanges(before, size))
