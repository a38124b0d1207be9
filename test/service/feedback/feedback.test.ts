import type { Accuracy } from "@rcpt/api/Accuracy"
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Overview } from "@rcpt/api/Overview"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { audit } from "@rcpt/service/operations/audit/audit"
import * as Database from "@rcpt/service/platform/Database"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Request, Running } from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { list, upload } from "../jobs/jobsHttpWorld.ts"

const unknownUser = "550 5.1.1 <someone>: Recipient address rejected: User unknown"
const blocked = "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked"

const bounced = (item: object) => ({ outcome: "bounced", smtp_response: unknownUser, ...item })
const delivered = (item: object) => ({ outcome: "delivered", ...item })

const give = ({ get }: Running, items: ReadonlyArray<object>, request: Request = {}) =>
  get("/api/v1/feedback", {
    method: "POST",
    body: JSON.stringify({ items }),
    ...request,
    headers: { "content-type": "application/json", ...request.headers }
  })

const statusesOf = ({ json }: { readonly json: unknown }): ReadonlyArray<string> =>
  Object(json).results.map(({ status }: { readonly status: string }) => status)

const verify = ({ get }: Running, email: string, query = "", request: Request = {}) =>
  Effect.map(
    get(`/api/v1/verify?email=${encodeURIComponent(email)}${query}`, request),
    ({ json }) => json as VerifyResult
  )

/** A node learns of the first report with the next look-up of the key, within a second. */
const verifiedAfterReport = (running: Running, email: string) =>
  Effect.gen(function* () {
    while (true) {
      const result = yield* verify(running, email)
      if (result.reasons.some((says) => says.includes("You reported"))) return result
      yield* Effect.sleep("20 millis")
    }
  })

const endOf = ({ get }: Running, id: string) =>
  Effect.gen(function* () {
    while (true) {
      const job = (yield* get(`/api/v1/jobs/${id}`)).json as BulkJob
      if (job.status === "complete") return job
      yield* Effect.sleep("20 millis")
    }
  })

const usageOf = ({ get }: Running) =>
  Effect.map(get("/api/v1/usage"), ({ json }) => Object(json)[0].feedback)

const post = (body: object): Request => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

/** An account of its own, with what it may ask. */
const customer = Effect.gen(function* () {
  const { get, databaseUrl } = yield* service.Service
  const { account, apiKey } = yield* openAccount(databaseUrl!)
  yield* get(`/api/v1/admin/accounts/${account}/grants`, {
    ...post({ credits: 200, reason: "a test" }),
    headers: { "content-type": "application/json", "idempotency-key": account }
  })
  const ask = (path: string, request: Request = {}) => get(`/api/v1${path}`, { ...request, apiKey })
  return {
    ask,
    batch: (emails: ReadonlyArray<string>) =>
      Effect.map(ask("/verify/batch", post({ emails })), ({ json }) =>
        Object(json).results.map(({ result }: { readonly result: VerifyResult }) => result)
      ),
    give: (items: ReadonlyArray<object>) => ask("/feedback", post({ items })),
    /** A check can be reported on a moment after its answer. */
    giveAll: (items: ReadonlyArray<object>) =>
      Effect.repeat(ask("/feedback", post({ items })), {
        until: ({ json }) => Object(json).accepted === items.length
      }),
    /** Once it counts so many mails: the view is a moment behind. */
    accuracyOf: (mails: number) =>
      Effect.map(ask("/usage/accuracy"), ({ json }) => json as Accuracy).pipe(
        Effect.repeat({ until: ({ total }) => total.sent === mails })
      )
  }
})

const emails = Array.from({ length: 100 }, (_, at) => `reader${at}@acme.test`)

