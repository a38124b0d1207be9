import { load } from "@rcpt/service/platform/Config"
import { poolsOf } from "@rcpt/service/platform/Database"
import {
  alone,
  connectionsInCluster,
  connectionsMin,
  connectionsSpare,
  connectionsWanted,
  fit,
  partOf,
  processesDefault,
  processesMax
} from "@rcpt/service/platform/processes/Processes"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const processesOf = (text: string) =>
  Effect.map(load({ RCPT_PROCESSES: text }, {}), ({ config }) => config.processes)

describe("RCPT_PROCESSES", () => {
  for (const [text, count] of [
    ["", processesDefault],
    ["1", 1],
    [String(processesMax), processesMax]
  ] as const)
    it.effect(`takes "${text}"`, function* () {
      assert.strictEqual(yield* processesOf(text), count)
    })

  for (const text of ["0", "-1", "1.5", "auto", String(processesMax + 1)])
    it.effect(`refuses "${text}", and says what it takes`, function* () {
      const { message } = yield* Effect.flip(processesOf(text))
      assert.strictEqual(message, "RCPT_PROCESSES must be a whole number from 1 to 16.")
    })

  it("is at least one by default", () => {
    assert.isAtLeast(processesDefault, 1)
    assert.isAtMost(processesDefault, processesMax)
  })
})

describe("The connections of several processes", () => {
  it("are all that each wants where there is room", () =>
    assert.deepStrictEqual(fit(4, 117), { count: 4, connectionsMax: connectionsWanted }))

  it("are divided where there is not", () =>
    assert.deepStrictEqual(fit(6, 97), { count: 6, connectionsMax: 14 }))

  it("are never fewer than a process needs: then there are fewer processes", () =>
    assert.deepStrictEqual(fit(16, 97), { count: 7, connectionsMax: 12 }))

  it("are for one process on the smallest server", () =>
    assert.deepStrictEqual(fit(16, 3), { count: 1, connectionsMax: connectionsMin }))

  it("never exceed the room, and leave some for others", () => {
    for (let processes = 1; processes <= processesMax; processes++)
      for (let room = connectionsMin + connectionsSpare; room < 500; room++) {
        const { count, connectionsMax } = fit(processes, room)
        assert.isAtMost(count * connectionsMax, room - connectionsSpare)
        assert.isAtLeast(connectionsMax, connectionsMin)
        assert.isAtMost(count, processes)
      }
  })

  it("are writers, readers and two who listen", () => {
    assert.deepStrictEqual(poolsOf(connectionsInCluster), { writers: 5, readers: 2 })
    assert.deepStrictEqual(poolsOf(connectionsWanted), { writers: 12, readers: 4 })
    assert.deepStrictEqual(poolsOf(connectionsMin), { writers: 8, readers: 2 })
  })
})

describe("The part of a process in a limit of its node", () => {
  it("is the whole when it is alone", () => assert.strictEqual(partOf(500, alone), 500))

  it("is no more than an equal share, and at least one", () => {
    assert.strictEqual(partOf(500, { count: 3 }), 166)
    assert.strictEqual(partOf(2, { count: 3 }), 1)
  })
})
