import { Overview } from "@rcpt/api/Overview"
import { days } from "@rcpt/service/views/days"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import type { Opened } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { jobOf, list, mode, upload } from "../../jobs/jobsHttpWorld.ts"
import { customer, finished, posted, rebuilt, sqlIn } from "../../views/ledger/ledgerWorld.ts"

const decode = Schema.decodeUnknownEffect(Overview, { onExcessProperty: "error" })

const overviewOf = ({ get }: Running, { apiKey }: Opened) =>
  Effect.gen(function* () {
    const { status, text, json } = yield* get("/api/v1/overview", { apiKey })
    assert.strictEqual(status, 200, text)
    return yield* decode(json)
  })

const verify = ({ get }: Running, { apiKey }: Opened, query: string) =>
  get(`/api/v1/verify?${query}`, { apiKey })

const submit = (running: Running, who: Opened, emails: ReadonlyArray<string>, deep = false) =>
  Effect.gen(function* () {
    const parts = [mode(deep ? "deep" : "fast"), list(["email", ...emails, ""].join("\n"))]
    return (yield* jobOf(yield* upload(running, parts, who), 201)).id
  })

const job = (running: Running, who: Opened, emails: ReadonlyArray<string>) =>
  Effect.tap(submit(running, who, emails), (id) => finished(running, who, id))

const today = () => new Date().toISOString().slice(0, "2026-11-21".length)
const nothing = { valid: 0, risky: 0, invalid: 0, unknown: 0, credits_spent: 0 }

/** Every way in which a check is counted, and two in which none is. */
const checks = Effect.fnUntraced(function* (running: Running, who: Opened) {
  yield* verify(running, who, "email=ann@acme.test")
  yield* verify(running, who, "email=ann@servfail.test")
  yield* verify(running, who, "email=gone@office.test&mode=deep")
  yield* verify(running, who, "email=disposable@sandbox.rcpt.test")
  return yield* job(running, who, [
    "ann@acme.test",
    "ANN@acme.test",
    "x@nowhere.test",
    "valid@sandbox.rcpt.test",
    "disposable@sandbox.rcpt.test"
  ])
})

