/** The same list gets the same verdicts, however late registries and blocklists answer. */
import { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Mode } from "@rcpt/domain/Verdict"
import { Effect, Schema } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import { batch } from "../../verify/batches.ts"
import { customer, submitted } from "../jobsWorld.ts"
import { ended, resultsOf, Running, world } from "./jobRunWorld.ts"

/** Milliseconds, enough for a start and a busy machine. */
const waitMax = 120_000

type Verdict = readonly [status: string, subStatus: string | undefined, score: number]

const newDomain: Verdict = ["risky", "new_domain", 75]
const valid: Verdict = ["valid", undefined, 100]

/** Nine rows of one new domain, as a customer had them, and others around them. */
const verdicts: ReadonlyMap<string, Verdict> = new Map([
  ["ann@acme.test", valid],
  ...Array.from({ length: 9 }, (_, n): [string, Verdict] => [
    `ann.${"abcdefghi"[n]}@lateyoung.test`,
    newDomain
  ]),
  ["ann@lateold.test", valid],
  ["bob@young.test", newDomain],
  ["ann@latelisted.test", ["risky", "blocklisted", 25]],
  ["bob@lateold.test", valid],
  ["ann@listed.test", ["risky", "blocklisted", 50]]
])

const emails = [...verdicts.keys()]

const ofJob = (account: string, mode: Mode = "fast") =>
  Effect.gen(function* () {
    const { id } = yield* submitted({ account, emails, mode })
    yield* ended(id)
    return [...(yield* resultsOf(id)).values()].map((row): Verdict => [
      row.status,
      row.subStatus,
      row.score
    ])
  })

const verdictOf = ({ status, sub_status, score }: VerifyResult): Verdict => [
  status,
  sub_status,
  score
]

const ofBatch = Effect.gen(function* () {
  const { results } = yield* batch(yield* Running, emails)
  return results.map(({ result }) => verdictOf(result!))
})

const ask = Effect.fnUntraced(function* (email: string) {
  const { get } = yield* Running
  const { json } = yield* get(`/api/v1/verify?email=${email}&explain=true`)
  return yield* Schema.decodeUnknownEffect(VerifyResult)(json)
})

const expected = [...verdicts.values()]

describe("The same list", () => {
  it.live(
    "gets the same verdicts at its first run, at its second, in a batch and one by one",
    () =>
      world(
        Effect.gen(function* () {
          const account = yield* customer(1_000)
          assert.deepStrictEqual(yield* ofJob(account), expected)
          assert.deepStrictEqual(yield* ofJob(account), expected)
          assert.deepStrictEqual(yield* ofBatch, expected)
          const singles = yield* Effect.forEach(emails, ask)
          assert.deepStrictEqual(singles.map(verdictOf), expected)
        })
      ),
    waitMax
  )

  it.live(
    "gets them in a batch that comes first, and in deep mode its rows are judged with them too",
    () =>
      world(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* ofBatch, expected)
          const account = yield* customer(1_000)
          assert.deepStrictEqual(yield* ofJob(account, "deep"), expected)
        })
      ),
    waitMax
  )

  it.live(
    "does so after a single answer that did not wait, which says what it did not learn",
    () =>
      world(
        Effect.gen(function* () {
          const early = yield* ask("ann.a@lateyoung.test")
          const open = early.evidence?.filter(({ rule }) => rule === "rdap.age")
          assert.deepStrictEqual(
            open?.map(({ outcome, answer }) => [outcome, answer]),
            [["unanswered", "not in time"]]
          )
          assert.deepStrictEqual(verdictOf(early), valid)
          assert.deepStrictEqual(yield* ofJob(yield* customer(1_000)), expected)
          assert.deepStrictEqual(verdictOf(yield* ask("ann.a@lateyoung.test")), newDomain)
        })
      ),
    waitMax
  )
})
