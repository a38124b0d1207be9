/**
 * A badly behaved client: it repeats commands, alters them, sends them to another node or several at
 * once, and sometimes disconnects before the reply.
 */
import { Effect } from "effect"

import type { Command } from "../support/model/LedgerModel.ts"
import type { Dice } from "./Dice.ts"
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

export const run = (world: World, dice: Dice): Effect.Effect<void> =>
  Effect.gen(function* () {
    const steps = dice.between(4, 9)
    for (let i = 0; i < steps; i++) {
      yield* Effect.sleep(dice.between(0, pauseMax))
      yield* act(world, dice)
    }
  })

const weights = { one: 35, burst: 20, verify: 18, race: 12, sweep: 5, leave: 6, clock: 2, crash: 2 }

const act = (world: World, dice: Dice): Effect.Effect<void> => {
  const node = dice.pick(world.nodes)
  const account = dice.pick(world.accounts)
  const sendOne = (node: LedgerNode) =>
    Effect.flatMap(nowOf(node), (now) =>
      send(world, node, account, anyCommand(world, account, dice, now))
    )
  switch (dice.weighted(weights)) {
    case "one":
      return sendOne(node)
    case "burst":
      return Effect.all(
        Array.from({ length: dice.between(2, 6) }, () => sendOne(dice.pick(world.nodes))),
        { concurrency: "unbounded", discard: true }
      )
    case "verify":
      return verify(world, node, account, dice)
    case "race":
      return race(world, node, account, dice)
    case "sweep":
      return sweep(world, node)
    case "leave":
      return Effect.asVoid(Effect.timeoutOption(sendOne(node), dice.between(0, patienceMax)))
    case "clock":
      return Effect.sync(() => void (node.skew = dice.between(-clockStepMax, clockStepMax)))
    case "crash":
      return node.crash
  }
}

const anyCommand = (world: World, account: string, dice: Dice, now: number): Command => {
  const sent = world.requests.get(account)!.map(({ command }) => command)
  const holds = sent.flatMap((command) => (command.do === "hold" ? [command] : []))
  const fresh = (): Command =>
    dice.chance(20)
      ? dice.chance(60)
        ? { do: "grant", id: dice.uuid(), credits: dice.between(1, 20) }
        : { do: "adjust", id: dice.uuid(), credits: dice.between(-8, 8) }
      : anyHold(dice, now)
  const kind = dice.weighted({ fresh: 40, onHold: 35, repeated: 15, altered: 10 })
  if (kind === "fresh" || sent.length === 0) return fresh()
  if (kind === "repeated") return dice.pick(sent)
  if (kind === "altered") return altered(dice.pick(sent), dice)
  return holds.length === 0 ? fresh() : onHold(dice.pick(holds.slice(-recentMax)), dice, now)
}

const anyHold = (dice: Dice, now: number): Command & { do: "hold" } => ({
  do: "hold",
  id: dice.uuid(),
  credits: dice.pick([1, 5, dice.between(1, 9)]),
  expiresAt: dice.chance(15) ? null : now + dice.pick(lifetimes)
})

const onHold = ({ id, credits }: Command & { do: "hold" }, dice: Dice, now: number): Command => {
  switch (dice.weighted({ settle: 60, refund: 10, reverse: 15, expire: 15 })) {
    case "settle":
      return { do: "settle", id, charge: dice.pick([0, 1, credits, credits + 1]) }
    case "refund":
      return { do: "refund", id }
    case "reverse":
      return { do: "reverse", id }
    case "expire":
      return { do: "expire", id, now }
  }
}

/** Another command with the same id. */
const altered = (command: Command, dice: Dice): Command => {
  switch (command.do) {
    case "grant":
    case "hold":
      return { ...command, credits: command.credits + dice.between(1, 3) }
    case "adjust":
      return { ...command, credits: command.credits - dice.between(1, 3) }
    case "settle":
      return { ...command, charge: command.charge + 1 }
    default:
      return command
  }
}

/** What the service does for one address (verify/verifyAddress.ts). */
const verify = (world: World, node: LedgerNode, account: string, dice: Dice): Effect.Effect<void> =>
  Effect.gen(function* () {
    const hold = anyHold(dice, yield* nowOf(node))
    const held = yield* send(world, node, account, hold)
    if (held === undefined) return yield* reverse(world, node, account, hold.id)
    if (held !== "done") return
    yield* Effect.sleep(dice.between(0, patienceMax))
    const charge = dice.pick([0, 1, hold.credits])
    const settled = yield* send(world, node, account, { do: "settle", id: hold.id, charge })
    if (settled === undefined) yield* reverse(world, node, account, hold.id)
  })

/** A hold that several nodes close: one after the other, or all at once. */
const race = (world: World, node: LedgerNode, account: string, dice: Dice): Effect.Effect<void> =>
  Effect.gen(function* () {
    const now = yield* nowOf(node)
    const hold = anyHold(dice, now)
    yield* send(world, node, account, hold)
    const others = Array.from({ length: dice.between(1, 3) }, () => dice.pick(world.nodes))
    yield* Effect.forEach(
      [...others, node],
      (one) => send(world, one, account, onHold(hold, dice, now)),
      { concurrency: dice.pick([1, "unbounded"]), discard: true }
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