layer(service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }), service.live)(
  "The overview",
  (it) => {
    it.effect("counts today's checks by what they came to, but not the sandbox", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 100)
      const id = yield* checks(running, who)
      const seen = yield* overviewOf(running, who)
      const counts = { valid: 3, risky: 0, invalid: 2, unknown: 1 }
      // 1 for the fast check, 5 for the mailbox that is gone, 2 for the list.
      assert.deepStrictEqual(seen.days.at(-1), { date: today(), ...counts, credits_spent: 8 })
      assert.deepStrictEqual(seen.credits, { available: 92, held: 0, spent_this_month: 8 })
      assert.deepStrictEqual(
        seen.jobs.map((one) => one.id),
        [id]
      )
      const { json } = yield* running.get("/api/v1/usage?months=1", who)
      const sum = Object.values(counts).reduce((all, count) => all + count)
      assert.strictEqual(Object(json)[0].total_checks, sum)
    })

    it.effect("has the hours of the first day with checks, until there is another", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 100)
      assert.notProperty(yield* overviewOf(running, who), "hours")
      yield* checks(running, who)
      const seen = yield* overviewOf(running, who).pipe(
        Effect.repeat({
          until: ({ hours = [] }) => hours.reduce((sum, hour) => sum + hour.credits_spent, 0) >= 8
        }),
        Effect.timeout("20 seconds")
      )
      const hours = seen.hours!
      assert.lengthOf(hours, 24)
      assert.strictEqual(hours[0]!.hour, `${today()}T00:00:00.000Z`)
      const sums = hours.reduce(
        (all, one) => ({
          valid: all.valid + one.valid,
          risky: all.risky + one.risky,
          invalid: all.invalid + one.invalid,
          unknown: all.unknown + one.unknown,
          credits_spent: all.credits_spent + one.credits_spent
        }),
        nothing
      )
      // Two rows of the list are of the sandbox.
      assert.deepStrictEqual(sums, {
        valid: 4,
        risky: 1,
        invalid: 2,
        unknown: 1,
        credits_spent: 8
      })
      yield* sqlIn(
        running,
        SqlClient.SqlClient.use(
          (sql) => sql`
              insert into account_day
                (generation, account_id, day, valid, risky, invalid, unknown, spent)
              select generation, account_id, day - 3, 1, 0, 0, 0, 1 from account_day
              where account_id = ${who.account}`
        )
      )
      assert.notProperty(yield* overviewOf(running, who), "hours")
    })

    it.effect("has no hours where activity lacks checks, as while it is off", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 100)
      yield* verify(running, who, "email=ann@acme.test")
      yield* overviewOf(running, who).pipe(
        Effect.repeat({ until: ({ hours }) => hours !== undefined }),
        Effect.timeout("20 seconds")
      )
      yield* sqlIn(
        running,
        SqlClient.SqlClient.use(
          (sql) => sql`delete from activity_hour where account_id = ${who.account}`
        )
      )
      assert.notProperty(yield* overviewOf(running, who), "hours")
    })

    it.effect(
      "has thirty days without a gap, the oldest first, also when there was nothing",
      function* () {
        const running = yield* service.Service
        const {
          days: shown,
          days_before: before,
          jobs,
          credits
        } = yield* overviewOf(running, yield* customer(running, 5))
        assert.lengthOf(shown, 30)
        const first = Date.parse(shown[0]!.date)
        for (const [at, { date, ...counts }] of shown.entries()) {
          assert.strictEqual(Date.parse(date), first + at * 86_400_000)
          assert.deepStrictEqual(counts, nothing)
        }
        assert.strictEqual(shown.at(-1)!.date, today())
        assert.deepStrictEqual([jobs, credits.spent_this_month], [[], 0])
        assert.deepStrictEqual(before, nothing)
      }
    )

    it.effect(
      "shows what is on hold, for a request and for a job, and the newest five jobs",
      function* () {
        const running = yield* service.Service
        const who = yield* customer(running, 100)
        const ids: Array<string> = []
        for (let n = 0; n < 6; n++) ids.unshift(yield* submit(running, who, [`user${n}@acme.test`]))
        yield* Effect.forEach(ids, (id) => finished(running, who, id), { concurrency: 6 })
        const before = yield* overviewOf(running, who)
        assert.deepStrictEqual(
          before.jobs.map(({ id }) => id),
          ids.slice(0, 5)
        )
        const slow = "email=ann@mute.faults.test&mode=deep&timeout=6000"
        yield* Effect.forkChild(verify(running, who, slow), { startImmediately: true })
        yield* submit(running, who, ["ann@mute.faults.test"], true)
        const { credits } = yield* Effect.repeat(overviewOf(running, who), {
          until: ({ credits: { held } }) => held === 10
        })
        assert.deepStrictEqual(credits, { available: 84, held: 10, spent_this_month: 6 })
      }
    )

    it.effect("is another one for another account", function* () {
      const running = yield* service.Service
      const [ann, bob] = [yield* customer(running, 50), yield* customer(running, 7)]
      yield* checks(running, ann)
      const his = yield* overviewOf(running, bob)
      assert.deepStrictEqual(his.credits, { available: 7, held: 0, spent_this_month: 0 })
      assert.deepStrictEqual(his.jobs, [])
      for (const { date: _, ...counts } of his.days) assert.deepStrictEqual(counts, nothing)
    })

    it.effect("has the same days after a rebuild, and each on its own date", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 100)
      yield* checks(running, who)
      const before = (yield* overviewOf(running, who)).days
      yield* rebuilt(running, days)
      assert.deepStrictEqual((yield* overviewOf(running, who)).days, before)
      const rows = SqlClient.SqlClient.use(
        (sql) => sql<{ readonly generations: number }>`
            select count(distinct generation)::int as generations from account_day`
      )
      assert.deepStrictEqual(yield* sqlIn(running, rows), [{ generations: 1 }])
    })

    it.effect("counts neither grants nor corrections as spent", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 100)
      yield* posted(running, who.account, "adjustments", { credits: -3, reason: "a mistake" })
      yield* verify(running, who, "email=ann@acme.test")
      const { credits } = yield* overviewOf(running, who)
      assert.deepStrictEqual(credits, { available: 96, held: 0, spent_this_month: 1 })
    })
  }
)
