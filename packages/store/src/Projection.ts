/**
 * Views that follow the log: each a fold of events into rows, with a checkpoint.
 *
 *        sealed log ──► step: [ rows of the view + checkpoint ] in one transaction
 *
 * Rows belong to a *generation*. A rebuild is another generation that starts at the beginning beside
 * the live one, and takes its place in one transaction when it has caught up. Every node runs the
 * projections; the row lock of the checkpoint says who works, and a step that finds the checkpoint
 * moved, or of another epoch, writes nothing: applying twice is impossible.
 *
 * A commit that a projection fails on is *parked*: put aside with its error, so that the rest goes
 * on; tried again every minute; reported until it is taken. Therefore a projection must not depend
 * on the order of commits of different streams.
 */
import { Cause, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { EventStore } from "./EventStore.ts"
import type { SealedCommit, StoreUnavailable } from "./EventStore.ts"
import { generationsOf, switchOver } from "./generations.ts"
import type { Checkpoint } from "./generations.ts"
import { Hints } from "./Hints.ts"
import { transaction } from "./transaction.ts"
import { unavailable } from "./unavailable.ts"

export interface Projection {
  /** Stored: never rename. */
  readonly name: string
  /** Folds commits into the rows of a generation. Runs in the transaction of the checkpoint. */
  readonly apply: (
    generation: number,
    commits: ReadonlyArray<SealedCommit>
  ) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
  /** Removes the rows of a generation that nobody reads any more. */
  readonly drop: (generation: number) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
}

/** Commits per step: enough to share the cost of its commit, few enough to be done in milliseconds. */
const commitsPerStepMax = 500

/** The floor, when no hint arrives: some statements on an idle database each time. */
const pollEvery = Duration.millis(500)

/**
 * Between two rounds. Each costs a commit of its own and some statements, whatever it takes, so a
 * busy log is followed twenty times a second at most; whoever comes first after a rest goes at once.
 */
const roundsApart = Duration.millis(50)

const parkedAgainEvery = Duration.minutes(1)
const troubleWait = Duration.seconds(1)

type Needs = SqlClient.SqlClient | EventStore

/** Somebody else moved the checkpoint, or began anew: what we computed is void. */
class Overtaken {
  readonly _tag = "Overtaken"
}

/**
 * One step of one generation, from its checkpoint. Answers whether there may be more: not when it has
 * caught up, or when another node is at it.
 */
const step = (
  { name, apply }: Projection,
  generation: number,
  limit: number
): Effect.Effect<boolean, StoreUnavailable | Overtaken, Needs> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EventStore
    const [at] = yield* sql<Checkpoint>`
      select generation, live, seq, epoch from es.projection
      where name = ${name} and generation = ${generation} for update skip locked`
    if (at === undefined) return false
    const commits = yield* store.readLog({ after: Number(at.seq), limit })
    const last = commits.at(-1)
    if (last === undefined) return false
    yield* apply(generation, commits)
    const moved = yield* sql`
      update es.projection set seq = ${last.seq}
      where name = ${name} and generation = ${generation} and seq = ${at.seq} and epoch = ${at.epoch}
      returning seq`
    if (moved.length === 0) return yield* Effect.fail(new Overtaken())
    return commits.length === limit
  }).pipe(transaction, unavailable)

/** Takes what can be taken. A batch that fails is halved until the commit is alone that fails it. */
const advance = (
  projection: Projection,
  generation: number,
  limit: number = commitsPerStepMax
): Effect.Effect<boolean, StoreUnavailable, Needs> =>
  step(projection, generation, limit).pipe(
    Effect.catchTag("Overtaken", () => Effect.succeed(false)),
    Effect.catchDefect((defect) =>
      limit === 1
        ? park(projection, generation, defect)
        : advance(projection, generation, Math.ceil(limit / 2))
    )
  )

/** Puts the next commit aside, and moves on behind it. */
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

/** Tries again what was parked, oldest first; what fails again stays, with its latest error. */
export const retryParked = (projection: Projection): Effect.Effect<void, StoreUnavailable, Needs> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EventStore
    const { name } = projection
    const parked = yield* sql<{ readonly generation: number; readonly seq: bigint }>`
      select generation, seq from es.parked where name = ${name} order by seq`
    for (const { generation, seq } of parked) {
      const take = Effect.gen(function* () {
        const removed = yield* sql`
          delete from es.parked where name = ${name} and generation = ${generation} and seq = ${seq}
          returning seq`
        if (removed.length === 0) return
        const commits = yield* store.readLog({ after: Number(seq) - 1, limit: 1 })
        yield* projection.apply(generation, commits)
      }).pipe(transaction, unavailable)
      yield* Effect.catchDefect(
        take,
        (defect) =>
          sql`
          update es.parked set attempts = attempts + 1, failure = ${Cause.pretty(Cause.die(defect))}
          where name = ${name} and generation = ${generation} and seq = ${seq}`
      )
    }
  }).pipe(unavailable)

/** Takes everything that there is to take, in every generation. */
export const catchUp = (projection: Projection): Effect.Effect<void, StoreUnavailable, Needs> =>
  Effect.gen(function* () {
    const generations = yield* generationsOf(projection)
    for (const generation of generations)
      yield* Effect.repeat(advance(projection, generation), { until: (isMore) => !isMore })
    if (generations.length > 1) yield* switchOver(projection)
  }).pipe(unavailable)

/** Follows the log for ever. */
export const run = (projection: Projection): Effect.Effect<never, never, Needs | Hints> =>
  Effect.gen(function* () {
    const wait = (yield* Hints).listen("sealed")
    const retrying = Effect.forever(
      Effect.andThen(Effect.sleep(parkedAgainEvery), whenItAnswers(retryParked(projection)))
    )
    const following = Effect.forever(
      whenItAnswers(catchUp(projection)).pipe(
        Effect.andThen(Effect.sleep(roundsApart)),
        Effect.andThen(wait(pollEvery))
      )
    )
    return yield* Effect.raceFirst(following, retrying)
  })

const whenItAnswers = <R>(effect: Effect.Effect<void, StoreUnavailable, R>) =>
  Effect.catch(effect, (trouble) =>
    Effect.andThen(
      Effect.logWarning("A projection cannot go on", trouble),
      Effect.sleep(troubleWait)
    )
  )
