/**
 * `rcpt nodes` and `rcpt drain`: the processes of all nodes and how far the views are behind, and how one hands its work
 * to the others. Both work on the database, so any machine will do.
 */
import type { Lag, Member } from "@rcpt/service/operations/admin/members"
import {
  askToDrain,
  drainRefusal,
  lag,
  members,
  missingRole,
  named,
  takeBack
} from "@rcpt/service/operations/admin/members"
import { Console, Duration, Effect } from "effect"
import { Argument, Command, TerminalCapabilities } from "effect/cli"

import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { readDatabase } from "./readDatabase.ts"
import { painter, wrapped } from "./report.ts"
import type { Paint } from "./report.ts"
import { booleanFlag } from "./serverFlags.ts"

const nameWidth = 36
const headings = `${"node".padEnd(nameWidth)}role   version  shards  actors   clock  state`

/** `null`: the process has not said. */
const numberOf = (value: number | null): string => (value === null ? "–" : String(value))

const clockOf = ({ clockAhead }: Member): string =>
  clockAhead === null ? "–" : `${clockAhead < 0 ? "" : "+"}${(clockAhead / 1_000).toFixed(1)} s`

const stateOf = ({ alive, drainAskedAt, drainedAt }: Member): string => {
  if (!alive) return "dead"
  if (drainedAt !== null) return "drained"
  return drainAskedAt === null ? "alive" : "draining"
}

const styles = { dead: "red", drained: "yellow", draining: "yellow", alive: "green" } as const

const lineOf = (paint: Paint, member: Member): string => {
  const state = stateOf(member) as keyof typeof styles
  return [
    member.name.padEnd(nameWidth),
    (member.role ?? "–").padEnd(7),
    (member.version ?? "–").padEnd(7),
    numberOf(member.shards).padStart(8),
    numberOf(member.actors).padStart(8),
    clockOf(member).padStart(8),
    `  ${paint(styles[state], state)}`
  ].join("")
}

const lagOf = ({ name, generation, behind, behindSeconds }: Lag["views"][number]): string =>
  `  ${`${name} ${generation}`.padEnd(nameWidth - 2)}${behind} commits, ${behindSeconds.toFixed(1)} s`

/** Nodes as text of 80 columns: a line for each process, and what the views lag behind. */
const nodesReport = (
  members: ReadonlyArray<Member>,
  { unsealed, views }: Lag,
  missing: string | undefined,
  canColor: boolean
): string => {
  if (members.length === 0) return "No node has run on this database in the last 24 hours."
  const paint = painter(canColor)
  return [
    paint("bold", headings),
    ...members.map((member) => lineOf(paint, member)),
    ...(missing === undefined ? [] : ["", paint("red", wrapped(missing, "", ""))]),
    "",
    paint("bold", "behind the log"),
    `  ${"not sealed".padEnd(nameWidth - 2)}${unsealed} commits`,
    ...views.map(lagOf)
  ].join("\n")
}

/** Actors may end what they do within 10 s; rows that were given back, and others' looks, take a few more. */
const waitMax = Duration.seconds(60)
const lookEvery = Duration.seconds(1)

const node = Argument.String("node").pipe(
  Argument.withDescription(
    "As rcpt nodes shows it. The part before the first slash: all nodes of a machine."
  )
)

const undo = booleanFlag("undo", "Let it take part in the work again. A restart does that, too.")

const failed = (sentence: string, code: number) =>
  Effect.fail(new CommandFailed({ sentence, code }))

const namesOf = (those: ReadonlyArray<Member>): ReadonlyArray<string> =>
  those.map(({ name }) => name)

const remainderOf = ({ name, shards, actors }: Member): string =>
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
      if (looks > 0 && looks % 10 === 0) yield* Console.log(left.map(remainderOf).join("\n"))
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
      [...left.map(remainderOf), "It goes on; run this again to wait for it, or --undo."].join(
        "\n"
      ),
      unavailableCode
    )
  yield* Console.log("Drained: it may be stopped now.")
})

/** `rcpt drain` lets the other nodes take the work of one, and says when it may be stopped. */
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
).pipe(Command.withDescription("Move the work of a node to the others, so that you can stop it."))

const json = booleanFlag("json", "Print all of it as one line of JSON.")

const read = Effect.all({ nodes: members, lag })

export const nodes = Command.make("nodes", { json }, (flags) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const known = yield* readDatabase("nodes", read)
    const missing = missingRole(known.nodes)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(
      flags.json
        ? JSON.stringify({ ...known, missing })
        : nodesReport(known.nodes, known.lag, missing, canColor)
    )
    process.exitCode = 0
  })
).pipe(
  Command.withDescription(
    "Show the nodes: their roles, versions, clocks and shares of the work, and how far the views are behind."
  )
)
