import { groupByDomain, rowsOfSharedTask, rowsOfTaskMax } from "@rcpt/service/jobs/actors/ChunkWork"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"

type Row = readonly [row: number, email: string]

const rowsTo = (domains: ReadonlyArray<string>): ReadonlyArray<Row> =>
  domains.map((domain, row) => [row, `ann${row}@${domain}`])

const domainOf = ([, email]: Row): string => email.split("@")[1]!.toLowerCase()

describe("The rows of a chunk", () => {
  it("are divided into tasks, each row once, each domain in one group", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a.test", "A.test", "b.test", "c.test", "d.test"), {
          maxLength: 300
        }),
        fc.nat(40),
        (repeated, single) => {
          const others = Array.from({ length: single }, (_, at) => `d${at}.test`)
          const rows = rowsTo([...repeated, ...others])
          const groups = groupByDomain(rows)
          assert.sameDeepMembers(groups.flat(2), [...rows])
          for (const task of groups.flat()) assert.isAtMost(task.length, rowsOfTaskMax)
          const domains = groups.map((tasks) => [...new Set(tasks.flat().map(domainOf))])
          assert.strictEqual(new Set(domains.flat()).size, domains.flat().length)
        }
      )
    ))

  it("of a large domain have tasks of their own", () => {
    const rows = rowsTo(Array.from({ length: 120 }, () => "acme.test"))
    assert.deepStrictEqual(
      groupByDomain(rows).map((tasks) => tasks.map(({ length }) => length)),
      [[50, 50, 20]]
    )
  })

  it("of small domains share tasks", () => {
    const rows = rowsTo(Array.from({ length: 25 }, (_, row) => `d${row}.test`))
    assert.deepStrictEqual(
      groupByDomain(rows).map((tasks) => tasks.map(({ length }) => length)),
      [[rowsOfSharedTask], [rowsOfSharedTask], [5]]
    )
  })
})
