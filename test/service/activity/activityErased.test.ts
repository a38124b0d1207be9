import { Effect } from "effect"

import { rcpt } from "../../cli/rcpt.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { asked, env, openPerson, signIn } from "../accounts/sessions/sessionWorld.ts"
import { counts, erase, json, receiptOf } from "../erasure/erasureWorld.ts"
import { detail, rows, sent, sqlIn, verifyPath } from "./activityWorld.ts"

const start = service.start({ lab: true, env: { ...env, RCPT_RATE_LIMIT: "off" } })

const emails = [
  "A.Zykowski+News@Gmail.com",
  "azykowski@googlemail.com",
  "azykowski@gmial.com",
  "Ann <azykowski@gmail.com>",
  "bob@acme.test"
]

describe("Erasing an address", () => {
  it.live("removes all rows that name it, in any spelling, and leaves the others' answers", () =>
    Effect.gen(function* () {
      const running = yield* start
      const batch = "/api/v1/verify/batch"
      const { rows: found } = yield* sent(running, batch, json({ emails }), 6)
      const bob = found.find(({ email }) => email === "b***@acme.test")!
      const kept = yield* detail(running, bob.id)
      // What was checked right before it is erased too, though it is not written yet.
      const last = yield* running.get(verifyPath("a.zykowski@gmail.com"))
      assert.strictEqual(last.status, 200)
      const receipt = receiptOf(yield* erase(running, "azykowski@gmail.com"))
      assert.strictEqual(counts(receipt)["activity"], 5)
      const left = yield* rows(running, "?limit=100")
      const shown = left.flatMap(({ email = [] }) => email)
      assert.deepStrictEqual(shown, ["b***@acme.test"])
      assert.deepStrictEqual(yield* detail(running, bob.id), kept)
      assert.strictEqual(receiptOf(yield* erase(running, "azykowski@gmail.com")).found, false)
    }).pipe(Effect.scoped)
  )

  it.live("works without the service: rcpt erase", () =>
    Effect.gen(function* () {
      const running = yield* start
      yield* sent(running, verifyPath("azykowski@gmail.com"))
      yield* sent(running, verifyPath("bob@acme.test"))
      const done = yield* rcpt(["erase", "azykowski@gmail.com"], {
        RCPT_DATABASE_URL: running.databaseUrl!
      })
      assert.strictEqual(done.code, 0, done.stderr)
      assert.match(done.stdout, /activity +1/)
      assert.lengthOf(yield* rows(running, "?email=azykowski@gmail.com"), 0)
      const [bob] = yield* rows(running, "?email=bob@acme.test")
      assert.strictEqual((yield* detail(running, bob!.id)).result?.email, "bob@acme.test")
    }).pipe(Effect.scoped)
  )
})

describe("Closing an account", () => {
  it.live("removes its activity, also what is written later, and nothing of others", () =>
    Effect.gen(function* () {
      const running = yield* start
      const person = yield* openPerson(running)
      const { cookie } = yield* signIn(running, person)
      yield* sent(running, verifyPath("bob@acme.test"))
      const free = verifyPath("valid@sandbox.rcpt.test")
      for (let i = 0; i < 3; i++) yield* running.get(free, { apiKey: person.apiKey })
      const closed = yield* asked(running, cookie, "/api/v1/account", { method: "DELETE" })
      assert.strictEqual(closed.status, 200, closed.text)
      yield* Effect.sleep("2 seconds")
      const left = yield* sqlIn(
        running,
        (sql) => sql<{ readonly own: number; readonly others: number }>`
          select (select count(*) from activity where account_id = ${person.account})::int
              + (select count(*) from activity_answers where account_id = ${person.account})::int as own,
            (select count(*) from activity where account_id <> ${person.account})::int as others`
      )
      assert.strictEqual(left[0]!.own, 0)
      assert.isAtLeast(left[0]!.others, 1)
    }).pipe(Effect.scoped)
  )
})
