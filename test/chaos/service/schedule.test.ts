import { assert, describe, it } from "../../support/vitest.ts"
import { optionsOf } from "./ChaosOptions.ts"
import { faultKinds, schedule } from "./schedule.ts"
import type { Fault } from "./schedule.ts"

const options = { seed: 7, millis: 600_000, nodes: 3, kinds: faultKinds }

const seeds = Array.from({ length: 50 }, (_, seed) => seed)

const endOf = ({ at, lasts }: Fault): number => at + lasts

describe("A schedule of faults", () => {
  it("is the same for the same seed, and another one for another", () => {
    assert.deepStrictEqual(schedule(options), schedule({ ...options }))
    assert.notDeepEqual(schedule(options), schedule({ ...options, seed: 8 }))
  })

  it("has one fault after the other, and all are over at the end", () => {
    for (const seed of seeds) {
      const faults = schedule({ ...options, seed })
      assert.isAbove(faults.length, faultKinds.length)
      faults.forEach((fault, index) => {
        const before = faults[index - 1]
        assert.isAbove(fault.at, before === undefined ? 0 : endOf(before))
        assert.isAtMost(endOf(fault), options.millis)
      })
    }
  })

  it("has each kind once before any comes again", () => {
    for (const seed of seeds) {
      const round = schedule({ ...options, seed }).slice(0, faultKinds.length)
      assert.deepStrictEqual(round.map(({ kind }) => kind).toSorted(), faultKinds.toSorted())
    }
  })

  it("meets each node, and says none where it meets all", () => {
    const faults = seeds.flatMap((seed) => schedule({ ...options, seed }))
    const nodes = new Set(faults.map(({ node }) => node))
    assert.deepStrictEqual(nodes, new Set([1, 2, 3, undefined]))
    for (const { kind, node } of faults)
      assert.strictEqual(
        node === undefined,
        ["postgresRestart", "failOver", "diskFull", "connectionsExhausted"].includes(kind)
      )
  })

  it("keeps faults of a short run short, and freezes of a long one are up to a minute", () => {
    const short = seeds.flatMap((seed) => schedule({ ...options, seed, millis: 60_000 }))
    assert.isAtMost(Math.max(...short.map(({ lasts }) => lasts)), 12_000)
    const freezes = seeds.flatMap((seed) => schedule({ ...options, seed, kinds: ["freeze"] }))
    const longest = Math.max(...freezes.map(({ lasts }) => lasts))
    assert.isAtLeast(longest, 50_000)
    assert.isAtMost(longest, 60_000)
  })

  it("has only the kinds that are asked for", () => {
    const faults = schedule({ ...options, kinds: ["kill", "diskFull"] })
    assert.deepStrictEqual([...new Set(faults.map(({ kind }) => kind))].toSorted(), [
      "diskFull",
      "kill"
    ])
    assert.deepStrictEqual(schedule({ ...options, kinds: [] }), [])
  })
})

describe("The command line of a run", () => {
  it("has defaults for all that it does not name", () => {
    assert.deepStrictEqual(optionsOf(["--seed", "9", "--deep-rows=50"]), {
      seed: 9,
      minutes: 5,
      rows: 100_000,
      deepRows: 50,
      clients: 50,
      kinds: faultKinds,
      report: ".rcpt/chaos"
    })
  })

  const refusals: ReadonlyArray<[args: ReadonlyArray<string>, error: string]> = [
    [["--minutes", "0"], "--minutes must be a number from 0.1 to 1440"],
    [["--rows", "many"], "--rows must be a number from 1 to 1000000"],
    [["--rows", "1.5"], "--rows must be a number from 1 to 1000000"],
    [["--clients", ""], "--clients must be a number from 1 to 500"],
    [["--faults", "kill,flood"], `--faults has no "flood"; there are ${faultKinds.join(", ")}`],
    [["--sed", "1"], "Unknown option '--sed'"]
  ]
  for (const [args, error] of refusals)
    it(`refuses ${args.join(" ")}`, () => assert.throws(() => optionsOf(args), error))
})
