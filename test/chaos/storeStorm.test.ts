import { randomUUIDv7 } from "node:crypto"

import { Effect } from "effect"

import * as Random from "../simulation/Random.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import { scaled } from "../support/scale.ts"
import { describe, expect, it } from "../support/vitest.ts"
import * as faults from "./faults.ts"
import { judge } from "./judge.ts"
import * as load from "./load.ts"
import type { SentCommand } from "./load.ts"
import { startMany } from "./nodes.ts"

/** 100,000 of them take 5 minutes. */
const operations = scaled("STORM_OPERATIONS", { usual: 2_000, long: 10_000 })
/**
 * The storm goes on until it has had more faults of each kind, and more checks of the invariants, however
 * quick the machine is.
 */
const faultsEnough = operations / 1_000
const clients = 16
const accountCount = 20
const nodeCount = 3
const seed = 7

/** Milliseconds between two faults, minimum and maximum. */
const pauses = [60, 300] as const

/** Milliseconds; 10,000 take 20 s when nothing else runs. */
const testWaitMax = 300_000 * Math.max(1, operations / 10_000)

const runStorm = Effect.fnUntraced(function* (url: string, accounts: ReadonlyArray<string>) {
  const nodes = yield* startMany(url, nodeCount)
  return yield* Effect.gen(function* () {
    const injected = { terminated: 0, cut: 0 }
    const checked: faults.CheckResults = { checks: 0, contradictions: [] }
    const faultCounts = () => ({
      ...injected,
      lost: nodes.reduce((sum, { proxy }) => sum + proxy.lostCommits(), 0),
      checks: checked.checks
    })
    const goesOn = (sent: number) =>
      sent < operations || Object.values(faultCounts()).some((count) => count <= faultsEnough)
    // If the faults or the checks fail, so does the storm, instead of going on without them.
    const history = yield* Effect.raceAllFirst([
      load.run({ nodes, accounts, goesOn, clients, seed }),
      faults.inject(nodes, Random.make(seed), pauses, injected),
      faults.watch(checked)
    ])
    return { history, contradictions: checked.contradictions, faultCounts: faultCounts() }
  }).pipe(Effect.provide(faults.direct(url)))
}, Effect.scoped)

/** The account's commands without those on its first hold. */
const withoutFirstHold = (
  commands: ReadonlyArray<SentCommand>,
  account: string
): ReadonlyArray<SentCommand> => {
  const ofAccount = commands.filter((sent) => sent.account === account)
  const hold = ofAccount.find(
    ({ command, reply }) => command.do === "hold" && reply?.outcome === "done"
  )
  return ofAccount.filter(({ command }) => command.id !== hold?.command.id)
}

describe("A storm", () => {
  it.live(
    `of faults over ${operations} operations loses nothing and duplicates nothing`,
    () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase()
        const accounts = Array.from({ length: accountCount }, () => randomUUIDv7())
        const { history, contradictions, faultCounts } = yield* runStorm(url, accounts)
        yield* Effect.logInfo("The storm is over", faultCounts)

        yield* Effect.gen(function* () {
          expect(yield* judge(history)).toEqual([])
          // Negative control: `judge` finds an event that no command explains.
          const commands = withoutFirstHold(history.commands, accounts[0]!)
          expect(yield* judge({ ...history, commands })).toContainEqual(
            expect.stringContaining("no command explains")
          )
        }).pipe(Effect.provide(faults.direct(url)))
        expect(contradictions).toEqual([])
        expect(history.repeats).toBeGreaterThan(0.18 * operations)
      }).pipe(Effect.scoped),
    testWaitMax
  )
})
