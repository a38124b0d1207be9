/** What a command that was carried out before is answered, when it is sent again. */
import { Effect, Result } from "effect"

import { CommandAltered } from "./EventStore.ts"
import type { Append, Appended, CommandOutcome } from "./EventStore.ts"

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
  return Result.succeed({ replayed: true, outcomes })
}

/**
 * A decision saw its commands under the lock that is still held. If one was carried out all the same,
 * nothing was written now, and the decision's outcome must not be told to anybody: this is a bug.
 */
export const mustBeNew = ({ replayed }: Appended): Effect.Effect<void> =>
  replayed
    ? Effect.die(new Error("a command of this decision had been carried out before"))
    : Effect.void
