/** What a simulation plays in: accounts in one store, and the nodes that own a ledger on it. */
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { EventStore } from "@rcpt/store/EventStore"
import * as EventStoreMemory from "@rcpt/store/EventStoreMemory"
import * as Hints from "@rcpt/store/Hints"
import * as Tables from "@rcpt/store/memory/Tables"
import { Clock, Context, Effect, Exit, Layer, Scope } from "effect"

import { orderOf, refusalOf } from "../support/model/asked.ts"
import type { Asked } from "../support/model/explain.ts"
import type { Command } from "../support/model/LedgerModel.ts"
import type { Dice } from "./Dice.ts"
import * as faultyStore from "./faultyStore.ts"

/** One node: it can die, and be started again; its clock is nobody else's. */
export interface Owner {
  readonly ledger: () => Ledger.Ledger["Service"]
  readonly crash: Effect.Effect<void>
  /** Milliseconds. */
  skew: number
}

/** Ways to be wrong, which a simulation must find. They are put between the clients and the truth. */
export interface Lie {
  readonly store?: (store: EventStore["Service"]) => EventStore["Service"]
  readonly ledger?: (ledger: Ledger.Ledger["Service"], dice: Dice) => Ledger.Ledger["Service"]
}

export interface World {
  readonly tables: Tables.Tables
  readonly store: EventStore["Service"]
  readonly accounts: ReadonlyArray<string>
  readonly owners: ReadonlyArray<Owner>
  /** By account. */
  readonly asked: ReadonlyMap<string, Array<Asked>>
  /** What went wrong at once, such as a defect. */
  readonly troubles: Array<string>
  faults: faultyStore.Faults
}

/** Two suffice for every race between nodes. */
const ownersCount = 2

export const make = (dice: Dice, lie: Lie = {}): Effect.Effect<World, never, Scope.Scope> =>
  Effect.gen(function* () {
    const tables = Tables.make()
    const store = yield* EventStoreMemory.make(tables).pipe(Effect.provide(Hints.layerDeaf))
    const accounts = Array.from({ length: dice.between(1, 3) }, dice.uuid)
    const owners: Array<Owner> = []
    const world: World = {
      tables,
      store,
      accounts,
      owners,
      asked: new Map(accounts.map((account) => [account, []])),
      troubles: [],
      faults: dice.chance(10) ? faultyStore.none : anyFaults(dice)
    }
    while (owners.length < ownersCount) {
      const faulty = yield* faultyStore.make(store, dice.fork(), () => world.faults)
      owners.push(yield* startOwner(lie.store?.(faulty) ?? faulty, dice.fork(), lie))
    }
    return world
  })

const anyFaults = (dice: Dice): faultyStore.Faults => ({
  failsBefore: dice.pick([0, 5, 30]),
  losesReply: dice.pick([0, 5, 30]),
  comesLate: dice.pick([0, 10]),
  stalls: dice.pick([0, 2, 10]),
  waitMax: dice.pick([0, 30, 300])
})

const startOwner = (store: EventStore["Service"], dice: Dice, lie: Lie) =>
  Effect.gen(function* () {
    const layer = Layer.fresh(Ledger.layer).pipe(Layer.provide(Layer.succeed(EventStore, store)))
    const start = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const ledger = Context.get(yield* Layer.buildWithScope(layer, scope), Ledger.Ledger)
      return { scope, ledger: lie.ledger?.(ledger, dice) ?? ledger }
    })
    let life = yield* start
    yield* Effect.addFinalizer(() => Scope.close(life.scope, Exit.void))
    const crash = Effect.gen(function* () {
      yield* Scope.close(life.scope, Exit.void)
      life = yield* start
    })
    return { ledger: () => life.ledger, crash, skew: 0 }
  })

export const factsOf = ({ tables }: World, account: string): number =>
  Tables.versionOf(tables, ledgerStream(account))

/** The time on this node's clock, epoch milliseconds. */
export const nowOf = ({ skew }: Owner): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => now + skew)

/** Sends a command, and writes down what came of it. */
export const ask = (world: World, owner: Owner, account: string, command: Command) =>
  Effect.suspend(() => {
    const entry = { command, from: factsOf(world, account), to: Infinity, answer: undefined }
    const asked = world.asked.get(account)!
    const index = asked.push(entry) - 1
    const answered = (answer: Asked["answer"]) =>
      Effect.sync(() => {
        asked[index] = { ...entry, answer, to: factsOf(world, account) }
        return answer
      })
    return owner
      .ledger()
      .submit(account, orderOf(command))
      .pipe(
        Effect.matchEffect({
          onSuccess: () => answered("done"),
          onFailure: (refusal) =>
            refusal._tag === "LedgerUnavailable"
              ? Effect.succeed(undefined)
              : answered(refusalOf(refusal))
        }),
        Effect.catchDefect((defect) =>
          Effect.sync(() => void world.troubles.push(`a defect: ${String(defect)}`))
        )
      )
  })

/** In the background, as the service does for a caller that it could not answer. */
export const withdraw = (world: World, owner: Owner, account: string, id: string) =>
  Effect.suspend(() => {
    const command = { do: "withdraw", id } as const
    const entry = { command, to: Infinity, answer: undefined }
    world.asked.get(account)!.push({ ...entry, from: factsOf(world, account) })
    return owner.ledger().insist(account, orderOf(command))
  })
