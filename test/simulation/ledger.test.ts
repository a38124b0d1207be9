import { scaled } from "../support/scale.ts"
import { describe, expect, it } from "../support/vitest.ts"
import { mutants } from "./mutants.ts"
import { simulate } from "./simulate.ts"

/** A single run: `SIMULATION_SEED=17 npm test -- test/simulation`. */
const only = process.env["SIMULATION_SEED"]
const runs = scaled("SIMULATION_LIVES", { usual: 300, long: 2_500 })
const seeds = only === undefined ? Array.from({ length: runs }, (_, i) => i + 1) : [Number(only)]

/** Milliseconds: a thousand runs take some 10 s; the rest is for a machine under load. */
const testWaitMax = 300_000 + runs * 100

describe("A ledger", () => {
  it.live(
    "returns only outcomes that its log explains, in spite of all faults",
    function* () {
      for (const seed of seeds) {
        const { contradictions } = yield* simulate(seed)
        expect(contradictions, `SIMULATION_SEED=${seed} npm test -- test/simulation`).toEqual([])
      }
    },
    testWaitMax
  )
})

describe("The simulation", () => {
  /** A mutant that is not found in so many runs is one that the simulation cannot find. */
  const runsMax = 100

  for (const [name, mutant] of Object.entries(mutants))
    it.live(`finds a ledger that ${name}`, function* () {
      for (let seed = 1; seed <= runsMax; seed++)
        if ((yield* simulate(seed, mutant)).contradictions.length > 0) return
      expect.fail(`not in ${runsMax} runs`)
    })

  it.live("is the same for the same seed", function* () {
    for (let seed = 1; seed <= 20; seed++) {
      const [one, again] = [yield* simulate(seed), yield* simulate(seed)]
      expect(again.world.tables).toEqual(one.world.tables)
      expect(again.world.requests).toEqual(one.world.requests)
    }
  })
})
