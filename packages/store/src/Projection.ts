/**
 * Views that follow the log: each a fold of events into rows, with a checkpoint.
 *
 *        sealed log ──► step: [ rows of the view + checkpoint ] in one transaction
 *
 * Rows belong to a *generation*. A rebuild is a new generation that starts at the beginning of the
 * log, beside the live one. When it has caught up, it replaces the live one in one transaction. Every
 * node runs the projections, all of them in one round (`Projector.ts`): the row lock of the checkpoint
 * decides which node works. A step that finds the checkpoint moved, or of another epoch, writes
 * nothing, so no commit is applied twice.
 *
 * A commit that a projection fails on is *parked* with its error, and the projection goes on. It is
 * retried every minute and reported until it is applied. Therefore a projection must not depend on
 * the order of commits of different streams.
 */
import { Cause, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { commitsPerReadMax, EventStore } from "./EventStore.ts"
import type { SealedCommit, StoreUnavailable } from "./EventStore.ts"
import { generationsOf, switchOver } from "./generations.ts"
import type { Checkpoint, Rebuildable } from "./generations.ts"
import { transaction } from "./transaction.ts"
import { isStatementTimeout, unavailable } from "./unavailable.ts"

export interface Projection extends Rebuildable {
  /** Folds commits into the rows of a generation. Runs in the transaction of the checkpoint. */
  readonly apply: (
    generation: number,
    commits: ReadonlyArray<SealedCommit>
  ) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
}

export type Needs = SqlClient.SqlClient | EventStore

/** Another node moved the checkpoint or replaced the generation: this step must not commit. */
export class CheckpointMoved {
  readonly _tag = "CheckpointMoved"
}

/** A checkpoint as it was read. */
export interface Position {
  readonly name: string
  readonly generation: number
  readonly seq: number
  readonly epoch: number
}

/** Moves checkpoints that were read under lock. They are where they were, or nothing is committed. */
export const moveCheckpoints = (
  checkpoints: ReadonlyArray<Position>,
  seq: number
): Effect.Effect<void, SqlError.SqlError | CheckpointMoved, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const moved = yield* sql`
      update es.projection p set seq = ${seq}
      from unnest(${checkpoints.map(({ name }) => name)}::text[],
        ${checkpoints.map(({ generation }) => generation)}::int[],
        ${checkpoints.map((one) => BigInt(one.seq))}::bigint[],
        ${checkpoints.map(({ epoch }) => BigInt(epoch))}::bigint[])
        as was (name, generation, seq, epoch)
      where (p.name, p.generation, p.seq, p.epoch) = (was.name, was.generation, was.seq, was.epoch)
      returning true`
    if (moved.length < checkpoints.length) yield* Effect.fail(new CheckpointMoved())
  })

/**
 * One step of one generation, from its checkpoint. Returns whether there may be more: false when it
 * has caught up, or when another node works on it.
 */
const step = (
  { name, apply }: Projection,
  generation: number,
  limit: number
): Effect.Effect<boolean, StoreUnavailable | CheckpointMoved, Needs> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EventStore
    const [locked] = yield* sql<Checkpoint>`
      select generation, live, seq, epoch from es.projection
      where name = ${name} and generation = ${generation} for update skip locked`
    if (locked === undefined) return false
    const checkpoint = { name, generation, seq: Number(locked.seq), epoch: Number(locked.epoch) }
    const commits = yield* store.readLog({ after: checkpoint.seq, limit })
    const last = commits.at(-1)
    if (last === undefined) return false
    yield* apply(generation, commits)
    yield* moveCheckpoints([checkpoint], last.seq)
    return true
  }).pipe(transaction, unavailable)

/**
 * Applies the next commits. A batch that fails, or that takes longer than a statement may, is halved
 * until the failing commit is alone. That commit is parked if it fails, and tried again if it is slow.
 */
export const advance = (
  projection: Projection,
  generation: number,
  limit: number = commitsPerReadMax
): Effect.Effect<boolean, StoreUnavailable, Needs> => {
  const inHalves = advanceHalf(projection, generation, limit)
  return step(projection, generation, limit).pipe(
    Effect.catchTag("CheckpointMoved", () => Effect.succeed(false)),
    Effect.catchIf(
      (error) => limit > 1 && isStatementTimeout(error),
      () => inHalves
    ),
    Effect.catchDefect((defect) => (limit > 1 ? inHalves : park(projection, generation, defect)))
  )
}

const advanceHalf = (projection: Projection, generation: number, limit: number) =>
  Effect.suspend(() => advance(projection, generation, Math.ceil(limit / 2)))

/** Parks the next commit and moves the checkpoint past it. */
const park = ({ name }: Projection, generation: number, defect: unknown) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const failure = Cause.pretty(Cause.die(defect))
    const [parked] = yield* sql<{ readonly seq: bigint }>`
      with next as (
        update es.projection p set seq = s.seq
        from (select min(seq) as seq from es.sealed where seq > (
          select seq from es.projection where name = ${name} and generation = ${generation})) s
        where p.name = ${name} and p.generation = ${generation} and s.seq is not null
        returning s.seq
      )
      insert into es.parked (name, generation, seq, failure)
      select ${name}, ${generation}, seq, ${failure} from next returning seq`
    yield* Effect.logError("A projection failed on a commit, which is parked", {
      projection: name,
      generation,
      seq: Number(parked?.seq),
      failure
    })
    return true
  }).pipe(transaction, unavailable)

/** Retries the parked commits, oldest first. One that fails again stays, with its latest error. */
export const retryParked = (projection: Projection): Effect.Effect<void, StoreUnavailable, Needs> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EventStore
    const { name } = projection
    const parked = yield* sql<{ readonly generation: number; readonly seq: bigint }>`
      select generation, seq from es.parked where name = ${name} order by seq`
    for (const { generation, seq } of parked) {
      const retryOne = Effect.gen(function* () {
        const removed = yield* sql`
          delete from es.parked where name = ${name} and generation = ${generation} and seq = ${seq}
          returning seq`
        if (removed.length === 0) return
        const commits = yield* store.readLog({ after: Number(seq) - 1, limit: 1 })
        yield* projection.apply(generation, commits)
      }).pipe(transaction, unavailable)
      yield* Effect.catchDefect(
        retryOne,
        (defect) =>
          sql`
          update es.parked set attempts = attempts + 1, failure = ${Cause.pretty(Cause.die(defect))}
          where name = ${name} and generation = ${generation} and seq = ${seq}`
      )
    }
  }).pipe(unavailable)

/** Applies all commits of the log, in every generation. */
export const catchUp = (projection: Projection): Effect.Effect<void, StoreUnavailable, Needs> =>
  Effect.gen(function* () {
    const generations = yield* generationsOf(projection)
    for (const generation of generations)
      yield* Effect.repeat(advance(projection, generation), { until: (isMore) => !isMore })
    if (generations.length > 1) yield* switchOver(projection)
  }).pipe(unavailable)
