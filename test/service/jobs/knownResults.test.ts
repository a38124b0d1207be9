/** Earlier results that are given again (`max_age`): over HTTP, by lists, single checks and batches. */
import { deepSamples } from "@rcpt/lab/deepSamples"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import * as Database from "@rcpt/service/platform/Database"
import { Context, Effect, Layer, Redacted } from "effect"

import { live } from "../../stories/storyWorlds.ts"
import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { erase, jobEnd, json, resultsOf } from "../erasure/erasureWorld.ts"
import { jobOf, list, mode, priceOf, upload } from "./jobsHttpWorld.ts"

class World extends Context.Service<World, Running>()("test/service/jobs/knownResults/World") {}

const world = Layer.effect(
  World,
  service.start({ lab: true, credits: 10_000, env: { RCPT_RATE_LIMIT: "off" } })
)

const auditOf = ({ databaseUrl }: Running) =>
  contradictions.pipe(
    Effect.provide(Layer.fresh(Database.layer(Redacted.make(databaseUrl!)))),
    Effect.orDie
  )

const creditsOf = (running: Running) =>
  Effect.map(
    running.get("/api/v1/account"),
    ({ json: account }) => Object(account).credits as number
  )

/** What a use of the service costs. */
const costOf = <A, E, R>(running: Running, use: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* creditsOf(running)
    const result = yield* use
    return { result, cost: before - (yield* creditsOf(running)) }
  })

const check = (running: Running, email: string, query = "") =>
  Effect.map(
    running.get(`/api/v1/verify?email=${encodeURIComponent(email)}${query}`),
    ({ status, text, json: answer }) => {
      assert.strictEqual(status, 200, text)
      return Object(answer)
    }
  )

const runList = (
  running: Running,
  emails: ReadonlyArray<string>,
  how: "fast" | "deep",
  query = ""
) =>
  costOf(
    running,
    Effect.gen(function* () {
      const answer = yield* upload(running, [mode(how), list(["email", ...emails].join("\n"))], {
        query
      })
      return yield* jobEnd(running, (yield* jobOf(answer, 201)).id).pipe(Effect.timeout("1 minute"))
    })
  )

const emails = [
  "ann@acme.test",
  "gone@acme.test",
  "ann@nxdomain.test",
  "info@mailinator.com",
  "no address",
  "ann@servfail.test",
  "Ann@acme.test"
]
const again = "?max_age=30d"

