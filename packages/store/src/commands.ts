/** Idempotency of commands: what happens to a command that was executed before. */
import { Effect, Result, Schema } from "effect"
import { SqlError } from "effect/sql"

import { CommandAltered } from "./EventStore.ts"
import type { Append, Appended, CommandOutcome, VersionConflict } from "./EventStore.ts"

/**
 * The stored outcomes of an append that was executed before. Its commands were executed together, so
 * all of them are stored. If one is not, it is another request under the same ids.
 */
export const replayOf = (
  { commands }: Append,
  stored: ReadonlyArray<CommandOutcome>
): Result.Result<Appended, CommandAltered> => {
  const storedById = new Map(stored.map((command) => [command.commandId, command]))
  const altered = commands.find(
    ({ commandId, requestHash }) => storedById.get(commandId)?.requestHash !== requestHash
  )
  if (altered !== undefined)
    return Result.fail(new CommandAltered({ commandId: altered.commandId }))
  const outcomes = commands.map(({ commandId }) => storedById.get(commandId)!.outcome)
  return Result.succeed({ replayed: true, outcomes, available: {} })
}

/**
 * The same command was executed at the same time for another stream, by another batch or on another
 * node. That transaction is committed by now, and a retry finds the command.
 */
export const isDuplicateCommand = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  error.reason._tag === "UniqueViolation" &&
  error.reason.constraint === "command_pkey"

/** A command was executed after the decision read the state: nothing is written, decide again. */
class DuplicateCommand extends Schema.TaggedError<DuplicateCommand>()("DuplicateCommand", {}) {}

type Refusal = VersionConflict | CommandAltered | SqlError.SqlError

/** Makes the append of a decision, under the lock of its streams, fail with `DuplicateCommand`. */
export const appendUnderLock = <R>(
  append: Effect.Effect<Appended, Refusal, R>
): Effect.Effect<void, DuplicateCommand | SqlError.SqlError, R> =>
  append.pipe(
    // Versions were read under the lock that is still held: this would be a bug.
    Effect.catchTag("VersionConflict", Effect.die),
    Effect.mapError((error) =>
      error._tag === "CommandAltered" || isDuplicateCommand(error) ? new DuplicateCommand() : error
    ),
    Effect.filterOrFail(
      ({ replayed }) => !replayed,
      () => new DuplicateCommand()
    ),
    Effect.asVoid
  )

/**
 * Command ids are unique over all streams, so the lock of a stream does not protect them: a command
 * that did not exist when a decision read may exist when it writes. The transaction is retried once.
 * If it fails again, the decision did not read the command at all, which is a bug.
 */
export const retryDuplicateCommand = <A, E, R>(
  transaction: Effect.Effect<A, E | DuplicateCommand, R>
): Effect.Effect<A, Exclude<E, DuplicateCommand>, R> =>
  transaction.pipe(
    Effect.retry({ times: 1, while: (error) => error instanceof DuplicateCommand }),
    Effect.catch((error) =>
      error instanceof DuplicateCommand
        ? Effect.die(error)
        : Effect.fail(error as Exclude<E, DuplicateCommand>)
    )
  )
