/** The world of a simulation: accounts in one store, and nodes that each run a ledger on it. */
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { EventStore } from "@rcpt/store/EventStore"
import * as Hints from "@rcpt/store/Hints"
import { Clock, Context, Effect, Exit, Layer, Scope } from "effect"

import type { Request } from "../support/model/explain.ts"
import { outcomeOf, toLedgerCommand } from "../support/model/ledgerCommands.ts"
import type { Command } from "../support/model/LedgerModel.ts"
import * as EventStoreMemory from "../support/storeMemory/EventStoreMemory.ts"
import * as Tables from "../support/storeMemory/Tables.ts"
import * as faultyStore from "./faultyStore.ts"
import type { Random } from "./Random.ts"

/** A node that can crash and restart, with a clock of its own. */
export interface LedgerNode {
  readonly ledger: () => Ledger.Ledger["Service"]
  readonly crash: Effect.Effect<void>
  /** Of its clock, in milliseconds. */
  skew: number
}

/** A deliberate bug in the store or the ledger, which the simulation must find. */
export interface Mutant {
  readonly store?: (store: EventStore["Service"]) => EventStore["Service"]
  readonly ledger?: (ledger: Ledger.Ledger["Service"], random: Random) => Ledger.Ledger["Service"]
}

export interface World {
  readonly tables: Tables.Tables
  readonly store: EventStore["Service"]
  readonly accounts: ReadonlyArray<string>
  readonly nodes: ReadonlyArray<LedgerNode>
  /** By account. */
  readonly requests: ReadonlyMap<string, Array<Request>>
  /** Failures found during the run, such as defects. */
  readonly failures: Array<string>
  faults: faultyStore.Faults
}

/** Two are enough for every race between nodes. */
const nodeCount = 2

export const make = (
  random: Random,
  mutant: Mutant = {}
): Effect.Effect<World, never, Scope.Scope> =>
  Effect.gen(function* () {
    const tables = Tables.make()
    const store = yield* EventStoreMemory.make(tables).pipe(Effect.provide(Hints.layerNone))
    const accounts = Array.from({ length: random.between(1, 3) }, random.uuid)
    const nodes: Array<LedgerNode> = []
    const world: World = {
      tables,
      store,
      accounts,
      nodes,
      requests: new Map(accounts.map((account) => [account, []])),
      failures: [],
      faults: random.chance(10) ? faultyStore.none : anyFaults(random)
    }
    while (nodes.length < nodeCount) {
      const faulty = yield* faultyStore.make(store, random.fork(), () => world.faults)
      nodes.push(yield* startNode(mutant.store?.(faulty) ?? faulty, random.fork(), mutant))
    }
    return world
  })

const anyFaults = (random: Random): faultyStore.Faults => ({
  failsBefore: random.pick([0, 5, 30]),
  losesReply: random.pick([0, 5, 30]),
  comesLate: random.pick([0, 10]),
  stalls: random.pick([0, 2, 10]),
  waitMax: random.pick([0, 30, 300])
})

const startNode = (store: EventStore["Service"], random: Random, mutant: Mutant) =>
  Effect.gen(function* () {
    const layer = Layer.fresh(Ledger.layer).pipe(Layer.provide(Layer.succeed(EventStore, store)))
    const start = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const ledger = Context.get(yield* Layer.buildWithScope(layer, scope), Ledger.Ledger)
      return { scope, ledger: mutant.ledger?.(ledger, random) ?? ledger }
    })
    let instance = yield* start
    yield* Effect.addFinalizer(() => Scope.close(instance.scope, Exit.void))
    const crash = Effect.gen(function* () {
      yield* Scope.close(instance.scope, Exit.void)
      instance = yield* start
    })
    return { ledger: () => instance.ledger, crash, skew: 0 }
  })

const eventCountOf = ({ tables }: World, account: string): number =>
  Tables.versionOf(tables, ledgerStream(account))

/** The time on this node's clock, in epoch milliseconds. */
export const nowOf = ({ skew }: LedgerNode): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => now + skew)

/** Sends a command and records its outcome. */
export const send = (world: World, node: LedgerNode, account: string, command: Command) =>
  Effect.suspend(() => {
    const from = eventCountOf(world, account)
    const request = { command, from, to: Infinity, outcome: undefined }
    const requests = world.requests.get(account)!
    const index = requests.push(request) - 1
    const record = (outcome: Request["outcome"]) =>
      Effect.sync(() => {
        requests[index] = { ...request, outcome, to: eventCountOf(world, account) }
        return outcome
      })
    return node
      .ledger()
      .submit(account, toLedgerCommand(command))
      .pipe(
        Effect.matchEffect({
          onSuccess: () => record("done"),
          onFailure: (error) =>
            error._tag === "LedgerUnavailable"
              ? Effect.succeed(undefined)
              : record(outcomeOf(error))
        }),
        Effect.catchDefect((defect) =>
          Effect.sync(() => void world.failures.push(`a defect: ${String(defect)}`))
        )
      )
  })

/** Reverses a hold in the background, as the service does when it cannot answer a caller. */
export const reverse = (world: World, node: LedgerNode, account: string, id: string) =>
  Effect.suspend(() => {
    const command = { do: "reverse", id } as const
    const request = { command, to: Infinity, outcome: undefined }
    world.requests.get(account)!.push({ ...request, from: eventCountOf(world, account) })
    return node.ledger().submitInBackground(account, toLedgerCommand(command))
  })
