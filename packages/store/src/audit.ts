/**
 * Reads the whole store and reports the first contradiction of each check. It writes nothing, keeps only the head of each
 * stream in memory, and computes every hash again.
 *
 * An attacker who can write to the database can rewrite a whole stream consistently. Only a checkpoint that
 * was published before shows that (`AuditInputs`).
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
import type { AuditInputs } from "./audit/walkTree.ts"

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

/** Takes a snapshot before any other query of the transaction. The transaction that exported it must still be open. */
const takeSnapshot = (id: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe(`set transaction snapshot '${id}'`).unprepared)

/**
 * The same for a reader that needs temporary tables: `make` may create them, and `read` may write to them and to
 * nothing else. Rows of temporary tables give the transaction a number of its own, so the sealer keeps the numbers of
 * failed commits (`es.gap`) until it ends.
 */
export const inSnapshotWith = <M, A, E1, E2, R1, R2>(
  make: Effect.Effect<M, E1, R1>,
  read: (made: M) => Effect.Effect<A, E2, R2>
): Effect.Effect<A, E1 | E2 | SqlError.SqlError, R1 | R2 | SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const made = yield* make
        yield* sql`set transaction read only`
        return yield* read(made)
      })
    )
  ).pipe(Effect.provideService(SqlClient.BeginTransaction, "begin isolation level repeatable read"))

/**
 * `inSnapshotWith` and, at the same time on a second connection, `inSnapshot`, both of the same snapshot. Must not
 * run within a transaction.
 */
export const inOneSnapshot = <M, A, B, E1, E2, E3, R1, R2, R3>(
  make: Effect.Effect<M, E1, R1>,
  read: (made: M) => Effect.Effect<A, E2, R2>,
  other: Effect.Effect<B, E3, R3>
) =>
  Effect.gen(function* () {
    const exported = yield* Deferred.make<string>()
    const taken = yield* Deferred.make<void>()
    const exporting = inSnapshotWith(
      Effect.andThen(
        Effect.flatMap(exportSnapshot, (id) => Deferred.succeed(exported, id)),
        make
      ),
      (made) => Effect.tap(read(made), Deferred.await(taken))
    )
    const taking = Effect.gen(function* () {
      yield* takeSnapshot(yield* Deferred.await(exported))
      yield* Deferred.succeed(taken, undefined)
      return yield* other
    })
    return yield* Effect.all([exporting, inSnapshot(taking)], { concurrency: "unbounded" })
  })

/**
 * All checks of the store; run it in a snapshot. Findings are in reading order: events first, then commits, then the
 * rest. The follower is given the log, which is read once.
 */
export const auditAgainst = (
  inputs: AuditInputs,
  follower?: Follower
): Effect.Effect<ReadonlyArray<AuditFinding>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const log = yield* walkAll(inputs, follower)
    return [...log, ...(yield* findContradictions)]
  })

/** The checks that follow the log; the others are `findContradictions`. */
export const walkAll = (inputs: AuditInputs, follower?: Follower, part?: Part) =>
  Effect.gen(function* () {
    const log = yield* walkLog(follower, part)
    const tree = yield* walkTree(inputs)
    return [...log, ...tree, yield* checkCosignatures(inputs.witnesses)]
  })

/** How many commits have a number in the log. */
export const logSize = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly seq: bigint }>`select coalesce(max(seq), 0) as seq from es.sealed`
).pipe(Effect.map(([row]) => Number(row!.seq)))

/** The number of the first commit after the first `size` of the log. It may not exist yet. */
export const commitAfter = (size: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly commitId: bigint }>`
      select coalesce((select min(commit_id) from es.sealed where seq > ${size}),
        (select max(commit_id) + 1 from es.sealed), 0)::bigint as "commitId"`
  ).pipe(Effect.map(([row]) => row!.commitId))

export { findContradictions }

export const audit = auditAgainst({})
