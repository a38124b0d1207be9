import { Effect } from "effect"

import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

describe("rcpt guards", () => {
  it.live("shows which mail servers were probed, at what pace, and their replies", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true })
      const deep = (address: string) =>
        running.get(`/api/v1/verify?mode=deep&timeout=20000&email=${address}`)
      const settings = { RCPT_DATABASE_URL: running.databaseUrl ?? "" }
      const quiet = yield* rcpt(["guards"], settings)
      const empty = "No mail servers were probed recently.\n"
      assert.deepStrictEqual([quiet.code, quiet.stdout], [0, empty])

      yield* Effect.all([deep("ann@acme.test"), deep("ann@busy.test")], { concurrency: 2 })
      const expected = [
        /^127\.0\.2\.1 +10000 +0 +0 {2}closed$/m,
        /^127\.0\.8\.30 +10000 +0 +0 {2}closed$/m,
        /mail\.busy\.test to greeting: 421 4\.7\.0 \(/
      ]
      // Guards and their replies are written every few seconds.
      const { code, stdout } = yield* Effect.repeat(rcpt(["guards"], settings), {
        until: ({ stdout }) => expected.every((pattern) => pattern.test(stdout))
      })
      assert.strictEqual(code, 0)
      assert.notInclude(stdout, "ann@")

      const asJson = yield* rcpt(["guards", "--json"], settings)
      const guards: ReadonlyArray<{ readonly group: string }> = JSON.parse(asJson.stdout)
      assert.deepStrictEqual(guards.map(({ group }) => group).toSorted(), [
        "127.0.2.1",
        "127.0.8.30"
      ])
    }).pipe(Effect.scoped)
  )

  it.live("reports a missing database instead of an empty list", function* () {
    const { code, stdout, stderr } = yield* rcpt(["guards"], {
      RCPT_DATA_DIR: "/nonexistent"
    })
    assert.deepStrictEqual([code, stdout], [69, ""])
    assert.include(stderr, "There is no database")
  })
})
