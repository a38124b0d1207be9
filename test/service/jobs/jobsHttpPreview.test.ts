/** The free preview of a list, in the answer of a dry run. */
import { sampledMin } from "@rcpt/service/jobs/previewUpload"
import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { Effect } from "effect"

import { live } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { creditsOf } from "../ledger/idempotency/keyed.ts"
import { layer as world, list, mode, priceOf, upload, World } from "./jobsHttpWorld.ts"

const many = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n))

/** 40 distinct addresses; three of a domain that does not exist. */
const addresses = [
  ...many(28, (n) => `user${n}@acme.test`),
  ...many(3, (n) => `user${n}@nowhere.test`),
  ...many(2, (n) => `user${n}@@acme.test`),
  ...many(2, (n) => `user${n}@mailinator.com`),
  ...many(2, (n) => `user${n}@gmail.com`),
  "sales@acme.test",
  "info@acme.test",
  "support@acme.test",
  "SALES@acme.test"
]
const csvOf = (emails: ReadonlyArray<string>) => list(["email", ...emails].join("\n"))
const dryRun = { query: "?dry_run=true" }

layer(
  // One process, so that it knows what it has verified.
  world({ RCPT_PROCESSES: "1" }),
  live
)("The preview of a list", (it) => {
  it.effect("counts what is known without asking anybody, and costs nothing", function* () {
    const { running } = yield* World
    const before = yield* creditsOf(running)
    const first = yield* priceOf(yield* upload(running, [csvOf(addresses)], dryRun))
    assert.deepStrictEqual(first.preview, {
      sampled: 40,
      invalid_syntax: 2,
      disposable: 2,
      role: 3,
      free: 2,
      known_bad_domains: 0,
      at_least_bounce_percent: 5
    })
    assert.strictEqual(yield* creditsOf(running), before)

    yield* running.get("/api/v1/verify?email=ann@nowhere.test")
    const later = yield* priceOf(yield* upload(running, [csvOf(addresses)], dryRun))
    // 5 of 40 are 12.5 %.
    assert.deepInclude(later.preview, { known_bad_domains: 3, at_least_bounce_percent: 12 })
  })

  it.effect(
    "says how long a deep list takes, and at which mail servers, at their present pace",
    function* () {
      const { running } = yield* World
      const emails = [...many(200, (n) => `u${n}@gmail.com`), ...many(30, (n) => `u${n}@acme.test`)]
      const priced = (as: string) =>
        Effect.flatMap(upload(running, [mode(as), csvOf(emails)], dryRun), priceOf)
      // The lab's pace is 10,000 conversations a second.
      assert.deepStrictEqual((yield* priced("deep")).expected_time, {
        seconds: 1,
        mail_servers: "google",
        rows: 200
      })
      assert.isUndefined((yield* priced("fast")).expected_time)
    }
  )

  it.effect("says how many egresses a wanted time needs at each provider", function* () {
    const { running } = yield* World
    const emails = [
      ...many(200, (n) => `u${n}@gmail.com`),
      ...many(30, (n) => `u${n}@acme.test`),
      ...many(19, (n) => `u${n}@small.test`)
    ]
    const parts = [mode("deep"), csvOf(emails)]
    const priced = (query: string) =>
      Effect.flatMap(upload(running, parts, { query: `?dry_run=true${query}` }), priceOf)
    assert.isUndefined((yield* priced("")).egress_plan)
    const { egress_plan: plan = [] } = yield* priced("&within=1h")
    assert.sameDeepMembers(
      plan.map((need) => ({ ...need, seconds: 0 })),
      [
        {
          mail_servers: "google",
          rows: 200,
          seconds: 0,
          egresses: 1,
          domain: "gmail.com",
          domain_rows: 200
        },
        {
          mail_servers: "acme.test",
          rows: 30,
          seconds: 0,
          egresses: 1,
          domain: "acme.test",
          domain_rows: 30
        }
      ]
    )
    const refused = yield* upload(running, parts, { query: "?dry_run=true&within=5m" })
    assert.strictEqual(refused.status, 400)
  })

  it.effect("says nothing about a few addresses", function* () {
    const { running } = yield* World
    const few = addresses.slice(0, sampledMin - 1)
    const price = yield* priceOf(yield* upload(running, [csvOf(few)], dryRun))
    assert.isUndefined(price.preview)
  })

  it.effect("is given to an account some times an hour; the price always", function* () {
    const { running, customer } = yield* World
    const [one, other] = [yield* customer(0), yield* customer(0)]
    const priceFor = ({ apiKey }: { readonly apiKey: string }) =>
      Effect.flatMap(upload(running, [csvOf(addresses)], { ...dryRun, apiKey }), priceOf)
    for (let n = 0; n < keyedLimits.previews.burst; n++)
      assert.isDefined((yield* priceFor(one)).preview, `${n}`)
    const over = yield* priceFor(one)
    assert.isUndefined(over.preview)
    assert.strictEqual(over.total_rows, 41)
    assert.isDefined((yield* priceFor(other)).preview)
  })
})
