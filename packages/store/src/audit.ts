/**
 * Reads the whole store and reports the first contradiction of each check. It writes nothing, keeps
 * nothing but the head of each stream, and computes every hash again.
 *
 * An attacker who can write to the database can rewrite a whole stream consistently. Only a checkpoint that
 * was published before shows that (`Evidence`).
 */
import { Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { AuditFinding } from "./audit/AuditFinding.ts"
import { checkCosignatures } from "./audit/checkCosignatures.ts"
import { findContradictions } from "./audit/contradictions.ts"
import { walkLog } from "./audit/walkLog.ts"
import type { Follower, Part } from "./audit/walkLog.ts"
import { walkTree } from "./audit/walkTree.ts"
import type { Evidence } from "./audit/walkTree.ts"

/**
 * All queries of the effect see the same snapshot, while writers go on. A snapshot of several minutes
 * keeps VACUUM from removing old row versions, which makes busy accounts slower until it ends.
 */
export const inSnapshot = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R | SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => sql.withTransaction(effect)).pipe(
    Effect.provideService(
      SqlClient.BeginTransaction,
      "begin isolation level repeatable read, read only"
    )
  )

const exportSnapshot = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly id: string }>`select pg_export_snapshot() as id`
).pipe(Effect.map(([row]) => row!.id))

/** Before any other query of the transaction; the one that has exported it must not have ended. */
const takeSnapshot = (id: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe(`set transaction snapshot '${id}'`).unprepared)

/**
 * Both at the same time, each in a transaction of its own, of one snapshot: what reads in this process and what
 * Postgres computes wait for each other no more. It needs two connections, and no transaction around it.
 */
export const inOneSnapshot = <A, B, E1, E2, R1, R2>(
  one: Effect.Effect<A, E1, R1>,
  other: Effect.Effect<B, E2, R2>
) =>
  Effect.gen(function* () {
    const exported = yield* Deferred.make<string>()
    const taken = yield* Deferred.make<void>()
    const exporting = Effect.gen(function* () {
      yield* Deferred.succeed(exported, yield* exportSnapshot)
      const answer = yield* one
      yield* Deferred.await(taken)
      return answer
    })
    const taking = Effect.gen(function* () {
      yield* takeSnapshot(yield* Deferred.await(exported))
      yield* Deferred.succeed(taken, undefined)
      return yield* other
    })
    return yield* Effect.all([inSnapshot(exporting), inSnapshot(taking)], {
      concurrency: "unbounded"
    })
  })

/**
 * Run it in a snapshot. Findings are in reading order: events first, then commits, then the rest. The
 * follower is given the log, which is read once.
 */
export const auditAgainst = <Event = undefined>(
  evidence: Evidence,
  follower?: Follower<Event>
): Effect.Effect<ReadonlyArray<AuditFinding>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const log = yield* walkAll(evidence, follower)
    return [...log, ...(yield* findContradictions)]
  })

/** Those checks of it that follow the log; the others are `findContradictions`. */
export const walkAll = <Event = undefined>(
  evidence: Evidence,
  follower?: Follower<Event>,
  part?: Part
) =>
  Effect.gen(function* () {
    const log = yield* walkLog(follower, part)
    const tree = yield* walkTree(evidence)
    return [...log, ...tree, yield* checkCosignatures(evidence.witnesses)]
  })

/** Commits with a number. */
export const logSize = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly seq: bigint }>`select coalesce(max(seq), 0) as seq from es.sealed`
).pipe(Effect.map(([row]) => Number(row!.seq)))

/** The first commit that comes after so many of the log; there may be none yet. */
export const commitAfter = (size: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly commitId: bigint }>`
      select coalesce((select min(commit_id) from es.sealed where seq > ${size}),
        (select max(commit_id) + 1 from es.sealed), 0)::bigint as "commitId"`
  ).pipe(Effect.map(([row]) => row!.commitId))

export { findContradictions }

export const audit = auditAgainst({})
