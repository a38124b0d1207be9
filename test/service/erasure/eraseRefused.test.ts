import { Effect } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import {
  counts,
  endlessJob,
  erase,
  jobWith,
  receiptOf,
  resultsOf,
  startService
} from "./erasureWorld.ts"
import { placesOf } from "./scanDatabase.ts"

describe("An erasure", () => {
  it.live("waits for a job that has the address, and erases nothing before", () =>
    Effect.gen(function* () {
      const running = yield* startService()
      const url = running.databaseUrl!
      yield* jobWith(running, "email\r\nann.palatine@acme.test")
      const { id } = yield* endlessJob(running, "Ann.Palatine@acme.test")

      const refused = yield* erase(running, "ann.palatine@acme.test")
      assert.deepStrictEqual(
        [refused.status, refused.json],
        [409, { error: `job ${id} has the address and is not finished: cancel or wait` }]
      )
      // Of both lists.
      assert.strictEqual((yield* placesOf(url, ["palatine"])).get("public.job_chunk.packed"), 2)
      // Who is only in finished jobs, or in none, does not wait.
      assert.isFalse(receiptOf(yield* erase(running, "eve@acme.test")).found)

      yield* running.get(`/api/v1/jobs/${id}`, { method: "DELETE" })
      assert.isTrue(receiptOf(yield* erase(running, "ann.palatine@acme.test")).found)
      assert.deepStrictEqual([...(yield* placesOf(url, ["palatine"])).keys()], [])
    }).pipe(Effect.scoped)
  )

  it.live("is of one account alone, and takes the address from what others were suggested", () =>
    Effect.gen(function* () {
      const running = yield* startService()
      const url = running.databaseUrl!
      const job = yield* jobWith(running, "email\r\nann.palatine@gmaill.com\r\nbob@acme.test")
      const [suggested] = (yield* resultsOf(running, job.id)).results
      assert.strictEqual(suggested?.did_you_mean, "ann.palatine@gmail.com")

      const { apiKey } = yield* openAccount(url)
      assert.isFalse(receiptOf(yield* erase(running, "ann.palatine@gmail.com", { apiKey })).found)
      assert.isAbove((yield* placesOf(url, ["palatine@gmail.com"])).size, 0)

      const receipt = receiptOf(yield* erase(running, "annpalatine@gmail.com"))
      assert.deepStrictEqual(counts(receipt), { job_suggestions: 1 })
      assert.deepStrictEqual([...(yield* placesOf(url, ["palatine@gmail.com"])).keys()], [])
      const [left] = (yield* resultsOf(running, job.id)).results
      assert.deepInclude(left, { email: "ann.palatine@gmaill.com", did_you_mean: "" })
      assert.isUndefined(left?.erased)
    }).pipe(Effect.scoped)
  )

  it.live("says what of the address is a setting of the account, and leaves it", () =>
    Effect.gen(function* () {
      const running = yield* startService()
      const { kept } = receiptOf(yield* erase(running, "Owner@rcpt.test"))
      assert.include(
        kept.map(({ what }) => what),
        "the address that somebody of the account signs in with"
      )
      const { kept: others } = receiptOf(yield* erase(running, "nobody@rcpt.test"))
      assert.strictEqual(others.length, kept.length - 1)
    }).pipe(Effect.scoped)
  )
})
