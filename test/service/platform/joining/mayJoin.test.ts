import { sessionsNeeded } from "@rcpt/service/platform/joining/connectFailures"
import { refusalOf } from "@rcpt/service/platform/joining/mayJoin"
import type { Database } from "@rcpt/service/platform/joining/mayJoin"

import { assert, describe, it } from "../../../support/vitest.ts"

const good: Database = {
  versionNumber: 150_000,
  version: "15.0",
  processIds: [
    [1, 1],
    [2, 2]
  ],
  keepsSettings: true,
  isHalfRestored: false,
  isOldNumbering: false,
  clockAhead: 60_000,
  oldest: { service: 22, store: 8 }
}

const judge = (differs: Partial<Database>) =>
  refusalOf({ ...good, ...differs }, { service: 22, store: 8 })

describe("A database", () => {
  it("that is as it must be has no refusal", () => assert.isUndefined(judge({})))

  it("that names no oldest program takes any", () =>
    assert.isUndefined(judge({ oldest: undefined })))

  const refused: ReadonlyArray<readonly [says: string, Partial<Database>, RegExp | string]> = [
    [
      "of Postgres 14",
      { versionNumber: 140_019, version: "14.19" },
      /is Postgres 14\.19, .* 15 or/
    ],
    ["behind a pooler that moves us", { processIds: [[1, 3], [2]] }, sessionsNeeded],
    ["behind a pooler that shares a session", { processIds: [[1], [1]] }, sessionsNeeded],
    ["behind a pooler that drops our timeouts", { keepsSettings: false }, sessionsNeeded],
    ["that a restore has not finished", { isHalfRestored: true }, /run `rcpt restore` again/],
    ["of newer tables of the service", { oldest: { service: 23, store: 8 } }, /newer programs/],
    ["of newer tables of the store", { oldest: { service: 22, store: 9 } }, /newer programs/],
    ["whose clock is behind ours", { clockAhead: 61_000 }, /is 61 s ahead of the database's/],
    ["whose clock is ahead of ours", { clockAhead: -75_000 }, /is 75 s behind the database's/]
  ]
  for (const [says, differs, sentence] of refused)
    it(`${says} is refused with a sentence`, () => {
      const refusal = judge(differs)
      if (typeof sentence === "string") assert.strictEqual(refusal, sentence)
      else assert.match(refusal ?? "", sentence)
    })
})
