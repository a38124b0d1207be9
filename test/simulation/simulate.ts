/**
 * One life of a ledger, decided by a seed: clients, nodes, faults; and what is wrong with its end.
 * The same seed is the same life, event by event.
 */
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import type { SealedCommit } from "@rcpt/store/EventStore"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

import { explain } from "../support/model/explain.ts"
import * as Client from "./Client.ts"
import * as Dice from "./Dice.ts"
import * as faultyStore from "./faultyStore.ts"
import { contradictions as rowContradictions } from "./rowInvariants.ts"
import * as World from "./World.ts"

export interface Life {
  /** Everything that should not be; empty when all is well. */
  readonly contradictions: ReadonlyArray<string>
  /** Everything that was asked and committed, to compare two lives and to see what happened. */
  readonly world: World.World
}

/** Every wait of a client is shorter. */
const tick = "10 seconds"
/** Far after the last hold, whatever the clocks say. */
const farOff = 10 ** 12

export const simulate = (seed: number, lie?: World.Lie): Effect.Effect<Life> =>
  Effect.gen(function* () {
    const dice = Dice.make(seed)
    const world = yield* World.make(dice, lie)
    const follower = yield* follow(world)
    for (const account of world.accounts)
      yield* untilDone(World.ask(world, world.owners[0]!, account, firstGrant(dice)))
    const clients = Array.from({ length: dice.between(2, 4) }, () => Client.run(world, dice.fork()))
    yield* untilDone(Effect.all(clients, { concurrency: "unbounded", discard: true }))

    // What still is under way ends; then nothing may be refused for want of a database.
    world.faults = faultyStore.none
    yield* TestClock.adjust(tick)
    yield* TestClock.adjust(tick)
    yield* untilDone(Client.sweep(world, world.owners[0]!, farOff))
    yield* untilDone(probe(world, dice))
    return { contradictions: yield* judge(world, follower), world }
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer(), { local: true }))

const firstGrant = (dice: Dice.Dice) =>
  ({ do: "grant", id: dice.uuid(), credits: dice.between(5, 40) }) as const

/** Lets time pass until an effect is done. */
const untilDone = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust(tick)
    return yield* Fiber.join(fiber)
  })

/** Seals and reads on, every now and then, as a projection does. */
const follow = ({ store }: World.World) =>
  Effect.gen(function* () {
    const seen: Array<SealedCommit> = []
    const readOn = Effect.gen(function* () {
      yield* store.seal
      seen.push(...(yield* store.readLog({ after: seen.at(-1)?.seq ?? 0, limit: 3 })))
    }).pipe(Effect.orDie)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep("700 millis"), readOn)))
    return seen
  })

/** Without faults every node answers every account. */
const probe = (world: World.World, dice: Dice.Dice) =>
  Effect.forEach(
    world.owners.flatMap((owner) => world.accounts.map((account) => [owner, account] as const)),
    ([owner, account]) =>
      World.ask(world, owner, account, { do: "grant", id: dice.uuid(), credits: 1 }).pipe(
        Effect.filterOrElse(
          (answer) => answer === "done",
          (answer) => Effect.sync(() => void world.troubles.push(`not answered: ${answer}`))
        )
      ),
    { concurrency: "unbounded", discard: true }
  )

const judge = (world: World.World, seen: ReadonlyArray<SealedCommit>) =>
  Effect.gen(function* () {
    const { tables, store, accounts, asked, troubles } = world
    yield* Effect.orDie(store.seal)
    const log = yield* Effect.orDie(store.readLog({ after: 0 }))
    const behind = seen.every((commit, i) => log[i] === commit)
      ? []
      : ["something appeared behind the follower"]
    const open = [...tables.holds.values()].flatMap(
      ({ holdId, credits, charged, refunded, expiresAt }) =>
        expiresAt !== null && charged + refunded < credits ? [`${holdId} was never given back`] : []
    )
    const unexplained = accounts.flatMap((account) => {
      const own = (stream: string) => stream === ledgerStream(account)
      const commits = log.map(({ events }) => ({ events: events.filter((e) => own(e.stream)) }))
      const { contradictions, state } = explain(commits, asked.get(account)!)
      const balance = tables.accounts.get(account) ?? 0
      return contradictions.length > 0 || balance === state.free
        ? contradictions
        : [`${account} has ${balance}, by the model ${state.free}`]
    })
    return [...troubles, ...behind, ...open, ...unexplained, ...rowContradictions(tables)]
  })
