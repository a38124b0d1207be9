/**
 * A badly behaved client: it repeats commands, alters them, sends them to another node or several at
 * once, and sometimes disconnects before the reply.
 */
import { Effect } from "effect"

import type { Command } from "../support/model/LedgerModel.ts"
import type { Random } from "./Random.ts"
import { nowOf, reverse, send } from "./World.ts"
import type { LedgerNode, World } from "./World.ts"

/** Milliseconds. The longest is that of a request's hold. */
const lifetimes = [300, 5_000, 600_000]
/** Milliseconds; a clock is set forward or back by up to that. */
const clockStepMax = 660_000
/** Only the latest holds are used again: most old ones are closed. */
const recentMax = 6
/** Milliseconds between two actions of one client. */
const pauseMax = 500
/** Milliseconds; how soon an impatient caller disconnects. */
const patienceMax = 60

export const run = (world: World, random: Random): Effect.Effect<void> =>
  Effect.gen(function* () {
    const steps = random.between(4, 9)
    for (let i = 0; i < steps; i++) {
      yield* Effect.sleep(random.between(0, pauseMax))
      yield* act(world, random)
    }
  })

const weights = { one: 35, burst: 20, verify: 18, race: 12, sweep: 5, leave: 6, clock: 2, crash: 2 }

const act = (world: World, random: Random): Effect.Effect<void> => {
  const node = random.pick(world.nodes)
  const account = random.pick(world.accounts)
  const sendOne = (node: LedgerNode) =>
    Effect.flatMap(nowOf(node), (now) =>
      send(world, node, account, anyCommand(world, account, random, now))
    )
  switch (random.weighted(weights)) {
    case "one":
      return sendOne(node)
    case "burst":
      return Effect.all(
        Array.from({ length: random.between(2, 6) }, () => sendOne(random.pick(world.nodes))),
        { concurrency: "unbounded", discard: true }
      )
    case "verify":
      return verify(world, node, account, random)
    case "race":
      return race(world, node, account, random)
    case "sweep":
      return sweep(world, node)
    case "leave":
      return Effect.asVoid(Effect.timeoutOption(sendOne(node), random.between(0, patienceMax)))
    case "clock":
      return Effect.sync(() => void (node.skew = random.between(-clockStepMax, clockStepMax)))
    case "crash":
      return node.crash
  }
}

const anyCommand = (world: World, account: string, random: Random, now: number): Command => {
  const sent = world.requests.get(account)!.map(({ command }) => command)
  const holds = sent.flatMap((command) => (command.do === "hold" ? [command] : []))
  const fresh = (): Command =>
    random.chance(20)
      ? random.chance(60)
        ? { do: "grant", id: random.uuid(), credits: random.between(1, 20) }
        : { do: "adjust", id: random.uuid(), credits: random.between(-8, 8) }
      : anyHold(random, now)
  const kind = random.weighted({ fresh: 40, onHold: 35, repeated: 15, altered: 10 })
  if (kind === "fresh" || sent.length === 0) return fresh()
  if (kind === "repeated") return random.pick(sent)
  if (kind === "altered") return altered(random.pick(sent), random)
  return holds.length === 0 ? fresh() : onHold(random.pick(holds.slice(-recentMax)), random, now)
}

const anyHold = (random: Random, now: number): Command & { do: "hold" } => ({
  do: "hold",
  id: random.uuid(),
  credits: random.pick([1, 5, random.between(1, 9)]),
  expiresAt: random.chance(15) ? null : now + random.pick(lifetimes)
})

const onHold = (
  { id, credits }: Command & { do: "hold" },
  random: Random,
  now: number
): Command => {
  switch (random.weighted({ settle: 60, refund: 10, reverse: 15, expire: 15 })) {
    case "settle":
      return { do: "settle", id, charge: random.pick([0, 1, credits, credits + 1]) }
    case "refund":
      return { do: "refund", id }
    case "reverse":
      return { do: "reverse", id }
    case "expire":
      return { do: "expire", id, now }
  }
}

/** Another command with the same id. */
const altered = (command: Command, random: Random): Command => {
  switch (command.do) {
    case "grant":
    case "hold":
      return { ...command, credits: command.credits + random.between(1, 3) }
    case "adjust":
      return { ...command, credits: command.credits - random.between(1, 3) }
    case "settle":
      return { ...command, charge: command.charge + 1 }
    default:
      return command
  }
}

/** What the service does for one address (verify/verifyAddress.ts). */
const verify = (
  world: World,
  node: LedgerNode,
  account: string,
  random: Random
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const hold = anyHold(random, yield* nowOf(node))
    const held = yield* send(world, node, account, hold)
    if (held === undefined) return yield* reverse(world, node, account, hold.id)
    if (held !== "done") return
    yield* Effect.sleep(random.between(0, patienceMax))
    const charge = random.pick([0, 1, hold.credits])
    const settled = yield* send(world, node, account, { do: "settle", id: hold.id, charge })
    if (settled === undefined) yield* reverse(world, node, account, hold.id)
  })

/** A hold that several nodes close: one after the other, or all at once. */
const race = (
  world: World,
  node: LedgerNode,
  account: string,
  random: Random
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const now = yield* nowOf(node)
    const hold = anyHold(random, now)
    yield* send(world, node, account, hold)
    const others = Array.from({ length: random.between(1, 3) }, () => random.pick(world.nodes))
    yield* Effect.forEach(
      [...others, node],
      (one) => send(world, one, account, onHold(hold, random, now)),
      { concurrency: random.pick([1, "unbounded"]), discard: true }
    )
  })

/** The hold sweeper of a node (ledger/holdSweeper.ts), by the node's own clock. */
export const sweep = (world: World, node: LedgerNode, nowMin = 0): Effect.Effect<void> =>
  Effect.gen(function* () {
    const now = Math.max(yield* nowOf(node), nowMin)
    const expired = [...world.tables.holds.values()].filter(
      ({ credits, charged, refunded, expiresAt }) =>
        charged + refunded < credits && expiresAt !== null && expiresAt <= now
    )
    yield* Effect.forEach(
      expired,
      ({ holdId, accountId }) => send(world, node, accountId, { do: "expire", id: holdId, now }),
      { concurrency: "unbounded", discard: true }
    )
  })
