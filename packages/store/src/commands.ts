/** What a command that was carried out before is answered, when it is sent again. */
import { Effect, Result, Schema } from "effect"
import { SqlError } from "effect/sql"

import { CommandAltered } from "./EventStore.ts"
import type { Append, Appended, CommandOutcome, VersionConflict } from "./EventStore.ts"

/**
 * All commands of an append were carried out together, so they are known together. One that is not
 * among them was put into another append: that is another request under the same ids.
 */
export const appendedBefore = (
  { commands }: Append,
  known: ReadonlyArray<CommandOutcome>
): Result.Result<Appended, CommandAltered> => {
  const before = new Map(known.map((command) => [command.commandId, command]))
  const altered = commands.find(
    ({ commandId, requestHash }) => before.get(commandId)?.requestHash !== requestHash
  )
  if (altered !== undefined)
    return Result.fail(new CommandAltered({ commandId: altered.commandId }))
  const outcomes = commands.map(({ commandId }) => before.get(commandId)!.outcome)
  return Result.succeed({ replayed: true, outcomes, heads: [] })
}

/**
 * The same command was being carried out for another stream, in another lane or on another node. By
 * now that one is committed, and a second try finds it.
 */
export const isCommandTaken = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  error.reason._tag === "UniqueViolation" &&
  error.reason.constraint === "command_pkey"

/** A command that a decision did not see has been carried out: nothing is written, it must look again. */
class CommandOverlooked extends Schema.TaggedError<CommandOverlooked>()("CommandOverlooked", {}) {}

type Refusal = VersionConflict | CommandAltered | SqlError.SqlError

/** The append of a decision, made under the lock of its streams. */
export const appendNew = <R>(
  append: Effect.Effect<Appended, Refusal, R>
): Effect.Effect<void, CommandOverlooked | SqlError.SqlError, R> =>
  append.pipe(
    // Versions were read under the lock that is still held: this would be a bug.
    Effect.catchTag("VersionConflict", Effect.die),
    Effect.mapError((error) =>
      error._tag === "CommandAltered" || isCommandTaken(error) ? new CommandOverlooked() : error
    ),
    Effect.filterOrFail(
      ({ replayed }) => !replayed,
      () => new CommandOverlooked()
    ),
    Effect.asVoid
  )

/**
 * Commands are known over all streams, so no lock of a stream guards them: one that was not there
 * when a decision looked may be there when it writes. It looks again; if it overlooks it again, it
 * never asked for it, and that is a bug.
 */
export const lookingAgain = <A, E, R>(
  transaction: Effect.Effect<A, E | CommandOverlooked, R>
): Effect.Effect<A, Exclude<E, CommandOverlooked>, R> =>
  transaction.pipe(
    Effect.retry({ times: 1, while: (error) => error instanceof CommandOverlooked }),
    Effect.catch((error) =>
      error instanceof CommandOverlooked
        ? Effect.die(error)
        : Effect.fail(error as Exclude<E, CommandOverlooked>)
    )
  )
