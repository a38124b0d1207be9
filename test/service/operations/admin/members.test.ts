/** What an operator is told about the nodes, from their rows. */
import { drainRefusal, missingRole, named } from "@rcpt/service/operations/admin/members"
import type { Member } from "@rcpt/service/operations/admin/members"

import { assert, describe, it } from "../../../support/vitest.ts"

const at = new Date(0)

const member = (name: string, more: Partial<Member> = {}): Member => ({
  name,
  role: "all",
  version: "1.0.0",
  clusterAddress: `${name}:1`,
  shards: 1,
  actors: 0,
  clockAhead: null,
  startedAt: at,
  seenAt: at,
  alive: true,
  drainAskedAt: null,
  drainedAt: null,
  ...more
})

const a = member("a/1/x")
const b = member("b/1/y")
const api = member("c/1/z", { role: "api" })
const probe = member("d/1/z", { role: "probe" })
const dead = member("e/1/z", { alive: false })

describe("A word names", () => {
  const all = [a, member("a/2/x"), member("ab/3/x"), dead]
  it("one process by its name, or all of a machine, but none that is dead", () => {
    const namesOf = (word: string) => named(all, word).map(({ name }) => name)
    assert.deepStrictEqual(namesOf("a/1/x"), ["a/1/x"])
    assert.deepStrictEqual(namesOf("a"), ["a/1/x", "a/2/x"])
    assert.deepStrictEqual(namesOf("e"), [])
    assert.deepStrictEqual(namesOf(""), [])
  })
})

describe("Draining is refused where", () => {
  const rows: ReadonlyArray<
    readonly [string, ReadonlyArray<Member>, ReadonlyArray<Member>, RegExp | undefined]
  > = [
    ["nobody else lives", [a, dead], [a], /^No other node is alive/],
    ["all others are drained", [a, { ...b, drainAskedAt: at }], [a], /^No other node is alive/],
    ["all are to go", [a, b], [a, b], /^No other node is alive/],
    ["only the others answer requests", [probe, api], [probe], /^No other node asks mail servers/],
    [
      "it is in no cluster",
      [{ ...a, clusterAddress: null }, b],
      [{ ...a, clusterAddress: null }],
      /RCPT_CLUSTER_HOST/
    ]
  ]
  for (const [what, all, leaving, refusal] of rows) {
    it(what, () => assert.match(drainRefusal(all, leaving) ?? "", refusal!))
  }
  it("and nowhere else", () => {
    assert.isUndefined(drainRefusal([a, b], [a]))
    assert.isUndefined(drainRefusal([api, probe, a], [probe]))
    assert.isUndefined(drainRefusal([api, probe], [api]))
  })
})

describe("Of the roles", () => {
  it("the one that is missing is named", () => {
    assert.match(missingRole([api, dead]) ?? "", /^No node asks mail servers/)
    assert.match(missingRole([probe]) ?? "", /^No node answers requests/)
    assert.match(missingRole([api, { ...probe, drainAskedAt: at }]) ?? "", /^No node asks/)
  })
  it("none is missing where there are both, or one node for all", () => {
    for (const all of [[], [a], [api, probe], [api, a], [member("new", { role: null })]])
      assert.isUndefined(missingRole(all))
  })
})
