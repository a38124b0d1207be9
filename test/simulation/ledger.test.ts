import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"

import { lies } from "./lies.ts"
import { simulate } from "./simulate.ts"

/** One life alone: `SIMULATION_SEED=17 npm test -- test/simulation`. */
const only = process.env["SIMULATION_SEED"]
const seeds = only === undefined ? Array.from({ length: 2_000 }, (_, i) => i + 1) : [Number(only)]

/** Milliseconds: some 20 s, on a machine under load. */
const testWaitMax = 120_000

describe("A ledger", () => {
  it.live(
    "gives only answers that its log explains, whatever fails around it",
    () =>
      Effect.gen(function* () {
        for (const seed of seeds) {
          const { contradictions } = yield* simulate(seed)
          expect(contradictions, `SIMULATION_SEED=${seed} npm test -- test/simulation`).toEqual([])
        }
      }),
    testWaitMax
  )
})

describe("The simulation", () => {
  /** A lie that is not found in so many lives is one that the simulation cannot see. */
  const livesMax = 100

  for (const [what, lie] of Object.entries(lies))
    it.live(`finds a ledger that ${what}`, () =>
      Effect.gen(function* () {
        for (let seed = 1; seed <= livesMax; seed++)
          if ((yield* simulate(seed, lie)).contradictions.length > 0) return
        expect.fail(`not in ${livesMax} lives`)
      })
    )

  it.live("lives the same life twice from the same seed", () =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= 20; seed++) {
        const [one, again] = [yield* simulate(seed), yield* simulate(seed)]
        expect(again.world.tables).toEqual(one.world.tables)
        expect(again.world.asked).toEqual(one.world.asked)
      }
    })
  )
})
