import { randomUUID } from "node:crypto"

import { AdminAccounts } from "@rcpt/api/Admin"
import type { AdminAccount } from "@rcpt/api/Admin"
import { Health } from "@rcpt/api/Health"
import { Effect, Schedule, Schema } from "effect"

import { openAccount } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem } from "../../accounts/keysWorld.ts"
import {
  asked,
  env,
  fromHere,
  openPerson,
  owner,
  signIn
} from "../../accounts/sessions/sessionWorld.ts"
import { creditsOf, posted } from "../../views/ledger/ledgerWorld.ts"

const strictly = { onExcessProperty: "error" } as const
const decodeAccounts = Schema.decodeUnknownEffect(AdminAccounts, strictly)
const decodeHealth = Schema.decodeUnknownEffect(Health, strictly)

const path = "/api/v1/admin"

const listed = ({ get }: Running, query = "") =>
  Effect.gen(function* () {
    const { status, text, json } = yield* get(`${path}/accounts${query}`)
    assert.strictEqual(status, 200, text)
    return yield* decodeAccounts(json)
  })

const everybody = (running: Running, limit: number) =>
  Effect.gen(function* () {
    const found: Array<AdminAccount> = []
    let cursor = ""
    while (true) {
      const { accounts, next } = yield* listed(running, `?limit=${limit}${cursor}`)
      found.push(...accounts)
      if (next === null) return found
      cursor = `&cursor=${next}`
    }
  })

layer(service.layer({ lab: true, env: { ...env, RCPT_RATE_LIMIT: "off" } }), service.live)(
  "An owner of the service",
  (it) => {
    it.effect("lists all accounts, the newest first, and finds one by its address", function* () {
      const running = yield* service.Service
      const [ann, bob] = [yield* openPerson(running), yield* openPerson(running)]
      yield* posted(running, ann.account, "grants", { credits: 7, reason: "a gift" })
      const accounts = yield* everybody(running, 2)
      assert.deepStrictEqual(accounts, yield* everybody(running, 100))
      assert.deepStrictEqual(accounts.map(({ email }) => email).slice(0, 2), [bob.email, ann.email])
      const hers = { email: ann.email, credits: 7, is_admin: false, suspended_at: null }
      assert.deepInclude(accounts[1], hers)
      assert.include(accounts.at(-1), { email: owner.email, is_admin: true })
      const email = encodeURIComponent(ann.email.toUpperCase())
      assert.deepStrictEqual((yield* listed(running, `?email=${email}`)).accounts, [accounts[1]!])
      assert.deepStrictEqual((yield* listed(running, "?email=nobody%00")).accounts, [])
    })

    it.effect("sees when an account was last used", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const used = Effect.map(
        listed(running, `?email=${encodeURIComponent(ann.email)}`),
        ({ accounts: [account] }) => account!.last_used_at
      )
      assert.isNull(yield* used)
      yield* creditsOf(running, ann)
      yield* Effect.repeat(used, {
        until: (at) => at !== null,
        schedule: Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "20 seconds" }))
      })
      assert.isNotNull(yield* used)
    })

    it.effect(
      "is the only one: neither a customer nor a restricted key of his own gets in",
      function* () {
        const running = yield* service.Service
        const ann = yield* openPerson(running)
        const { cookie } = yield* signIn(running, ann)
        const key = yield* running.get("/api/v1/keys", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"name":"reads","scopes":["read"]}'
        })
        const restricted = { apiKey: String(Object(key.json).key) }
        const notOwner = "only an account that owns the service may administer it"
        const notPermitted = "this API key has no permission to administer the service"
        for (const what of ["accounts", "health"]) {
          isProblem(yield* running.get(`${path}/${what}`, ann), 403, notOwner)
          isProblem(yield* asked(running, cookie, `${path}/${what}`), 403, notOwner)
          isProblem(yield* running.get(`${path}/${what}`, restricted), 403, notPermitted)
        }
        const grant = { credits: 5, reason: "for me" }
        isProblem(yield* posted(running, ann.account, "grants", grant, ann), 403, notOwner)
        const deed = { method: "POST", headers: fromHere }
        const suspending = `${path}/accounts/${ann.account}/suspend`
        isProblem(yield* asked(running, cookie, suspending, deed), 403, notOwner)
        assert.strictEqual(yield* creditsOf(running, ann), 0)
      }
    )

    it.effect("does it with a session too, but not from another site", function* () {
      const running = yield* service.Service
      const ann = yield* openAccount(running.databaseUrl!)
      const { cookie } = yield* signIn(running, owner)
      const grant = (site: string) =>
        asked(running, cookie, `${path}/accounts/${ann.account}/grants`, {
          method: "POST",
          headers: { "sec-fetch-site": site, "idempotency-key": randomUUID() },
          body: '{"credits":5,"reason":"r"}'
        })
      assert.strictEqual((yield* grant("cross-site")).status, 403)
      assert.strictEqual((yield* grant("same-origin")).status, 201)
      assert.strictEqual(yield* creditsOf(running, ann), 5)
    })

    it.effect("sees nodes, queues, views, lists and what the doctor found", function* () {
      const running = yield* service.Service
      const { status, text, json } = yield* running.get(`${path}/health`)
      assert.strictEqual(status, 200, text)
      const health = yield* decodeHealth(json)
      assert.strictEqual(health.nodes.length, 1)
      assert.include(health.nodes[0], { alive: true })
      assert.include(health.nodes[0]!.name, `/${running.pid}/`)
      const views = health.views.map(({ name, live, parked }) => ({ name, live, parked }))
      for (const name of ["ledger", "usage", "days"])
        assert.deepInclude(views, { name, live: true, parked: 0 })
      assert.isAbove(health.lists.length, 2)
      assert.deepInclude(health.queues, { jobs_processing: 0, holds_expired: 0 })
      assert.strictEqual(health.queues.webhooks_pending, 0)
    })

    it.effect("sees at what pace mail servers are asked, and what they said last", function* () {
      const running = yield* service.Service
      const healthNow = Effect.flatMap(running.get(`${path}/health`), ({ json }) =>
        decodeHealth(json)
      )
      yield* running.get("/api/v1/verify?email=gone@office.test&mode=deep")
      // It is shown every two seconds.
      const { guards } = yield* Effect.repeat(healthNow, {
        until: (health) => health.guards.some((guard) => guard.last_reply !== undefined),
        schedule: Schedule.spaced("200 millis")
      })
      const [guard] = guards
      assert.include(guard, { circuit: "closed", blocked: false, egress: "direct" })
      assert.include(guard, { waiting_real_time: 0, waiting_bulk: 0 })
      // The lab is asked at a pace of its own.
      assert.isTrue(guard!.fixed_pace)
      assert.include(guard!.node, `/${running.pid}/`)
      assert.notInclude(JSON.stringify(guards), "gone@")
    })

    it.effect("has the service examine itself again", function* () {
      const running = yield* service.Service
      const examined = Effect.flatMap(running.get(`${path}/health`), ({ json }) =>
        Effect.map(decodeHealth(json), ({ doctor }) => doctor?.examined_at ?? "")
      )
      const newer = (than: string) =>
        Effect.repeat(examined, {
          until: (at) => at > than,
          schedule: Schedule.spaced("100 millis")
        })
      const first = yield* newer("")
      const post = running.get(`${path}/doctor`, { method: "POST" })
      for (const { status, text } of yield* Effect.all([post, post]))
        assert.strictEqual(status, 202, text)
      assert.isAbove(Date.parse(yield* newer(first)), Date.parse(first))
    })
  }
)
