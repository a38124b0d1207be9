/**
 * Makes the next checkpoint: extends the stored tree to the end of the sealed log, computes its root and
 * signs it, unless the log does not begin with what was signed before.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { signCheckpoint } from "./checkpoint.ts"
import type { Signer } from "./checkpoint.ts"
import { consistencyRanges, emptyRoot, isConsistent } from "./merkle.ts"
import type { Tree } from "./merkle.ts"
import { extend, hashesOf, treeOf } from "./tiles.ts"

export interface SignedCheckpoint extends Tree {
  readonly note: string
  readonly at: Date
}

/** The log was cut or changed after it was signed. */
export class LogRewritten extends Schema.TaggedError<LogRewritten>()("LogRewritten", {
  /** Commits of the log that was signed. */
  signed: Schema.Int,
  /** Commits of the log now. */
  found: Schema.Int
}) {}

interface Certification {
  readonly signers: ReadonlyArray<Signer>
  /** A tree that was signed before, as it is known from outside the database. */
  readonly trusted: Tree | undefined
}

type InTransaction<A, E = never> = Effect.Effect<A, E | SqlError.SqlError, SqlClient.SqlClient>

interface CheckpointRow extends Omit<SignedCheckpoint, "size"> {
  readonly size: bigint
}

const toCheckpoint = ({ size, ...row }: CheckpointRow): SignedCheckpoint => ({
  size: Number(size),
  ...row
})

const columns = (sql: SqlClient.SqlClient) => sql.literal(`size, root, note, at`)

/** The checkpoints of at most `upTo` commits, newest first. */
export const checkpointsBefore = (
  upTo: number,
  limit: number
): InTransaction<ReadonlyArray<SignedCheckpoint>> =>
  SqlClient.SqlClient.use(
    (sql) => sql<CheckpointRow>`
      select ${columns(sql)} from es.checkpoint where size <= ${upTo}
      order by size desc limit ${limit}`
  ).pipe(Effect.map((rows) => rows.map(toCheckpoint)))

export const checkpointAt = (size: number): InTransaction<SignedCheckpoint | undefined> =>
  SqlClient.SqlClient.use(
    (sql) => sql<CheckpointRow>`select ${columns(sql)} from es.checkpoint where size = ${size}`
  ).pipe(Effect.map(([row]) => row && toCheckpoint(row)))

/** The first checkpoint of at least so many commits: the same one at every call. */
export const firstCovering = (commits: number): InTransaction<SignedCheckpoint | undefined> =>
  SqlClient.SqlClient.use(
    (sql) => sql<CheckpointRow>`
      select ${columns(sql)} from es.checkpoint where size >= ${commits} order by size limit 1`
  ).pipe(Effect.map(([row]) => row && toCheckpoint(row)))

export const newest: InTransaction<SignedCheckpoint | undefined> = Effect.map(
  checkpointsBefore(Number.MAX_SAFE_INTEGER, 1),
  ([checkpoint]) => checkpoint
)

/** The name of this log in its checkpoints. */
export const originOf = (logId: string): string => `rcpt/${logId}`

export const origin: InTransaction<string> = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly id: string }>`select log_id as id from es.log`
).pipe(Effect.map(([row]) => originOf(row!.id)))

const headOfLog: InTransaction<number> = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly seq: bigint }>`select seq from es.head`
).pipe(Effect.map(([row]) => Number(row!.seq)))

/** Takes the lock of the tree until the end of the transaction; false: another node has it. */
const lockTree: InTransaction<boolean> = SqlClient.SqlClient.use(
  (sql) => sql`select from es.log for update skip locked`
).pipe(Effect.map((rows) => rows.length === 1))

const beginsWith = (signed: Tree, tree: Tree): InTransaction<boolean> =>
  signed.size > tree.size
    ? Effect.succeed(false)
    : Effect.map(hashesOf(consistencyRanges(signed.size, tree.size)), (path) =>
        isConsistent(signed, tree, path)
      )

const insert = (tree: Tree, note: string): InTransaction<SignedCheckpoint> =>
  SqlClient.SqlClient.use(
    (sql) => sql<CheckpointRow>`
      insert into es.checkpoint (size, root, note)
      values (${tree.size}, ${Buffer.from(tree.root)}, ${note})
      returning ${columns(sql)}`
  ).pipe(Effect.map(([row]) => toCheckpoint(row!)))

/** Fails unless the log begins with each of the trees. */
const requireBeginnings = (tree: Tree, signed: ReadonlyArray<Tree>) =>
  Effect.forEach(
    signed,
    (before) =>
      Effect.flatMap(beginsWith(before, tree), (isSo) =>
        isSo
          ? Effect.void
          : Effect.fail(new LogRewritten({ signed: before.size, found: tree.size }))
      ),
    { discard: true }
  )

/**
 * The newest checkpoint. It fails if the checkpoint does not begin with the trusted tree. Its signature is not checked,
 * and everyone who can write to the database can add a row there, so it is trusted no further than this.
 */
export const confirm = (trusted: Tree | undefined) =>
  Effect.gen(function* () {
    const last = yield* newest
    if (trusted !== undefined)
      yield* requireBeginnings(last ?? { size: 0, root: emptyRoot }, [trusted])
    return last
  })

const certifyLocked = ({ signers, trusted }: Certification) =>
  Effect.gen(function* () {
    const [head, last] = [yield* headOfLog, yield* newest]
    const signed = [last, trusted].filter((tree) => tree !== undefined)
    const cut = signed.find(({ size }) => size > head)
    if (cut !== undefined) return yield* new LogRewritten({ signed: cut.size, found: head })
    if (head === 0 || last?.size === head) return yield* confirm(trusted)
    if (!(yield* extend(head))) return "unfinished" as const
    const tree = yield* treeOf(head)
    yield* requireBeginnings(tree, signed)
    return yield* insert(tree, signCheckpoint({ ...tree, origin: yield* origin }, signers))
  })

/**
 * One step, in a transaction of its own. It returns the newest checkpoint, which covers the whole log unless another node
 * is making one. "unfinished" means that the tree is far behind and the next step goes on.
 */
export const certify = (certification: Certification) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.flatMap(lockTree, (isOurs) =>
        isOurs ? certifyLocked(certification) : confirm(certification.trusted)
      )
    )
  )
