/**
 * Appends on Postgres: many callers, one statement, an outcome for each. A statement is a transaction
 * of its own: one round trip, and no lock is held while we think.
 *
 * What comes while a batch is being written goes into the next one. A conflict or a repeated command
 * settles its own caller and nobody else; a batch that Postgres refuses for one of them is done again
 * one by one, so that the others do not suffer.
 */
import { Cause, Effect, Exit, Option, Result } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { toArguments } from "./appendArguments.ts"
import { appendedBefore, isCommandTaken } from "./commands.ts"
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

type Refusal = VersionConflict | CommandAltered
type Failure = Refusal | StoreUnavailable
type Outcome = Exit.Exit<Appended, Failure>

interface Answer {
  /** Of each stream, in the order in which they were sent. */
  readonly heads?: ReadonlyArray<string>
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
const refusalOf = (
  append: Append,
  { known = [], conflicts = [] }: Answer
): Exit.Exit<Appended, Refusal> | undefined => {
  const mine = known.filter((k) => append.commands.some((c) => c.commandId === k.commandId))
  if (mine.length > 0)
    return Result.match(appendedBefore(append, mine), {
      onSuccess: Exit.succeed,
      onFailure: Exit.fail
    })
  const conflict = conflicts.find((c) => append.streams.some((s) => s.stream === c.stream))
  return conflict && Exit.fail(new VersionConflict(conflict))
}

const written = ({ commands }: Append, heads: ReadonlyArray<string>): Exit.Exit<Appended> =>
  Exit.succeed({ replayed: false, outcomes: commands.map(({ outcome }) => outcome), heads })

const ask = (appends: ReadonlyArray<Append>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly answer: Answer }>`
      select es.append(${toArguments(sql, mergeAppends(appends))}) as answer`
    return row!.answer
  })

/** In the transaction that is open: an error ends it, so nothing is tried again here. */
export const writeWithin = (
  append: Append
): Effect.Effect<Appended, Refusal | SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    ask([append]),
    (answer) => refusalOf(append, answer) ?? written(append, answer.heads ?? [])
  )

/** Writes appends that touch nothing in common, and puts an outcome to each. */
const settle = (left: ReadonlyArray<Waiting>): Effect.Effect<void, never, SqlClient.SqlClient> =>
  ask(left.map(({ append }) => append)).pipe(
    Effect.retry({ times: 1, while: isCommandTaken }),
    unavailable,
    Effect.matchCauseEffect({
      onSuccess: (answer) => {
        for (const waiting of left) waiting.outcome = refusalOf(waiting.append, answer)
        const rest = left.filter(({ outcome }) => outcome === undefined)
        // With a refusal nothing was written; without one, everything.
        if (rest.length > 0 && rest.length < left.length) return settle(rest)
        let before = 0
        for (const waiting of rest) {
          const after = before + waiting.append.streams.length
          waiting.outcome = written(waiting.append, answer.heads?.slice(before, after) ?? [])
          before = after
        }
        return Effect.void
      },
      onFailure: (cause) => {
        const isLost = Option.isSome(Cause.findErrorOption(cause))
        if (left.length > 1 && !isLost)
          return Effect.forEach(left, (waiting) => settle([waiting]), { discard: true })
        for (const waiting of left) waiting.outcome = Exit.failCause(cause)
        return Effect.void
      }
    })
  )

const settleAll = (appends: ReadonlyArray<Append>) =>
  Effect.gen(function* () {
    const all = appends.map((append): Waiting => ({ append, outcome: undefined }))
    for (const round of disjointRounds(all)) yield* settle(round)
    return all.map(({ outcome }) => outcome!)
  })

/** Batches under way at once: while one waits for the disk, another is computed. */
const lanes = 2

/** Appends in one batch; their events may be many more. */
const batchMax = 256

/** One stream always takes the same lane: its appends keep their order. */
const laneOf = ({ streams }: Append): string => {
  const name = streams[0]?.stream ?? ""
  return String((name.charCodeAt(name.length - 1) || 0) % lanes)
}

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

    const told = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      effect.pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.tap(() => sql.afterCommit(afterCommit))
      )

    const submit = yield* GroupCommit.make<Append, Appended, Failure>({
      commit: (_, appends) => told(settleAll(appends)),
      concurrency: lanes,
      batchMax
    })

    return (append) =>
      Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
        Option.isSome(transaction)
          ? unavailable(told(writeWithin(append)))
          : submit(laneOf(append), append)
      )
  })
