import { readFileSync } from "node:fs"

import { otherAccountsMin, othersMailsMax, priorMails } from "@rcpt/domain/catchAllConfidence"
import { assert, describe, it } from "vitest"

import {
  brierAfter,
  brierBest,
  brierTable,
  calibrationTable,
  domains,
  worlds
} from "./catchAllWorlds.ts"

const docs = readFileSync("packages/docs/catch-all.md", "utf8")

describe("Reports on mail to a catch-all domain", () => {
  it("bring the confidence nearer to the truth in every world, the more the better", () => {
    for (const world of worlds) {
      const scores = [0, 3, 10, 30, 100].map((mails) => brierAfter(mails, world))
      for (const [at, score] of scores.entries()) {
        assert.isBelow(score, scores[at - 1] ?? 1, world.name)
        assert.isAbove(score, brierBest(world) - 1e-9, world.name)
      }
    }
    assert.deepStrictEqual(
      domains.map(({ prior }) => prior),
      [0.25, 0.5, 0.65, 0.8]
    )
  })

  it("have the numbers that the docs show", () => {
    for (const part of [
      brierTable(),
      calibrationTable(),
      `like ${priorMails} mails`,
      `at least ${otherAccountsMin} other accounts`,
      `at most like ${othersMailsMax} of your own`
    ])
      assert.include(docs, part)
  })
})
