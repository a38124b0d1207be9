/**
 * Seals the log and applies it to all projections, in *rounds*.
 *
 *        es.start_round ──► read the log once ──► fold into every view ──► move the checkpoints
 *        └───────────────────────── one transaction, one commit ─────────────────────────┘
 *
 * A round costs a commit and some ten statements, however many commits it applies. So rounds follow
 * the clock and not the checks: the first commit after an idle time starts one at once, then there is
 * at most one per `roundPause`, except when a request waits for a view (`awaitView.ts`). Every node
 * runs a projector. The row locks of the head and of the checkpoints decide which node works; the
 * others skip the round. A frozen node does not block them for long: Postgres ends its idle
 * transaction.
 *
 * A round that fails on a commit, or that takes too long, is rolled back as a whole. Its work is then
 * done in steps, one projection at a time (`Projection.advance`), so that each parks for itself.
 */
import { Cause, Duration, Effect, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { EventStore } from "./EventStore.ts"
import type { StoreUnavailable } from "./EventStore.ts"
import { gapsMax, sealedMax } from "./EventStorePg.ts"
import { generationsOf, switchOver } from "./generations.ts"
import { Hints } from "./Hints.ts"
import { extendPartitions } from "./partitions.ts"
import { advance, moveCheckpoints, retryParked } from "./Projection.ts"
import type { CheckpointMoved, Needs, Position, Projection } from "./Projection.ts"
import { transaction } from "./transaction.ts"
import { isStatementTimeout, unavailable } from "./unavailable.ts"

/**
 * Between two rounds. Views and readers of the log are at most this much further behind, and the cost
 * of a round is shared by the commits of this time.
 */
const roundPause = Duration.millis(100)

/** How late a node finds commits of a node that died before it gave a hint. */
const idlePollInterval = Duration.seconds(2)

const parkedRetryInterval = Duration.minutes(1)

/** A partition may be made for hours before it is needed. */
const partitionsCheckInterval = Duration.minutes(1)
const outageDelay = Duration.seconds(1)

/** The answer of `es.start_round`. */
interface StartedRound {
  /** The head of the log. */
  readonly seq: number
  /** The checkpoints that this round has locked. Absent: there is nothing to do. */
  readonly checkpoints?: ReadonlyArray<Position & { readonly live: boolean }>
}

/** When the next round starts: at once, after a pause, or after the next hint. */
type Next = "at once" | "after a pause" | "when there is news"

interface Finished {
  readonly next: Next
  /** Projections that are being rebuilt. */
  readonly rebuilding: ReadonlyArray<Projection>
}

type Projections = ReadonlyMap<string, Projection>

/** The result of a round that another node was faster in. */
const skipped: Finished = { next: "after a pause", rebuilding: [] }

const startRound = (names: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly round: StartedRound }>`
      select es.start_round(${names}::text[], ${sealedMax}::int, ${gapsMax}::int) as round`
  ).pipe(Effect.map((rows) => rows[0]!.round))

/**
 * Whether there is work. Without a hint there hardly ever is, and this is one statement, while a round is a transaction of
 * three. It seals the commits that it finds; the round after it moves the views.
 */
const hasWork = (projections: Projections) =>
  startRound([...projections.keys()]).pipe(
    Effect.map(({ checkpoints }) => checkpoints !== undefined),
    unavailable
  )

const apply = (projections: Projections, { seq: head, checkpoints }: Required<StartedRound>) =>
  Effect.gen(function* () {
    const { readLog } = yield* EventStore
    let isBehind = false
    // Checkpoints at the same position read the log together.
    for (const [after, group] of Map.groupBy(checkpoints, ({ seq }) => seq)) {
      const commits = after < head ? yield* readLog({ after }) : []
      const last = commits.at(-1)
      if (last === undefined) continue
      isBehind ||= last.seq < head
      for (const { name, generation } of group)
        yield* projections.get(name)!.apply(generation, commits)
      yield* moveCheckpoints(group, last.seq)
    }
    return isBehind
  })

