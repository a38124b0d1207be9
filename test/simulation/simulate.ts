/**
 * One simulated run of a ledger with clients, nodes and faults, and the contradictions found in it.
 * The same seed gives the same run, event by event.
 */
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import type { SealedCommit } from "@rcpt/store/EventStore"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

import { explain } from "../support/model/explain.ts"
import * as Client from "./Client.ts"
import * as faultyStore from "./faultyStore.ts"
import * as Random from "./Random.ts"
import { contradictions as rowContradictions } from "./rowInvariants.ts"
import * as World from "./World.ts"

export interface Run {
  /** Empty when the run is correct. */
  readonly contradictions: ReadonlyArray<string>
  /** All requests and commits, to compare two runs and to see what happened. */
  readonly world: World.World
}

/** Longer than any wait of a client. */
const tick = "10 seconds"
/** After the expiry of every hold, by every clock. */
const farFuture = 10 ** 12

export const simulate = (seed: number, mutant?: World.Mutant): Effect.Effect<Run> =>
  Effect.gen(function* () {
    const random = Random.make(seed)
    const world = yield* World.make(random, mutant)
    const follower = yield* follow(world)
    for (const account of world.accounts)
      yield* untilDone(World.send(world, world.nodes[0]!, account, firstGrant(random)))
    const clients = Array.from({ length: random.between(2, 4) }, () =>
      Client.run(world, random.fork())
    )
    yield* untilDone(Effect.all(clients, { concurrency: "unbounded", discard: true }))

    // Writes that are still in progress end. From here on no command may fail as unavailable.
    world.faults = faultyStore.none
    yield* TestClock.adjust(tick)
    yield* TestClock.adjust(tick)
    yield* untilDone(Client.sweep(world, world.nodes[0]!, farFuture))
    yield* untilDone(checkNodes(world, random))
    return { contradictions: yield* check(world, follower), world }
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer(), { local: true }))

const firstGrant = (random: Random.Random) =>
  ({ do: "grant", id: random.uuid(), credits: random.between(5, 40) }) as const

/** Advances the clock until an effect is done. */
const untilDone = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust(tick)
    return yield* Fiber.join(fiber)
  })

/** Seals and reads the log from time to time, as a projection does. */
const follow = ({ store }: World.World) =>
  Effect.gen(function* () {
    const seen: Array<SealedCommit> = []
    const readNext = Effect.gen(function* () {
      yield* store.seal
      seen.push(...(yield* store.readLog({ after: seen.at(-1)?.seq ?? 0, limit: 3 })))
    }).pipe(Effect.orDie)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep("700 millis"), readNext)))
    return seen
  })

/** Without faults every node executes commands of every account. */
const checkNodes = (world: World.World, random: Random.Random) =>
  Effect.forEach(
    world.nodes.flatMap((node) => world.accounts.map((account) => [node, account] as const)),
    ([node, account]) =>
      World.send(world, node, account, { do: "grant", id: random.uuid(), credits: 1 }).pipe(
        Effect.filterOrElse(
          (outcome) => outcome === "done",
          (outcome) => Effect.sync(() => void world.failures.push(`not granted: ${outcome}`))
        )
      ),
    { concurrency: "unbounded", discard: true }
  )

const check = (world: World.World, seen: ReadonlyArray<SealedCommit>) =>
  Effect.gen(function* () {
    const { tables, store, accounts, requests, failures } = world
    yield* Effect.orDie(store.seal)
    const log = yield* Effect.orDie(store.readLog({ after: 0 }))
    const missed = seen.every((commit, i) => log[i] === commit)
      ? []
      : ["a commit appeared behind the follower"]
    const open = [...tables.holds.values()].flatMap(
      ({ holdId, credits, charged, refunded, expiresAt }) =>
        expiresAt !== null && charged + refunded < credits ? [`${holdId} was never refunded`] : []
    )
    const unexplained = accounts.flatMap((account) => {
      const own = (stream: string) => stream === ledgerStream(account)
      const commits = log.map(({ events }) => ({ events: events.filter((e) => own(e.stream)) }))
      const { contradictions, state } = explain(commits, requests.get(account)!)
      const balance = tables.accounts.get(account) ?? 0
      return contradictions.length > 0 || balance === state.available
        ? contradictions
        : [`${account} has ${balance}, by the model ${state.available}`]
    })
    return [...failures, ...missed, ...open, ...unexplained, ...rowContradictions(tables)]
  })
