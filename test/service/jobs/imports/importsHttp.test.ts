/** Verdicts that a list brings along, over HTTP: what they cost, where they stand, and where rcpt knows better. */
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import * as Database from "@rcpt/service/platform/Database"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { live } from "../../../stories/storyWorlds.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { erase, jobEnd, resultsOf } from "../../erasure/erasureWorld.ts"
import { jobOf, list, mode, priceOf, upload } from "../jobsHttpWorld.ts"

class World extends Context.Service<World, Running>()("test/service/jobs/imports/World") {}

const world = Layer.effect(
  World,
  service.start({ lab: true, credits: 10_000, env: { RCPT_RATE_LIMIT: "off" } })
)

const auditOf = ({ databaseUrl }: Running) =>
  contradictions.pipe(
    Effect.provide(Layer.fresh(Database.layer(Redacted.make(databaseUrl!)))),
    Effect.orDie
  )

const check = (running: Running, email: string, query = "") =>
  Effect.map(running.get(`/api/v1/verify?email=${email}${query}`), ({ json }) => Object(json))

const dayMillis = 24 * 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMillis).toISOString().slice(0, 10)

const lines = [
  "Email,ZB Status,ZB Sub Status,Verified At",
  `zoe@acme.test,valid,,${daysAgo(2)}`,
  `out@acme.test,invalid,mailbox_not_found,${daysAgo(2)}`,
  `cat@acme.test,catch-all,,${daysAgo(3)}`,
  `old@acme.test,valid,,${daysAgo(40)}`,
  `dunno@acme.test,unknown,greylisted,${daysAgo(2)}`,
  `ann@mailinator.com,valid,,${daysAgo(2)}`,
  `two@@acme.test,valid,,${daysAgo(2)}`,
  `gone@acme.test,valid,,${daysAgo(2)}`
]
const age = "?max_age=30d"

const run = (
  running: Running,
  parts: ReadonlyArray<{ name: string; content: string }>,
  query: string
) =>
  Effect.gen(function* () {
    const answer = yield* upload(running, [mode("deep"), ...parts, list(lines.join("\n"))], {
      query
    })
    return yield* jobEnd(running, (yield* jobOf(answer, 201)).id).pipe(Effect.timeout("1 minute"))
  })