layer(world, live)("A result of the account that is young enough", (it) => {
  it.effect("is given again to a list, and only what is unknown is verified", function* () {
    const running = yield* World
    const first = yield* runList(running, emails, "deep")
    assert.isAbove(first.cost, 5)
    const dry = yield* upload(running, [mode("deep"), list(["email", ...emails].join("\n"))], {
      query: "?dry_run=true&max_age=30d"
    })
    const price = yield* priceOf(dry)
    const inForm = [
      mode("deep"),
      { name: "max_age", content: "30d" },
      list(["email", ...emails].join("\n"))
    ]
    const same = yield* upload(running, inForm, { query: "?dry_run=true" })
    assert.deepInclude(yield* priceOf(same), { known_rows: price.known_rows! })
    assert.deepInclude(price, { distinct_rows: 6, known_rows: 5, credits_maximum: 5 })
    assert.isAtLeast(price.credits_saved!, 5)

    const second = yield* runList(running, emails, "deep", again)
    assert.strictEqual(second.cost, 0)
    const was = yield* resultsOf(running, first.result.id)
    const is = yield* resultsOf(running, second.result.id)
    for (const [at, row] of is.results.entries()) {
      const before = was.results[at]!
      assert.strictEqual(row.verification_status, before.verification_status)
      assert.strictEqual(row.credits_used, 0)
      const isKnown = row.verification_status !== "unknown"
      assert.strictEqual(row.is_known ?? false, isKnown, row.email)
      if (isKnown) assert.strictEqual(row.checked_at, before.checked_at, row.email)
      else assert.notStrictEqual(row.checked_at, before.checked_at)
    }

    // A deep result serves fast mode; without max_age nothing is known.
    assert.strictEqual((yield* runList(running, emails, "fast", again)).cost, 0)
    assert.strictEqual((yield* runList(running, emails, "fast")).cost, 5)

    const single = yield* costOf(
      running,
      check(running, "GONE@acme.test", "&mode=deep&max_age=12h")
    )
    assert.strictEqual(single.cost, 0)
    assert.deepInclude(single.result, {
      email: "GONE@acme.test",
      status: "invalid",
      sub_status: "mailbox_not_found",
      mode: "deep",
      credits_used: 0,
      checked_at: was.results[1]!.checked_at
    })
    assert.match(single.result.reasons[0], /^This is an earlier result of your account, from /)
    assert.deepStrictEqual(yield* auditOf(running), [])
  })

  it.effect(
    "is found where a single check or a batch has left it, for the same spelling",
    function* () {
      const running = yield* World
      const first = yield* check(running, "tom@acme.test")
      const known = yield* costOf(running, check(running, " Tom@acme.test ", "&max_age=1h"))
      assert.strictEqual(known.cost, 0)
      const { reasons, response_time_ms: _, ...same } = known.result
      assert.deepInclude({ ...first, email: "Tom@acme.test", credits_used: 0 }, same)
      assert.strictEqual(reasons.length, first.reasons.length + 1)
      // Given again from what was given again, it says so once.
      const third = yield* check(running, "tom@acme.test", "&max_age=1h")
      assert.deepStrictEqual([third.checked_at, third.reasons], [first.checked_at, reasons])

      // A server may refuse another spelling of a mailbox; and a fast result is none of deep mode.
      assert.strictEqual((yield* check(running, "tom+x@acme.test", "&max_age=1h")).credits_used, 1)
      assert.strictEqual(
        (yield* check(running, "tom@acme.test", "&max_age=1h&mode=deep")).credits_used,
        5
      )
      yield* check(running, "jane.doe@gmail.com")
      assert.strictEqual(
        (yield* check(running, "janedoe@gmail.com", "&max_age=1h")).credits_used,
        1
      )
      // What was unknown or put off is asked again.
      const [late] = deepSamples.filter(({ deep }) => deep.smtp_status === "rate_limited")
      for (const query of ["&mode=deep", "&mode=deep&max_age=1h"]) {
        const { smtp, reasons } = yield* check(running, late!.address, query)
        assert.deepInclude(smtp, { status: "rate_limited" })
        assert.notMatch(reasons.join(), /earlier result/)
      }
      yield* check(running, "ann@servfail.test")
      const unknown = yield* check(running, "ann@servfail.test", "&max_age=1h")
      assert.deepInclude(unknown, { status: "unknown", credits_used: 0 })
      assert.notMatch(unknown.reasons[0], /earlier result/)

      const batch = {
        emails: ["uwe@acme.test", "tom@acme.test", "TOM@acme.test"],
        max_age: "30d"
      }
      const both = yield* costOf(running, running.get("/api/v1/verify/batch", json(batch)))
      assert.deepInclude(Object(both.result.json), { credits_used: 1, count: 3 })
      assert.strictEqual(both.cost, 1)
      assert.strictEqual((yield* runList(running, batch.emails, "fast", again)).cost, 0)
      assert.deepStrictEqual(yield* auditOf(running), [])
    }
  )

  it.effect("is an entry of the ledger, and not known any more once it is erased", function* () {
    const running = yield* World
    yield* runList(running, ["eva@acme.test", "fay@acme.test"], "fast")
    yield* check(running, "fay@acme.test", "&max_age=1h")
    const { json: ledger } = yield* running.get("/api/v1/ledger?limit=1")
    const [entry] = Object(ledger).entries
    assert.deepInclude(entry, { type: "refund", reason: "remainder" })
    yield* erase(running, "fay@acme.test")
    assert.strictEqual((yield* check(running, "fay@acme.test", "&max_age=1h")).credits_used, 1)
    assert.strictEqual((yield* check(running, "eva@acme.test", "&max_age=1h")).credits_used, 0)
    // A list that is deleted takes its results with it.
    yield* check(running, "carl@acme.test")
    yield* erase(running, "carl@acme.test")
    assert.strictEqual((yield* check(running, "carl@acme.test", "&max_age=1h")).credits_used, 1)
    assert.deepStrictEqual(yield* auditOf(running), [])
  })

  it.effect("is not known where a rule of today says something else", function* () {
    const running = yield* World
    const name = ["ann@office.test"]
    yield* runList(running, name, "fast")
    yield* running.get(
      "/api/v1/rules",
      json({ action: "block", match: "domain", value: "office.test" })
    )
    const blocked = yield* check(running, "ann@office.test", "&max_age=1h")
    assert.strictEqual(blocked.sub_status, "blocked_by_rule")
    assert.deepInclude(yield* check(running, "ann@office.test", "&max_age=1h"), {
      sub_status: "blocked_by_rule",
      credits_used: 0
    })
    yield* running.get("/api/v1/rules?match=domain&value=office.test", { method: "DELETE" })
    const free = yield* check(running, "ann@office.test", "&max_age=1h")
    assert.notStrictEqual(free.sub_status, "blocked_by_rule")
  })

  it.effect("has an age that is refused when it is none", function* () {
    const running = yield* World
    const before = yield* creditsOf(running)
    for (const age of ["30", "0d", "91d", "30m", "1e3d", ""]) {
      const { status, json: problem } = yield* running.get(
        `/api/v1/verify?email=ann@acme.test&max_age=${age}`
      )
      assert.deepStrictEqual(
        [status, Object(problem).error],
        [400, "max_age must be a duration from 1h to 90d, such as 12h or 30d"],
        age
      )
    }
    const file = list("email\nann@acme.test")
    const late = yield* upload(running, [file, mode("deep")], {
      query: "?dry_run=true&max_age=1d"
    })
    assert.strictEqual(late.status, 400, late.text)
    assert.match(Object(late.json).error, /^mode must come before the file/)
    assert.strictEqual(yield* creditsOf(running), before)
  })
})
