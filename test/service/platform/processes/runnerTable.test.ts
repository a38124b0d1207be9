import { makeTable } from "@rcpt/service/platform/processes/runnerTable"

import { assert, describe, it } from "../../../support/vitest.ts"

const tableOf = (...addresses: ReadonlyArray<string>) => {
  const table = makeTable()
  for (const address of addresses) table.register(address, `runner ${address}`, true)
  return table
}

describe("The table of runners", () => {
  it("gives a shard to one of them", () => {
    const table = tableOf("a", "b")
    assert.deepStrictEqual(table.acquire("a", ["1", "2"]), ["1", "2"])
    assert.deepStrictEqual(table.acquire("b", ["2", "3"]), ["3"])
    assert.deepStrictEqual(table.acquire("a", ["1", "2", "3"]), ["1", "2"])
  })

  it("says which shards are still theirs", () => {
    const table = tableOf("a", "b")
    table.acquire("a", ["1", "2"])
    assert.deepStrictEqual(table.refresh("a", ["1", "2", "3"]), ["1", "2"])
    assert.deepStrictEqual(table.refresh("b", ["1"]), [])
  })

  it("takes a shard back from its owner alone", () => {
    const table = tableOf("a", "b")
    table.acquire("a", ["1", "2"])
    table.release("b", "1")
    assert.deepStrictEqual(table.acquire("b", ["1"]), [])
    table.release("a", "1")
    assert.deepStrictEqual(table.acquire("b", ["1"]), ["1"])
    table.releaseAll("a")
    assert.deepStrictEqual(table.acquire("b", ["1", "2"]), ["1", "2"])
  })

  it("keeps the shards of one that leaves until it gives them back", () => {
    const table = tableOf("a", "b")
    table.acquire("a", ["1"])
    table.unregister("a")
    assert.deepStrictEqual(table.refresh("a", ["1"]), ["1"])
    assert.deepStrictEqual(table.acquire("b", ["1"]), [])
  })

  it("gives nothing to one that is not in it", () => {
    const table = tableOf("b")
    assert.deepStrictEqual(table.acquire("a", ["1"]), [])
    assert.deepStrictEqual(table.acquire("b", ["1"]), ["1"])
  })

  it("lists runners with their health, each registered under a number of its own", () => {
    const table = makeTable()
    assert.notStrictEqual(table.register("a", "A", true), table.register("b", "B", true))
    table.setHealth("b", false)
    table.setHealth("c", true)
    assert.deepStrictEqual(table.runners(), [
      ["A", true],
      ["B", false]
    ])
    table.unregister("a")
    assert.deepStrictEqual(table.runners(), [["B", false]])
  })
})