layer(world, live)("Verdicts that a list brings along", (it) => {
  it.effect("count by their date, for 0 credits, where rcpt has no proof of its own", function* () {
    const running = yield* World
    yield* check(running, "gone@acme.test", "&mode=deep")
    const dry = yield* upload(running, [mode("deep"), list(lines.join("\n"))], {
      query: "?dry_run=true&max_age=30d"
    })
    const price = yield* priceOf(dry)
    assert.deepInclude(price, { distinct_rows: 8, known_rows: 4, imported_rows: 3 })
    assert.deepStrictEqual(price.format?.imports, {
      from: "zerobounce",
      column: 2,
      column_name: "ZB Status",
      reason_column: 3,
      date_column: 4
    })
    const job = yield* run(running, [], age)
    const { results } = yield* resultsOf(running, job.id)
    const shown = results.map((row) => [
      row.email,
      row.verification_status,
      row.sub_status ?? "",
      row.imported_from ?? "",
      row.credits_used
    ])
    assert.deepStrictEqual(shown, [
      ["zoe@acme.test", "valid", "", "zerobounce", 0],
      ["out@acme.test", "invalid", "mailbox_not_found", "zerobounce", 0],
      ["cat@acme.test", "risky", "catch_all", "zerobounce", 0],
      ["old@acme.test", "invalid", "mailbox_not_found", "", 5],
      ["dunno@acme.test", "invalid", "mailbox_not_found", "", 5],
      ["ann@mailinator.com", "risky", "disposable", "", 1],
      ["two@@acme.test", "invalid", "failed_syntax_check", "", 1],
      ["gone@acme.test", "invalid", "mailbox_not_found", "", 0]
    ])
    assert.strictEqual(results[0]!.checked_at, `${daysAgo(2)}T00:00:00.000Z`)
    assert.deepInclude(results[0]!, { smtp_status: "not_checked", mailbox_exists: "unknown" })
    assert.strictEqual(job.credits_charged, 12)

    const { text } = yield* running.get(`/api/v1/jobs/${job.id}/download`)
    const [names, first, , , fourth] = text.split("\r\n").map((line) => line.split(","))
    const at = names!.indexOf("imported_from")
    assert.deepStrictEqual([at, first![at], fourth![at]], [names!.length - 1, "zerobounce", ""])
    const { json: ledger } = yield* running.get(`/api/v1/ledger?job=${job.id}&type=refund`)
    assert.deepInclude(Object(ledger).entries[0], { credits: 28, reason: "remainder" })
    assert.deepStrictEqual(yield* auditOf(running), [])
  })

  it.effect(
    "are named by source and date when they are given again, until rcpt has verified",
    function* () {
      const running = yield* World
      const known = yield* check(running, "zoe@acme.test", "&mode=deep&max_age=30d")
      assert.deepInclude(known, {
        status: "valid",
        credits_used: 0,
        imported_from: "zerobounce",
        checked_at: `${daysAgo(2)}T00:00:00.000Z`,
        smtp: { checked: false, status: "not_checked", reason: "smtp_not_required" }
      })
      assert.deepStrictEqual(known.reasons, [
        `This is a verdict of ZeroBounce from a list of your account, from ${daysAgo(2)}. It is free.`
      ])
      // The second time it is found among the checks, and is still nobody else's verdict.
      const again = yield* check(running, "zoe@acme.test", "&mode=deep&max_age=30d")
      assert.deepInclude(again, { imported_from: "zerobounce", reasons: known.reasons })
      const fresh = yield* check(running, "zoe@acme.test", "&mode=deep")
      assert.deepInclude(fresh, { status: "invalid", credits_used: 5 })
      const { status, imported_from: from } = yield* check(
        running,
        "zoe@acme.test",
        "&mode=deep&max_age=30d"
      )
      assert.deepStrictEqual([status, from], ["invalid", undefined])
      // A newer list brings the old verdict along again: what rcpt has found stands.
      const { results } = yield* resultsOf(running, (yield* run(running, [], age)).id)
      assert.deepInclude(results[0]!, { verification_status: "invalid", is_known: true })
      assert.isUndefined(results[0]!.imported_from)
      assert.deepStrictEqual(yield* auditOf(running), [])
    }
  )

  it.effect("do not count before a result of rcpt that is older, nor hide it later", function* () {
    const running = yield* World
    const file = (query: string) =>
      Effect.gen(function* () {
        const lines = ["Email,ZB Status,Verified At", `kim@acme.test,valid,${daysAgo(2)}`]
        const answer = yield* upload(running, [mode("deep"), list(lines.join("\n"))], { query })
        return yield* jobEnd(running, (yield* jobOf(answer, 201)).id)
      })
    const imported = yield* file(age)
    assert.strictEqual(imported.valid_count, 1)
    const own = yield* file("")
    assert.strictEqual(own.invalid_count, 1)
    // As if rcpt had verified it five days ago, in a list before the other.
    yield* SqlClient.SqlClient.use((sql) =>
      Effect.andThen(
        sql`update job set created_at = created_at - interval '5 days' where job_id = ${own.id}`,
        sql`update job_result set result = replace(result, ${daysAgo(0)}, ${daysAgo(5)})
              where job_id = ${own.id}`
      )
    ).pipe(
      Effect.provide(Layer.fresh(Database.layer(Redacted.make(running.databaseUrl!)))),
      Effect.orDie
    )
    const later = yield* check(running, "kim@acme.test", "&mode=deep&max_age=30d")
    assert.deepInclude(later, { status: "invalid", credits_used: 0 })
    assert.strictEqual((yield* file(age)).invalid_count, 1)
  })

  it.effect("are forgotten when the address is erased", function* () {
    const running = yield* World
    yield* erase(running, "cat@acme.test")
    assert.strictEqual((yield* check(running, "cat@acme.test", "&max_age=30d")).credits_used, 1)
    assert.deepStrictEqual(yield* auditOf(running), [])
  })

  it.effect(
    "count neither without max_age, nor with `none`, and have the date that is sent",
    function* () {
      const running = yield* World
      const file = list("Email,NeverBounce Result\numa@acme.test,invalid")
      const priced = (parts: ReadonlyArray<{ name: string; content: string }>, query: string) =>
        Effect.flatMap(
          upload(running, [mode("fast"), ...parts, file], { query: `?dry_run=true${query}` }),
          priceOf
        )
      const dated = { name: "import_date", content: daysAgo(1) }
      const none = { name: "import", content: "none" }
      const max = "&max_age=30d"
      const counted = [
        yield* priced([dated], max),
        yield* priced([], max),
        yield* priced([dated], ""),
        yield* priced([none, dated], max)
      ].map(({ imported_rows: rows, format }) => [rows ?? 0, format?.imports?.from])
      assert.deepStrictEqual(counted, [
        [1, "neverbounce"],
        [0, "neverbounce"],
        [0, "neverbounce"],
        [0, undefined]
      ])
    }
  )

  it.effect("are refused where `import` names another service, or the date is none", function* () {
    const running = yield* World
    const refused = (name: string, content: string) =>
      Effect.map(
        upload(running, [{ name, content }, list(lines.join("\n"))], { query: age }),
        ({ status, json }) => [status, Object(json).error]
      )
    const named = "import must name a service whose verdicts are in the file"
    assert.deepStrictEqual(
      [
        yield* refused("import", "kickbox"),
        (yield* refused("import", "truelist"))[0],
        yield* refused("import_date", daysAgo(-2))
      ],
      [
        [400, `${named}: no column has those of Kickbox`],
        400,
        [400, "import_date must be a day that has begun, such as 2026-11-28"]
      ]
    )
  })
})
