import type { AdminAccounts } from "@rcpt/api/Admin"
import type { ClosedAccount } from "@rcpt/api/Erasure"
import { textOf } from "@rcpt/api/errors/Sentence"
import type { BulkJob } from "@rcpt/api/Jobs"
import { passwordNeeded } from "@rcpt/api/Problem"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { rcpt } from "../../cli/rcpt.ts"
import type { Running } from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { accepts, sqlOf } from "../accounts/keysWorld.ts"
import { accept, invite, join } from "../accounts/people/peopleWorld.ts"
import {
  anywhere,
  asked,
  eventsOf,
  lasts,
  openPerson,
  post,
  signIn,
  tryToSignIn
} from "../accounts/sessions/sessionWorld.ts"
import { list, upload } from "../jobs/jobsHttpWorld.ts"
import { endlessJob, jobEnd, json, ledgerKey, startService } from "./erasureWorld.ts"
import { placesOf } from "./scanDatabase.ts"

const path = "/api/v1/account"

const onDatabase = <A, E>(running: Running, work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(work, sqlOf(running))

const grant = ({ get }: Running, account: string, key = account) =>
  get(
    `/api/v1/admin/accounts/${account}/grants`,
    json({ credits: 100, reason: "for the test" }, { "idempotency-key": key })
  )

const close = (running: Running, cookie: string) =>
  asked(running, cookie, path, { method: "DELETE" })

/** What an account leaves in every table that is its own. */
const useAll = (running: Running, apiKey: string) =>
  Effect.gen(function* () {
    const { get } = running
    const keyed = { apiKey, headers: { "idempotency-key": "one" } }
    yield* get("/api/v1/verify?email=ann.palatine@acme.test", keyed)
    yield* get("/api/v1/webhook", {
      ...json({ url: "http://127.0.0.1:8443/palatine" }),
      method: "PUT",
      apiKey
    })
    const items = [{ email: "ann.palatine@acme.test", outcome: "delivered" }]
    yield* get("/api/v1/feedback", { ...json({ items }), apiKey })
    const rule = { action: "block", match: "address", value: "ann.palatine@acme.test" }
    yield* get("/api/v1/rules", { ...json({ ...rule, note: "Palatine" }), apiKey })
    yield* get("/api/v1/keys", { ...json({ name: "key of Palatine" }), apiKey })
    const csv = "name,email\r\nPalatine,ann.palatine@acme.test"
    const uploaded = yield* upload(running, [list(csv, "palatine.csv")], { apiKey })
    yield* jobEnd(running, (uploaded.json as BulkJob).id, apiKey)
    const source = { kind: "list", list: "palatine.csv" }
    const sink = { kind: "webhook" }
    const wanted = { name: "Palatine", source, sink, every: "30d", max_age: "30d" }
    const made = yield* get("/api/v1/schedules", { ...json(wanted), apiKey })
    const { id } = Object(made.json)
    yield* Effect.repeat(get(`/api/v1/schedules/${id}`, { apiKey }), {
      until: ({ json: schedule }) => Object(schedule).last_run?.state === "done",
      schedule: Schedule.spaced("50 millis")
    })
    // It is read when a run is due, which then ends with the account.
    const url = "http://127.0.0.1:8443/palatine.csv"
    const waiting = { ...wanted, source: { kind: "url", url, secret: "X-Token: palatine" } }
    const later = yield* get("/api/v1/schedules", {
      ...json({ ...waiting, every: "0 0 1 1 *" }),
      apiKey
    })
    assert.strictEqual(later.status, 201, later.text)
  })

const accountsOf = ({ get }: Running) =>
  Effect.map(get("/api/v1/admin/accounts"), ({ json: page }) => (page as AdminAccounts).accounts)

describe("An account that is closed", () => {
  it.live("leaves nothing but its ledger, lets nobody in, and can be opened anew", () =>
    Effect.gen(function* () {
      const running = yield* startService({ RCPT_SIGNUP: "open" })
      const url = running.databaseUrl!
      const person = yield* openPerson(running)
      yield* grant(running, person.account)
      yield* useAll(running, person.apiKey)
      const { cookie } = yield* signIn(running, person)
      yield* asked(running, cookie, "/api/v1/totp", { method: "POST" })
      const bob = yield* join(running, cookie, "member")
      const invited = yield* invite(running, cookie)
      const traces = ["palatine", person.email, bob.email, invited.email]
      const before = [...(yield* placesOf(url, traces)).keys()]
      assert.includeMembers(before, [
        "public.account_rule.value",
        "public.invitation.email",
        "public.person.email",
        "public.schedule.source",
        "public.schedule_change.email",
        "public.webhook.url"
      ])

      const answer = yield* close(running, cookie)
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepInclude(answer.json as ClosedAccount, {
        account_id: person.account,
        keys_revoked: 2,
        jobs_erased: 2,
        credits_forfeited: 98
      })
      assert.match(answer.headers.get("set-cookie") ?? "", /^rcpt_session=;/)
      assert.isFalse(yield* accepts(running, person.apiKey))
      assert.isFalse(yield* lasts(running, cookie))
      assert.isFalse(yield* lasts(running, bob.cookie))
      assert.strictEqual((yield* accept(running, invited.token)).status, 404)
      assert.strictEqual((yield* tryToSignIn(running, person)).status, 401)

      // The name of a key stands in an event of the ledger.
      const left = yield* placesOf(url, traces)
      assert.deepStrictEqual([...left.keys()], ["es.event.data"])

      const closed = (yield* accountsOf(running)).find(({ id }) => id === person.account)
      assert.deepInclude(closed, { email: null, credits: 0 })
      assert.isString(closed?.closed_at)
      const recorded = yield* eventsOf(running, person.account)
      assert.deepStrictEqual(
        recorded.slice(-4).map(({ type }) => type),
        ["WebhookRemoved", "ScheduleRemoved", "ScheduleRemoved", "AccountClosed"]
      )
      for (const action of ["suspend", "resume"])
        assert.strictEqual(
          (yield* running.get(`/api/v1/admin/accounts/${person.account}/${action}`, {
            method: "POST"
          })).status,
          404
        )
      assert.strictEqual((yield* grant(running, person.account, "late")).status, 404)

      const again = { email: person.email, password: "another long password" }
      yield* post(running, "/api/v1/signup", again, { headers: anywhere() })
      yield* signIn(running, again)
      const env = { RCPT_DATABASE_URL: url, RCPT_LEDGER_KEY: ledgerKey }
      const verified = yield* rcpt(["ledger", "verify"], env)
      assert.strictEqual(verified.code, 0, verified.stdout + verified.stderr)
    }).pipe(Effect.scoped)
  )

  it.live("is not closed while it works, nor by who has not entered the password lately", () =>
    Effect.gen(function* () {
      const running = yield* startService()
      const person = yield* openPerson(running)
      yield* grant(running, person.account)
      const { cookie } = yield* signIn(running, person)

      yield* onDatabase(
        running,
        SqlClient.SqlClient.use((sql) => sql`update session set confirmed_at = 'epoch'`)
      )
      const stale = yield* close(running, cookie)
      assert.deepStrictEqual(
        [stale.status, Object(stale.json).error],
        [403, textOf(passwordNeeded.error)]
      )
      yield* post(
        running,
        "/api/v1/session/confirm",
        { password: person.password },
        {
          headers: { cookie: `rcpt_session=${cookie}`, ...anywhere() }
        }
      )

      const { apiKey } = person
      const { id } = yield* endlessJob(running, "bob@acme.test", apiKey)
      const refused = yield* close(running, cookie)
      assert.deepStrictEqual(
        [refused.status, refused.json],
        [409, { error: "1 job is not finished: cancel or wait" }]
      )
      assert.isTrue(yield* accepts(running, apiKey))
      yield* running.get(`/api/v1/jobs/${id}`, { method: "DELETE", apiKey })

      // As a check that is being answered: its credits are held.
      yield* onDatabase(
        running,
        SqlClient.SqlClient.use(
          (sql) => sql`
            insert into es.hold (hold_id, account_id, credits, charged, refunded, expires_at)
            values (gen_random_uuid(), ${person.account}, 1, 0, 0, now() + interval '1 minute')`
        )
      )
      const checking = yield* close(running, cookie)
      assert.deepStrictEqual(
        [checking.status, checking.json],
        [409, { error: "1 check is not finished: try again in a minute" }]
      )
    }).pipe(Effect.scoped)
  )
})