const round = (
  projections: Projections
): Effect.Effect<Finished, StoreUnavailable | CheckpointMoved, Needs> =>
  Effect.gen(function* () {
    const { seq, checkpoints } = yield* startRound([...projections.keys()])
    if (checkpoints === undefined) return { next: "when there is news", rebuilding: [] } as const
    const isBehind = yield* apply(projections, { seq, checkpoints })
    const rebuilt = checkpoints.filter(({ live }) => !live)
    return {
      next: isBehind ? "at once" : "after a pause",
      rebuilding: rebuilt.map(({ name }) => projections.get(name)!)
    } as const
  }).pipe(transaction, unavailable)

/** The work of a round that failed, in parts that fail or take too long each for itself. */
const roundInSteps = (projections: Projections): Effect.Effect<Finished, StoreUnavailable, Needs> =>
  Effect.gen(function* () {
    yield* EventStore.use(({ seal }) => seal)
    let isBehind = false
    for (const projection of projections.values())
      for (const generation of yield* generationsOf(projection))
        if (yield* advance(projection, generation)) isBehind = true
    return { next: isBehind ? "at once" : "after a pause", rebuilding: [] } as const
  }).pipe(unavailable)

const needsSteps = (cause: Cause.Cause<StoreUnavailable | CheckpointMoved>): boolean =>
  Cause.hasDies(cause) || Option.exists(Cause.findErrorOption(cause), isStatementTimeout)

/** Seals the new commits and projects them, once. */
export const project = (projections: Projections): Effect.Effect<Next, StoreUnavailable, Needs> =>
  Effect.gen(function* () {
    const { next, rebuilding } = yield* round(projections).pipe(
      Effect.catchCauseIf(needsSteps, () => roundInSteps(projections)),
      Effect.catchTag("CheckpointMoved", () => Effect.succeed(skipped))
    )
    for (const projection of rebuilding) yield* unavailable(switchOver(projection))
    return next
  })

/** Repeats the effect for ever, also after a bug: a projector that ended would leave all views behind. */
const forever = (
  effect: Effect.Effect<void, StoreUnavailable, Needs>,
  trouble: string,
  delay = outageDelay
) =>
  Effect.forever(
    Effect.catchCause(effect, (cause: Cause.Cause<StoreUnavailable>) =>
      Effect.andThen(Effect.logWarning(trouble, cause), Effect.sleep(delay))
    )
  )

const keepPartitions = Effect.gen(function* () {
  const made = yield* unavailable(extendPartitions())
  if (made > 0) yield* Effect.logInfo("The log has new partitions", { made })
  yield* Effect.sleep(partitionsCheckInterval)
})

/** Follows the log forever. Without projections it only seals. */
export const run = (all: ReadonlyArray<Projection>): Effect.Effect<never, never, Needs | Hints> =>
  Effect.gen(function* () {
    const projections = new Map(all.map((projection) => [projection.name, projection]))
    const { listen, notify } = yield* Hints
    const readerWaits = listen("wanted")
    const news = listen("appended", "wanted")

    const prepare = Effect.forEach(all, generationsOf, { discard: true }).pipe(unavailable)
    const rest = news(idlePollInterval).pipe(
      Effect.flatMap((isHinted) => (isHinted ? Effect.succeed(true) : hasWork(projections))),
      Effect.repeat({ until: (isOver) => isOver })
    )
    const follow = Effect.gen(function* () {
      const next = yield* project(projections)
      if (next === "when there is news") return void (yield* rest)
      // Readers of the log ask the database after each hint, so there is none after a round without work.
      yield* notify("sealed")
      if (next === "after a pause") yield* readerWaits(roundPause)
    })
    const retry = Effect.sleep(parkedRetryInterval).pipe(
      Effect.andThen(Effect.forEach(all, retryParked, { discard: true }))
    )
    yield* Effect.retry(prepare, Schedule.spaced(outageDelay)).pipe(Effect.orDie)
    return yield* Effect.raceAllFirst([
      forever(follow, "The log cannot be sealed and projected"),
      forever(retry, "Parked commits cannot be retried"),
      forever(
        keepPartitions,
        "The next partition of the log cannot be made",
        partitionsCheckInterval
      )
    ])
  })
