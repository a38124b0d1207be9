/**
 * `rcpt drain`: lets the other nodes take the work of one, and says when it may be stopped. By way of the
 * database, so any machine will do.
 */
import {
  askToDrain,
  drainRefusal,
  members,
  named,
  takeBack
} from "@rcpt/service/operations/admin/members"
import type { Member } from "@rcpt/service/operations/admin/members"
import { Console, Duration, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { readDatabase } from "./readDatabase.ts"

/** Actors may end what they do within 10 s; rows that were given back, and others' looks, take a few more. */
const waitMax = Duration.seconds(60)
const lookEvery = Duration.seconds(1)

const node = Argument.String("node").pipe(
  Argument.withDescription(
    "As rcpt nodes shows it; what is before its first slash: all of a machine."
  )
)

const undo = Flag.Boolean("undo").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Let it take part in the work again. A restart does that, too.")
)

const failed = (sentence: string, code: number) =>
  Effect.fail(new CommandFailed({ sentence, code }))

const namesOf = (those: ReadonlyArray<Member>): ReadonlyArray<string> =>
  those.map(({ name }) => name)

const stateOf = ({ name, shards, actors }: Member): string =>
  `${name} still has ${shards ?? 0} shards and ${actors ?? 0} actors.`

/** A process that has ended meanwhile has handed over everything. */
const untilDrained = (names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    for (
      let looks = 0;
      looks * Duration.toMillis(lookEvery) < Duration.toMillis(waitMax);
      looks++
    ) {
      const left = (yield* members).filter(
        ({ name, alive, drainedAt }) => names.includes(name) && alive && drainedAt === null
      )
      if (left.length === 0) return []
      if (looks > 0 && looks % 10 === 0) yield* Console.log(left.map(stateOf).join("\n"))
      yield* Effect.sleep(lookEvery)
    }
    return (yield* members).filter(({ name }) => names.includes(name))
  })

const drainAll = Effect.fnUntraced(function* (
  all: ReadonlyArray<Member>,
  those: ReadonlyArray<Member>
) {
  const refusal = drainRefusal(all, those)
  if (refusal !== undefined) return yield* failed(refusal, unavailableCode)
  const names = namesOf(those)
  yield* askToDrain(names)
  yield* Console.log(`${names.join(", ")}: the others take its work.`)
  const left = yield* untilDrained(names)
  if (left.length > 0)
    return yield* failed(
      [...left.map(stateOf), "It goes on; run this again to wait for it, or --undo."].join("\n"),
      unavailableCode
    )
  yield* Console.log("Drained: it may be stopped now.")
})

export const drain = Command.make("drain", { node, undo }, (flags) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    yield* readDatabase(
      "nodes",
      Effect.gen(function* () {
        const all = yield* members
        const those = named(all, flags.node)
        if (those.length === 0)
          return yield* failed(
            `No living node has the name "${flags.node}": see rcpt nodes.`,
            usageCode
          )
        if (!flags.undo) return yield* drainAll(all, those)
        yield* takeBack(namesOf(those))
        yield* Console.log(`${namesOf(those).join(", ")} takes part in the work again.`)
      })
    )
    process.exitCode = 0
  })
).pipe(
  Command.withDescription("Let the other nodes take the work of one, so that it may be stopped.")
)
