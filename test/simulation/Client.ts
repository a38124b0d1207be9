/**
 * A client with a bad memory: it asks for what it has asked before, with other amounts, through
 * another node, all at once; and sometimes it goes away before it is answered.
 */
import { Effect } from "effect"

import type { Command } from "../support/model/LedgerModel.ts"
import type { Dice } from "./Dice.ts"
import { ask, nowOf, withdraw } from "./World.ts"
import type { Owner, World } from "./World.ts"

/** Milliseconds. The longest is that of a request's hold. */
const lifetimes = [300, 5_000, 600_000]
/** Milliseconds; a clock is set forward or back by up to that. */
const clockStepMax = 660_000
/** Holds that are still of interest: of old ones there is little to say. */
const recentMax = 6
/** Milliseconds between two things that one client does. */
const thinkMax = 500
/** Milliseconds; how soon an impatient caller leaves. */
const patienceMax = 60

export const run = (world: World, dice: Dice): Effect.Effect<void> =>
  Effect.gen(function* () {
    const steps = dice.between(4, 9)
    for (let i = 0; i < steps; i++) {
      yield* Effect.sleep(dice.between(0, thinkMax))
      yield* act(world, dice)
    }
  })

const acts = { one: 35, burst: 20, verify: 18, race: 12, sweep: 5, leave: 6, clock: 2, crash: 2 }

const act = (world: World, dice: Dice): Effect.Effect<void> => {
  const owner = dice.pick(world.owners)
  const account = dice.pick(world.accounts)
  const one = (owner: Owner) =>
    Effect.flatMap(nowOf(owner), (now) =>
      ask(world, owner, account, anyCommand(world, account, dice, now))
    )
  switch (dice.weighted(acts)) {
    case "one":
      return one(owner)
    case "burst":
      return Effect.all(
        Array.from({ length: dice.between(2, 6) }, () => one(dice.pick(world.owners))),
        { concurrency: "unbounded", discard: true }
      )
    case "verify":
      return verify(world, owner, account, dice)
    case "race":
      return race(world, owner, account, dice)
    case "sweep":
      return sweep(world, owner)
    case "leave":
      return Effect.asVoid(Effect.timeoutOption(one(owner), dice.between(0, patienceMax)))
    case "clock":
      return Effect.sync(() => void (owner.skew = dice.between(-clockStepMax, clockStepMax)))
    case "crash":
      return owner.crash
  }
}

const anyCommand = (world: World, account: string, dice: Dice, now: number): Command => {
  const asked = world.asked.get(account)!.map(({ command }) => command)
  const holds = asked.flatMap((command) => (command.do === "hold" ? [command] : []))
  const fresh = (): Command =>
    dice.chance(20)
      ? dice.chance(60)
        ? { do: "grant", id: dice.uuid(), credits: dice.between(1, 20) }
        : { do: "adjust", id: dice.uuid(), credits: dice.between(-8, 8) }
      : anyHold(dice, now)
  const what = dice.weighted({ fresh: 40, onHold: 35, again: 15, altered: 10 })
  if (what === "fresh" || asked.length === 0) return fresh()
  if (what === "again") return dice.pick(asked)
  if (what === "altered") return altered(dice.pick(asked), dice)
  return holds.length === 0 ? fresh() : onHold(dice.pick(holds.slice(-recentMax)), dice, now)
}

const anyHold = (dice: Dice, now: number): Command & { do: "hold" } => ({
  do: "hold",
  id: dice.uuid(),
  credits: dice.pick([1, 5, dice.between(1, 9)]),
  until: dice.chance(15) ? null : now + dice.pick(lifetimes)
})

const onHold = ({ id, credits }: Command & { do: "hold" }, dice: Dice, now: number): Command => {
  switch (dice.weighted({ settle: 60, refund: 10, withdraw: 15, expire: 15 })) {
    case "settle":
      return { do: "settle", id, charge: dice.pick([0, 1, credits, credits + 1]) }
    case "refund":
      return { do: "refund", id }
    case "withdraw":
      return { do: "withdraw", id }
    case "expire":
      return { do: "expire", id, now }
  }
}

/** Under the same id, something else. */
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

/** What the service does for one address (flows/verifyAddress.ts). */
const verify = (world: World, owner: Owner, account: string, dice: Dice): Effect.Effect<void> =>
  Effect.gen(function* () {
    const hold = anyHold(dice, yield* nowOf(owner))
    const held = yield* ask(world, owner, account, hold)
    if (held === undefined) return yield* withdraw(world, owner, account, hold.id)
    if (held !== "done") return
    yield* Effect.sleep(dice.between(0, patienceMax))
    const charge = dice.pick([0, 1, hold.credits])
    const settled = yield* ask(world, owner, account, { do: "settle", id: hold.id, charge })
    if (settled === undefined) yield* withdraw(world, owner, account, hold.id)
  })

/** A hold of one node, which others settle or give back too: before it, after it and at once. */
const race = (world: World, owner: Owner, account: string, dice: Dice): Effect.Effect<void> =>
  Effect.gen(function* () {
    const now = yield* nowOf(owner)
    const hold = anyHold(dice, now)
    yield* ask(world, owner, account, hold)
    const others = Array.from({ length: dice.between(1, 3) }, () => dice.pick(world.owners))
    yield* Effect.forEach(
      [...others, owner],
      (one) => ask(world, one, account, onHold(hold, dice, now)),
      { concurrency: dice.pick([1, "unbounded"]), discard: true }
    )
  })

/** What every node does by itself (ledger/holdSweeper.ts), by its own clock. */
export const sweep = (world: World, owner: Owner, atLeast = 0): Effect.Effect<void> =>
  Effect.gen(function* () {
    const now = Math.max(yield* nowOf(owner), atLeast)
    const expired = [...world.tables.holds.values()].filter(
      ({ credits, charged, refunded, expiresAt }) =>
        charged + refunded < credits && expiresAt !== null && expiresAt <= now
    )
    yield* Effect.forEach(
      expired,
      ({ holdId, accountId }) => ask(world, owner, accountId, { do: "expire", id: holdId, now }),
      { concurrency: "unbounded", discard: true }
    )
  })
