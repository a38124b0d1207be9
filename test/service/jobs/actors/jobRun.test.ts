import { rowsOf } from "@rcpt/domain/Job"
import { deepSamples } from "@rcpt/lab/deepSamples"
import { samples } from "@rcpt/lab/samples"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import { balanceOf, customer, submitted } from "../jobsWorld.ts"
import { labAddresses, quoted, resultsOf, Running, watch, world } from "./jobRunWorld.ts"

/** Milliseconds, enough to start the service on a busy machine. */
const waitMax = 120_000

const verify = (address: string) =>
  Effect.gen(function* () {
    const { get } = yield* Running
    const { status, text, json } = yield* get(`/api/v1/verify?email=${encodeURIComponent(address)}`)
    assert.strictEqual(status, 200, text)
    return Object(json)
  })

/** The fields that a single check and the row of a job have in common. */
const ofCheck = (check: Record<string, unknown>) => {
  const checks = Object(check["checks"])
  return {
    status: check["status"],
    score: check["score"],
    subStatus: check["sub_status"],
    normalizedEmail: check["normalized_email"],
    didYouMean: check["did_you_mean"],
    has_mx: checks.mx,
    has_spf: checks.spf,
    is_disposable: checks.disposable,
    is_catch_all: checks.catch_all,
    creditsUsed: check["credits_used"]
  }
}

const ofRow = ({
  status,
  score,
  subStatus,
  normalizedEmail,
  didYouMean,
  has_mx,
  has_spf,
  is_disposable,
  is_catch_all,
  creditsUsed
}: ResultRow) => ({
  status,
  score,
  subStatus,
  normalizedEmail,
  didYouMean,
  has_mx,
  has_spf,
  is_disposable,
  is_catch_all,
  creditsUsed
})

describe("A fast job", () => {
  it.live(
    "has the verdicts and prices of single checks, and its counts only rise",
    () =>
      world(
        Effect.gen(function* () {
          const sampleEmails = [...samples, ...deepSamples].map(({ address }) => address)
          const tooLong = `${"a".repeat(250)}@acme.test`
          const emails = [...new Set([...sampleEmails, ...labAddresses(1_900, 400), "@", tooLong])]
          const verifyAll = Effect.forEach(emails.slice(0, -1), verify, { concurrency: 16 })
          // Facts that come too late for a single check on a busy machine are not too late for a list: they are
          // known the second time.
          yield* verifyAll
          const singles = yield* verifyAll

          const account = yield* customer(10_000)
          const { id } = yield* submitted({ account, emails: emails.map(quoted) })
          const seen = yield* watch(id, ({ status }) => status === "complete")
          const results = yield* resultsOf(id)
          singles.forEach((single, row) => {
            const result = results.get(row)
            // A repeat of an address in another case has no result of its own.
            if (result !== undefined)
              assert.deepStrictEqual(ofRow(result), ofCheck(single), emails[row])
          })
          assert.deepInclude(results.get(emails.length - 1), {
            status: "invalid",
            subStatus: "failed_syntax_check",
            creditsUsed: 1
          })

          const counts = seen.map(({ tally }) => rowsOf(tally))
          assert.deepStrictEqual(
            counts,
            counts.toSorted((a, b) => a - b)
          )
          assert.strictEqual(counts.at(-1), emails.length)
          const cost = [...results.values()].reduce((sum, row) => sum + row.creditsUsed, 0)
          assert.strictEqual(yield* balanceOf(account), 10_000 - cost)
          assert.strictEqual(seen.at(-1)!.charged, cost)
          assert.deepStrictEqual(yield* contradictions, [])
        })
      ),
    waitMax
  )
})
