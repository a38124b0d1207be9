import { randomUUIDv7 } from "node:crypto"

import * as commands from "@rcpt/service/ledger/commands"
import { commitCommands } from "@rcpt/service/ledger/commitCommands"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { EventStore } from "@rcpt/store/EventStore"
import type { Append } from "@rcpt/store/EventStore"
import { Cause, Effect, Exit, Option } from "effect"

import { expect, layer } from "../support/vitest.ts"
import { viewOf } from "./appends.ts"
import { expiresAt, world } from "./ledgerWorld.ts"
import { live, stores } from "./stores.ts"

for (const [name, store] of stores)
  layer(store, live)(`A ledger ${name}`, (it) => {
    it.effect("moves credits in the append of their events", function* () {
      const { account, holdId, avail, hold, usage, move, append } = yield* world
      const view = viewOf({ accounts: [account], holds: [holdId] })
      const row = { holdId, credits: 5, charged: 0, refunded: 0, expiresAt }
      expect(yield* view).toMatchObject({ available: { [account]: 5 }, holds: [row] })
      yield* append({ transfers: move([hold, usage, 1], [hold, avail, 3]) })
      expect(yield* view).toMatchObject({
        available: { [account]: 8 },
        holds: [{ ...row, charged: 1, refunded: 3 }]
      })
      yield* append({ transfers: move([usage, avail, 1]) })
      expect(yield* view).toMatchObject({
        available: { [account]: 9 },
        holds: [{ ...row, charged: 0, refunded: 4 }]
      })
    })

    it.effect(
      "opens and closes a hold in one append, in which a balance may be below zero",
      function* () {
        const { account, avail, move, append } = yield* world
        const holdId = randomUUIDv7()
        const opened = { holdId, accountId: account, credits: 7, expiresAt: null }
        const other = `hold:${holdId}`
        const transfers = move([avail, other, 7], [other, avail, 7]).map((transfer) => ({
          ...transfer,
          holdId
        }))
        yield* append({ holds: [opened], transfers })
        const { available, holds } = yield* viewOf({ accounts: [account], holds: [holdId] })
        expect(available).toEqual({ [account]: 5 })
        expect(holds).toEqual([{ holdId, credits: 7, charged: 0, refunded: 7, expiresAt: null }])
      }
    )

    type World = Effect.Success<typeof world>
    const overdrafts: Readonly<Record<string, (world: World) => Partial<Append>>> = {
      "takes more than is available": ({ avail, move }) => ({
        transfers: move([avail, "sys:adjusted", 6])
      }),
      "holds more than is available": ({ account, avail }) => {
        const holdId = randomUUIDv7()
        return {
          holds: [{ holdId, accountId: account, credits: 6, expiresAt }],
          transfers: [{ eventIdx: 1, debit: avail, credit: `hold:${holdId}`, amount: 6, holdId }]
        }
      },
      "charges more than is held": ({ hold, usage, move }) => ({
        transfers: move([hold, usage, 6])
      }),
      "charges and refunds more than is held": ({ hold, usage, avail, move }) => ({
        transfers: move([hold, usage, 3], [hold, avail, 3])
      }),
      "reverses more than was charged": ({ avail, usage, move }) => ({
        transfers: move([usage, avail, 1])
      }),
      "charges a hold that does not exist": ({ usage }) => {
        const holdId = randomUUIDv7()
        return {
          transfers: [{ eventIdx: 1, debit: `hold:${holdId}`, credit: usage, amount: 1, holdId }]
        }
      },
      "opens a hold a second time": ({ opened, avail, hold, move }) => ({
        holds: [opened],
        transfers: move([avail, hold, 1])
      })
    }
    for (const [what, parts] of Object.entries(overdrafts))
      it.effect(`dies on an append that ${what}, and writes nothing`, function* () {
        const { read } = yield* EventStore
        const money = yield* world
        const exit = yield* Effect.exit(money.append(parts(money)))
        expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
        expect(yield* money.balances).toEqual([5, 0, 0])
        expect(yield* read(money.stream)).toHaveLength(2)
        // A later append to the same stream succeeds.
        yield* money.append({ transfers: money.move([money.hold, money.usage, 5]) })
        expect(yield* money.balances).toEqual([5, 5, 0])
      })
  })

