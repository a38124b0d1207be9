/**
 * Appends on Postgres: many callers, one transaction, an outcome for each.
 *
 * What comes while a batch is being committed goes into the next one. A conflict or a repeated
 * command settles its own caller and nobody else; a batch that Postgres refuses for one of them is
 * done again one by one, so that the others do not suffer.
 */
import { Effect, Exit, Option, Result } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { toArguments } from "./appendArguments.ts"
import { appendedBefore } from "./commands.ts"
import { VersionConflict } from "./EventStore.ts"
import type {
  Append,
  Appended,
  CommandAltered,
  CommandOutcome,
  StoreUnavailable
} from "./EventStore.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { disjointRounds, mergeAppends } from "./mergeAppends.ts"
import { unavailable } from "./unavailable.ts"

type Outcome = Exit.Exit<Appended, VersionConflict | CommandAltered>

interface Answer {
  readonly known?: ReadonlyArray<CommandOutcome>
  readonly conflicts?: ReadonlyArray<{
    readonly stream: string
    readonly expected: number
    readonly actual: number
  }>
}

interface Waiting {
  readonly append: Append
  outcome: Outcome | undefined
}

/** What the answer says about one append; `undefined`: nothing speaks against it. */
const refusalOf = (append: Append, { known = [], conflicts = [] }: Answer): Outcome | undefined => {
  const mine = known.filter((k) => append.commands.some((c) => c.commandId === k.commandId))
  if (mine.length > 0)
    return Result.match(appendedBefore(append, mine), {
      onSuccess: Exit.succeed,
      onFailure: Exit.fail
    })
  const conflict = conflicts.find((c) => append.streams.some((s) => s.stream === c.stream))
  return conflict && Exit.fail(new VersionConflict(conflict))
}

const written = ({ commands }: Append): Outcome =>
  Exit.succeed({ replayed: false, outcomes: commands.map(({ outcome }) => outcome) })

/** Within a transaction: writes what can be written, and answers each. */
export const writeAppends = (
  appends: ReadonlyArray<Append>
): Effect.Effect<ReadonlyArray<Outcome>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const all = appends.map((append): Waiting => ({ append, outcome: undefined }))
    const rounds = disjointRounds(all)
    if (rounds.length > 1) {
      // All locks at once and in order, or two batches could wait for each other.
      const streams = appends.flatMap((append) => append.streams.map(({ stream }) => stream))
      yield* sql`select es.lock_streams(${[...new Set(streams)]}::text[])`
    }
    for (const round of rounds) {
      let left = round
      while (left.length > 0) {
        const merged = mergeAppends(left.map(({ append }) => append))
        const [row] = yield* sql<{ readonly answer: Answer }>`
          select es.append(${toArguments(sql, merged)}) as answer`
        for (const waiting of left) waiting.outcome = refusalOf(waiting.append, row!.answer)
        const refused = left.filter(({ outcome }) => outcome !== undefined)
        // Without a refusal all of them were written; with one, none was.
        if (refused.length === 0)
          for (const waiting of left) waiting.outcome = written(waiting.append)
        left = left.filter(({ outcome }) => outcome === undefined)
      }
    }
    return all.map(({ outcome }) => outcome!)
  })

/** Batches under way at once: while one waits for the disk, another is computed. */
const lanes = 2

/** Appends in one batch; their events may be many more. */
const batchMax = 256

type Failure = VersionConflict | CommandAltered | StoreUnavailable

/**
 * How to append: within the caller's transaction when there is one, else together with whoever else
 * appends now.
 */
export const makeWriter = (
  afterCommit: Effect.Effect<void>
): Effect.Effect<
  (append: Append) => Effect.Effect<Appended, Failure>,
  never,
  SqlClient.SqlClient | Scope.Scope
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const write = (appends: ReadonlyArray<Append>) =>
      writeAppends(appends).pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.tap(() => sql.afterCommit(afterCommit))
      )

    /** In the transaction that is open. */
    const within = (append: Append): Effect.Effect<Appended, Failure> =>
      Effect.flatMap(unavailable(write([append])), ([outcome]) => outcome!)

    const alone = (append: Append) =>
      Effect.flatMap(unavailable(sql.withTransaction(write([append]))), ([outcome]) => outcome!)

    type Outcomes = ReadonlyArray<Exit.Exit<Appended, Failure>>
    const together = (appends: ReadonlyArray<Append>): Effect.Effect<Outcomes, Failure> =>
      unavailable(sql.withTransaction(write(appends))).pipe(
        Effect.catchDefect((defect): Effect.Effect<Outcomes> =>
          appends.length === 1
            ? Effect.die(defect)
            : Effect.forEach(appends, (append) => Effect.exit(alone(append)))
        )
      )

    const submit = yield* GroupCommit.make<Append, Appended, Failure>({
      commit: (_, appends) => together(appends),
      concurrency: lanes,
      batchMax
    })

    /** One stream always takes the same lane: its appends keep their order. */
    const laneOf = ({ streams }: Append): string => {
      const name = streams[0]?.stream ?? ""
      return String((name.charCodeAt(name.length - 1) || 0) % lanes)
    }

    return (append) =>
      Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
        Option.isSome(transaction) ? within(append) : submit(laneOf(append), append)
      )
  })
