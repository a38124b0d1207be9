import { randomUUIDv7 } from "node:crypto"

import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"

import * as Dice from "../simulation/Dice.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import * as faults from "./faults.ts"
import { judge } from "./judge.ts"
import * as load from "./load.ts"
import type { Told } from "./load.ts"
import { startMany } from "./nodes.ts"

/** The whole of it: `STORM_OPERATIONS=100000 npm test -- test/chaos/storeStorm`, 5 minutes. */
const operations = Number(process.env["STORM_OPERATIONS"] ?? 10_000)
const goesOn = (sent: number) => sent < operations
const clients = 16
const accountCount = 20
const nodeCount = 3
const seed = 7

/** Milliseconds between two faults. */
const apart = [60, 300] as const

/** Milliseconds; 10,000 take 20 s when nothing else runs. */
const testWaitMax = 90_000 * Math.max(1, operations / 10_000)

const weather = Effect.fnUntraced(function* (url: string, accounts: ReadonlyArray<string>) {
  const nodes = yield* startMany(url, nodeCount)
  return yield* Effect.gen(function* () {
    const made = yield* faults.rage(nodes, Dice.make(seed), apart)
    const seen = yield* faults.watch
    const history = yield* load.run({ nodes, accounts, goesOn, clients, seed })
    const lost = nodes.reduce((sum, { wire }) => sum + wire.lostCommits(), 0)
    return { history, seen, made: { ...made, lost } }
  }).pipe(Effect.provide(faults.direct(url)))
}, Effect.scoped)

/** As if nobody had ever asked for the first hold of an account. */
const forgetful = (told: ReadonlyArray<Told>, account: string): ReadonlyArray<Told> => {
  const mine = told.filter((one) => one.account === account)
  const hold = mine.find(({ command, answer }) => command.do === "hold" && answer?.says === "done")
  return mine.filter(({ command }) => command.id !== hold?.command.id)
}

describe("A storm", () => {
  it.live(
    `of faults over ${operations} operations loses nothing and doubles nothing`,
    () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase()
        const accounts = Array.from({ length: accountCount }, () => randomUUIDv7())
        const { history, seen, made } = yield* weather(url, accounts)
        yield* Effect.logInfo("The storm is over", { ...made, looks: seen.looks })

        yield* Effect.gen(function* () {
          expect(yield* judge(history)).toEqual([])
          // Whoever judges could also be blind.
          const forged = { ...history, told: forgetful(history.told, accounts[0]!) }
          expect(yield* judge(forged)).toContainEqual(expect.stringContaining("nobody explains"))
        }).pipe(Effect.provide(faults.direct(url)))
        expect(seen.contradictions).toEqual([])

        // It was a storm, and somebody looked.
        for (const count of Object.values(made)) expect(count).toBeGreaterThan(operations / 1_000)
        expect(seen.looks).toBeGreaterThan(operations / 1_000)
        expect(history.again).toBeGreaterThan(0.18 * operations)
      }).pipe(Effect.scoped),
    testWaitMax
  )
})