describe("A report", () => {
  layer(
    service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }),
    service.live
  )((it) => {
    it.effect(
      "of an address that the account did not verify is refused, and changes nothing",
      function* () {
        const running = yield* service.Service
        const answer = yield* give(running, [bounced({ email: "bob@acme.test" })])
        assert.deepStrictEqual(answer.json, {
          results: [{ email: "bob@acme.test", status: "not_verified_by_you" }],
          count: 1,
          accepted: 0
        })
        assert.isUndefined(yield* usageOf(running))
      }
    )

    it.effect("of a bounce makes the account's own later answers risky", function* () {
      const running = yield* service.Service
      assert.strictEqual((yield* verify(running, "ann@acme.test")).status, "valid")
      const answer = yield* give(running, [bounced({ email: "ann@acme.test" })])
      assert.deepStrictEqual(statusesOf(answer), ["accepted"])
      const after = yield* verifiedAfterReport(running, " ANN@acme.test")
      assert.deepStrictEqual(
        [after.status, after.sub_status, after.recommendation, after.credits_used],
        ["risky", "reported_bounce", "do_not_send", 1]
      )
      assert.deepStrictEqual(yield* usageOf(running), {
        delivered: 0,
        bounced: 1,
        complained: 0,
        right: 0,
        wrong: 1
      })
    })

    it.effect(
      "of a complaint makes them risky too, and a delivery does not take it back",
      function* () {
        const running = yield* service.Service
        const email = "una@acme.test"
        yield* verify(running, email)
        const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
        const complained = { email, outcome: "complained", occurred_at: at(60) }
        assert.deepStrictEqual(statusesOf(yield* give(running, [complained])), ["accepted"])
        yield* give(running, [{ email, outcome: "delivered", occurred_at: at(1) }])
        const after = yield* verifiedAfterReport(running, email)
        assert.deepStrictEqual(
          [after.status, after.sub_status, after.recommendation],
          ["risky", "reported_complaint", "do_not_send"]
        )
        assert.deepInclude(yield* usageOf(running), { complained: 1, right: 0, wrong: 1 })
      }
    )

    it.effect("counts in a batch and in a list as it does alone", function* () {
      const running = yield* service.Service
      const batch = yield* running.get("/api/v1/verify/batch", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ emails: ["ann@acme.test", "eve@acme.test"] })
      })
      assert.deepStrictEqual(
        Object(batch.json).results.map(
          ({ result }: { result: object }) => Object(result).sub_status ?? "none"
        ),
        ["reported_bounce", "none"]
      )
      const uploaded = yield* upload(running, [
        list("name,email\r\nAnn,ann@acme.test\r\nZoe,zoe@acme.test\r\n")
      ])
      const { id } = Object(uploaded.json)
      const job = yield* endOf(running, id)
      assert.deepStrictEqual([job.risky_count, job.valid_count], [1, 1])

      const about = [
        bounced({ job_id: id, row: 2 }),
        delivered({ job_id: id, email: "Zoe@acme.test " }),
        bounced({ job_id: id, row: 3 }),
        bounced({ job_id: id, email: "eve@acme.test" })
      ]
      assert.deepStrictEqual(statusesOf(yield* give(running, about)), [
        "accepted",
        "accepted",
        "not_verified_by_you",
        "not_verified_by_you"
      ])
    })

    it.effect("of a delivery is a reason, and proves nothing in deep mode", function* () {
      const running = yield* service.Service
      yield* verify(running, "eve@acme.test")
      yield* give(running, [delivered({ email: "eve@acme.test" })])
      const fast = yield* verifiedAfterReport(running, "eve@acme.test")
      assert.deepStrictEqual([fast.status, fast.score], ["valid", 100])
      const deep = yield* verify(running, "eve@acme.test", "&mode=deep")
      assert.notStrictEqual(deep.smtp?.status, "deliverable")
      assert.notStrictEqual(deep.status, "valid")
    })

    it.effect("of words about something else, or without any, does not count", function* () {
      const running = yield* service.Service
      yield* verify(running, "joe@acme.test")
      const items = [
        bounced({ email: "joe@acme.test", smtp_response: blocked }),
        bounced({ email: "joe@acme.test", smtp_response: " " }),
        delivered({ email: "joe@acme.test", row: 1 }),
        delivered({ row: 1 }),
        delivered({ email: "joe@acme.test", occurred_at: "yesterday" }),
        delivered({ email: "joe@acme.test", occurred_at: "2020-01-01T00:00:00Z" })
      ]
      assert.deepStrictEqual(statusesOf(yield* give(running, items)), [
        "not_about_mailbox",
        ...Array.from({ length: 5 }, () => "invalid")
      ])
      assert.strictEqual((yield* verify(running, "joe@acme.test")).status, "valid")
    })

    it.effect("is counted once, however often it is sent", function* () {
      const running = yield* service.Service
      yield* verify(running, "kim@acme.test")
      const before = yield* usageOf(running)
      const items = [delivered({ email: "kim@acme.test" }), delivered({ email: "KIM@acme.test" })]
      const keyed = { headers: { "idempotency-key": "kim" } }
      const first = yield* give(running, items, keyed)
      const replay = yield* give(running, items, keyed)
      assert.deepStrictEqual(replay.text, first.text)
      assert.strictEqual(replay.headers.get("idempotent-replay"), "true")
      assert.deepStrictEqual(statusesOf(yield* give(running, items)), ["accepted", "accepted"])
      const after = yield* usageOf(running)
      assert.deepStrictEqual(
        [after.delivered - before.delivered, after.right - before.right],
        [1, 1]
      )
    })

    it.effect("is refused as a whole where it is no list of reports", function* () {
      const running = yield* service.Service
      const many = Array.from({ length: 1_001 }, () => delivered({ email: "ann@acme.test" }))
      const refused = [[], many, [{ email: "ann@acme.test", outcome: "lost" }]]
      for (const items of refused) assert.strictEqual((yield* give(running, items)).status, 400)
      const jobs = Array.from({ length: 11 }, (_, row) => delivered({ job_id: `${row}`, row: 1 }))
      assert.strictEqual((yield* give(running, jobs)).status, 400)
    })

    it.effect("is counted by what each verification had said, each mail once", function* () {
      const { ask, batch, give, giveAll, accuracyOf } = yield* customer
      assert.deepInclude(yield* accuracyOf(0), {
        days: 90,
        deliveries_reported: false,
        by_status: []
      })
      const [first] = yield* batch(emails)
      const items = emails.map((email, at) =>
        at < 2
          ? { email, outcome: "bounced", smtp_response: unknownUser }
          : { email, outcome: "delivered" }
      )
      yield* giveAll(items)
      yield* give(items)
      yield* give([{ email: emails[50], outcome: "complained" }])
      const counts = { sent: 100, delivered: 97, bounced: 2, complained: 1 }
      const said = { ...counts, bounce_rate: { share: 0.02, low: 0.005502, high: 0.070012 } }
      const found = yield* accuracyOf(100)
      assert.deepStrictEqual(found.total, said)
      assert.deepStrictEqual(found.by_status, [{ name: "valid", ...said }])
      assert.deepStrictEqual(found.by_mode, [{ name: "fast", ...said }])
      assert.deepStrictEqual(found.by_score, [{ name: "90-100", ...said }])
      assert.deepStrictEqual(found.by_sub_status, [])
      const provider = first.mx_provider
      assert.deepStrictEqual(
        found.by_provider.map(({ name }) => name),
        provider === undefined ? [] : [provider]
      )
      const overview = (yield* ask("/overview")).json as Overview
      assert.deepStrictEqual(overview.bounced_of_valid, {
        days: 90,
        sent: 100,
        bounced: 2,
        bounce_rate: said.bounce_rate
      })
    })

    it.effect("forgets what was reported of a person who is erased", function* () {
      const { ask, batch, give, giveAll, accuracyOf } = yield* customer
      const [email, other] = emails
      yield* batch([email!, other!])
      yield* giveAll([delivered({ email }), bounced({ email: other })])
      // Mail that was put off: a mailbox counts once a day, and no verdict changes.
      yield* giveAll([{ email: other, outcome: "deferred" }])
      yield* giveAll([{ email: other, outcome: "deferred" }])
      assert.strictEqual((yield* accuracyOf(2)).deferred, 1)
      yield* ask(`/account/data?email=${other}`, { method: "DELETE" })
      const { total, deferred } = yield* accuracyOf(1)
      assert.strictEqual(deferred, 0)
      assert.deepStrictEqual(total, { sent: 1, delivered: 1, bounced: 0, complained: 0 })
      const { results } = Object((yield* give([bounced({ email: other })])).json)
      assert.strictEqual(results[0].status, "not_verified_by_you")
    })

    it.effect("is not said where only bounces are reported", function* () {
      const { ask, batch, giveAll, accuracyOf } = yield* customer
      yield* batch(emails)
      yield* giveAll(
        emails.map((email) => ({ email, outcome: "bounced", smtp_response: unknownUser }))
      )
      const { deliveries_reported, total } = yield* accuracyOf(100)
      assert.isFalse(deliveries_reported)
      assert.deepStrictEqual(total, { sent: 100, delivered: 0, bounced: 100, complained: 0 })
      assert.notProperty((yield* ask("/overview")).json, "bounced_of_valid")
    })

    it.effect("is summed over all accounts for owners of the service alone", function* () {
      const { get } = yield* service.Service
      const { ask } = yield* customer
      const own = (yield* get("/api/v1/usage/accuracy?days=30")).json as Accuracy
      const all = (yield* get("/api/v1/admin/accuracy?days=30")).json as Accuracy
      assert.deepStrictEqual(
        [all.total.sent - own.total.sent, all.total.bounced - own.total.bounced],
        [201, 102]
      )
      assert.notInclude(JSON.stringify(all), "@")
      assert.strictEqual((yield* ask("/admin/accuracy")).status, 403)
    })

    it.effect("is asked for 30, 90 or 365 days", function* () {
      const { ask } = yield* customer
      const { status, json } = yield* ask("/usage/accuracy?days=31")
      assert.strictEqual(status, 400)
      assert.deepInclude(json, { error: "days must be 30, 90 or 365" })
    })

    it.effect(
      "moves the confidence of its catch-all domain, for others once three report",
      function* () {
        const at = (name: string) => `${name}@inbound.test`
        const [first, second, third, reporter, silent] = yield* Effect.all([
          customer,
          customer,
          customer,
          customer,
          customer
        ])
        const answer = ({ ask }: typeof first, email = at("eva.lind")) =>
          Effect.map(ask(`/verify?email=${email}`), ({ json }) => json as VerifyResult)
        const once = (who: typeof first, says: string, email?: string) =>
          Effect.repeat(answer(who, email), {
            until: ({ reasons }) => reasons.some((reason) => reason.includes(says)),
            schedule: Schedule.spaced("20 millis")
          })
        const bounce = ({ batch, giveAll }: typeof first, names: ReadonlyArray<string>) =>
          batch(names.map(at)).pipe(
            Effect.andThen(giveAll(names.map((name) => bounced({ email: at(name) }))))
          )
        const before = yield* answer(silent)
        const prior = before.catch_all_confidence!
        const after = (mails: number) => Math.round((10 * prior) / (10 + mails))

        yield* bounce(first, ["ann.lee", "bo.lee", "cy.lee", "di.lee", "ed.lee"])
        const own = yield* once(first, "your own mail to the domain: 0 arrived, 5 bounced.")
        assert.deepStrictEqual(
          [own.catch_all_confidence, own.status, own.sub_status],
          [after(5), "risky", "catch_all"]
        )

        yield* bounce(second, ["ann.lee", "bo.lee"])
        yield* reporter.batch(["reader1@acme.test"])
        yield* reporter.giveAll([delivered({ email: "reader1@acme.test" })])
        yield* once(reporter, "You reported", "reader1@acme.test")
        assert.deepStrictEqual((yield* answer(reporter)).reasons, before.reasons)

        yield* bounce(third, ["fay.lee", "guy.lee"])
        const shared = yield* answer(reporter)
        assert.strictEqual(shared.catch_all_confidence, after(9))
        assert.include(shared.reasons.join(" "), "mail of other accounts to the domain.")
        assert.deepStrictEqual((yield* answer(silent)).reasons, before.reasons)

        yield* first.ask(`/account/data?email=${at("ann.lee")}`, { method: "DELETE" })
        yield* once(first, "0 arrived, 4 bounced.")
      }
    )
  })

  it.live("of one account changes no answer of another, and is kept without its address", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const running = yield* service.start({ lab: true, databaseUrl })
      const other = yield* openAccount(databaseUrl)
      yield* running.get(`/api/v1/admin/accounts/${other.account}/grants`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "grant" },
        body: JSON.stringify({ credits: 10, reason: "a test" })
      })
      yield* verify(running, "ann@acme.test")
      const keyed = { headers: { "idempotency-key": "ann" } }
      yield* give(running, [bounced({ email: "ann@acme.test" })], keyed)
      yield* verifiedAfterReport(running, "ann@acme.test")
      const theirs = yield* verify(running, "ann@acme.test", "", { apiKey: other.apiKey })
      assert.deepStrictEqual([theirs.status, theirs.reasons], ["valid", []])
      assert.isDefined(yield* usageOf(running))
      const events = SqlClient.SqlClient.use(
        (sql) => sql<{ readonly data: string }>`
          select data::text from es.event where stream_id like 'feedback-%'`
      )
      const [found, findings] = yield* Effect.all([events, audit({})]).pipe(
        Effect.provide(Layer.fresh(Database.layer(Redacted.make(databaseUrl))))
      )
      assert.strictEqual(found.length, 1)
      assert.notInclude(found[0]!.data, "ann")
      assert.notInclude(found[0]!.data, "User unknown")
      assert.deepStrictEqual(
        findings.filter(({ broken }) => broken !== undefined),
        []
      )
    }).pipe(Effect.scoped)
  )
})