for (const [name, store] of stores)
  layer(store, live)(`A batch of commands ${name}`, (it) => {
    const purpose = { kind: "verification", mode: "fast" } as const
    const grant = (grantId: string, credits: number) =>
      commands.grant({ grantId, credits, reason: "top-up" })
    const hold = (holdId: string, credits: number) =>
      commands.hold({ holdId, credits, expiresAt, purpose })
    const tags = (exits: ReadonlyArray<Exit.Exit<void, { readonly _tag: string }>>) =>
      exits.map((exit) => Option.getOrUndefined(Exit.findErrorOption(exit))?._tag ?? "done")

    it.effect(
      "is one commit with an outcome per command, and each sees those before it",
      function* () {
        const { read } = yield* EventStore
        const account = randomUUIDv7()
        const [g, a, b, c] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
        const batch = [
          hold(a, 1),
          grant(g, 5),
          grant(g, 5),
          grant(g, 6),
          hold(a, 4),
          hold(b, 2),
          commands.settle({ holdId: a, charge: 1 }),
          hold(b, 2),
          hold(c, 9),
          commands.settle({ holdId: c, charge: 1 })
        ]
        const expected = [
          "InsufficientCredits",
          "done",
          "done",
          "IdReused",
          "done",
          "InsufficientCredits",
          "done",
          "done",
          "InsufficientCredits",
          "HoldClosed"
        ]
        expect(tags((yield* commitCommands(account, batch)).outcomes)).toEqual(expected)
        const events = yield* read(ledgerStream(account))
        expect(events.map(({ type }) => type)).toEqual([
          "CreditsGranted",
          "CreditsHeld",
          "CreditsCharged",
          "CreditsRefunded",
          "CreditsHeld"
        ])
        expect(new Set(events.map(({ commitId }) => commitId)).size).toBe(1)

        // Executed commands are not executed again; refused ones are decided again.
        expected[0] = "IdReused"
        expected[5] = "done"
        expect(tags((yield* commitCommands(account, batch)).outcomes)).toEqual(expected)
        expect(yield* read(ledgerStream(account))).toHaveLength(5)
        expect((yield* viewOf({ accounts: [account] })).available).toEqual({ [account]: 2 })
      }
    )

    it.effect("cannot use an id of another account, and its other commands succeed", function* () {
      for (let round = 0; round < 5; round++) {
        const [ann, bob, one, own] = [
          randomUUIDv7(),
          randomUUIDv7(),
          randomUUIDv7(),
          randomUUIDv7()
        ]
        const both = yield* Effect.all(
          [
            commitCommands(ann, [grant(one, 5)]),
            commitCommands(bob, [grant(one, 5), grant(own, 2)])
          ],
          { concurrency: "unbounded" }
        )
        expect(both.flatMap(({ outcomes }) => tags(outcomes)).sort()).toEqual([
          "IdReused",
          "done",
          "done"
        ])
        const { available } = yield* viewOf({ accounts: [ann, bob] })
        expect((available[ann] ?? 0) + (available[bob] ?? 0)).toBe(7)
      }
    })

    it.effect(
      "is serialized with other batches of its account: no credit is held twice",
      function* () {
        const account = randomUUIDv7()
        yield* commitCommands(account, [grant(randomUUIDv7(), 50)])
        const batches = yield* Effect.all(
          Array.from({ length: 20 }, () =>
            Effect.map(
              commitCommands(
                account,
                Array.from({ length: 5 }, () => hold(randomUUIDv7(), 1))
              ),
              ({ outcomes }) => outcomes
            )
          ),
          { concurrency: "unbounded" }
        )
        const outcomes = batches.flatMap(tags)
        expect(outcomes.filter((tag) => tag === "done")).toHaveLength(50)
        expect(outcomes.filter((tag) => tag === "InsufficientCredits")).toHaveLength(50)
        expect((yield* viewOf({ accounts: [account] })).available).toEqual({ [account]: 0 })
      }
    )
  })
