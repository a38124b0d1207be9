import { Notices } from "@rcpt/api/Notices"
import type { Notice } from "@rcpt/api/Notices"
import { ok, problem, warning } from "@rcpt/service/operations/doctor/Finding"
import { judgeNotices } from "@rcpt/service/operations/notices/notices"
import type { Found } from "@rcpt/service/operations/notices/notices"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { sqlIn } from "../../views/ledger/ledgerWorld.ts"

const healthy: Found = {
  isOperator: false,
  deepIsOff: false,
  findings: [ok("dns", "DNS answers.")],
  blocked: [],
  unread: [],
  views: [{ name: "usage", generation: 1, live: true, behind: 3, behindSeconds: 0.1, parked: 0 }],
  webhookDisabled: undefined
}
const seen = (found: Partial<Found>) => judgeNotices({ ...healthy, ...found })
const idsOf = (notices: ReadonlyArray<Notice>) => notices.map(({ id }) => id)

const port25 = problem("port25", "gmail.com: ETIMEDOUT.", "Ask the operator of this network.")
const fsync = problem("db.durability", "fsync is off.", "Set fsync = on.")
const old = warning("lists", "Lists are old.", "Fetch newer ones.", "A=b")

describe("Notices", () => {
  it("are none when all is well, whoever asks", () => {
    assert.deepStrictEqual(seen({}), [])
    assert.deepStrictEqual(seen({ isOperator: true }), [])
  })

  it("tell a customer what a problem means, and nothing of the machine", () => {
    const findings = [old, fsync, port25]
    const customers = seen({ findings })
    assert.deepStrictEqual(idsOf(customers), ["port25", "lists"])
    assert.notInclude(JSON.stringify(customers), "ETIMEDOUT")
    assert.isTrue(customers.every((notice) => notice.for === "everybody"))
  })

  it("tell an operator that too, and what was found, the worst first", () => {
    const operators = seen({ isOperator: true, findings: [old, fsync, port25] })
    assert.deepStrictEqual(
      operators.map(({ id, severity, for: whom }) => [id, severity, whom]),
      [
        ["port25", "problem", "everybody"],
        ["db.durability", "problem", "operator"],
        ["port25", "problem", "operator"],
        ["lists", "warning", "operator"],
        ["lists", "note", "everybody"]
      ]
    )
    assert.deepInclude(operators[3], { advice: "Fetch newer ones.", setting: "A=b" })
  })

  it("are about a provider by its name, and never about a customer's own mail server", () => {
    const blocked = ["google", "mail.secret-customer.test"]
    const customers = seen({ blocked })
    assert.deepStrictEqual(
      customers.map(({ id, provider }) => [id, provider]),
      [["provider_blocked", "Gmail"]]
    )
    const operators = seen({ blocked, isOperator: true })
    assert.include(JSON.stringify(operators), "mail.secret-customer.test")
  })

  it("tell the operator which replies were not understood, to report them", () => {
    const unread = [{ group: "mail.secret-customer.test", count: 3, texts: ["550 zork"] }]
    assert.deepStrictEqual(seen({ unread }), [])
    const [notice] = seen({ unread, isOperator: true })
    assert.strictEqual(notice?.severity, "note")
    assert.match(
      notice?.says ?? "",
      /^3 replies of mail.secret-customer.test were not .*"550 zork"$/
    )
  })

  it("say once what several ways out have in common", () => {
    const findings = [port25, { ...port25, egress: "b", says: "Through b: it is closed." }]
    assert.deepStrictEqual(idsOf(seen({ findings })), ["port25"])
  })

  it("take a slow port for no news, and deep mode that is off for some", () => {
    const slow = warning("port25", "Some mail hosts are not reached.", "Run the doctor again.")
    assert.deepStrictEqual(seen({ findings: [slow] }), [])
    assert.deepStrictEqual(idsOf(seen({ deepIsOff: true })), ["deep_off"])
  })

  it("tell of views that lag, and operators of commits that were put aside", () => {
    const view = {
      name: "ledger",
      generation: 2,
      live: true,
      behind: 0,
      behindSeconds: 0,
      parked: 1
    }
    assert.deepStrictEqual(idsOf(seen({ views: [view] })), ["views"])
    const operators = seen({ views: [view], isOperator: true })
    assert.deepStrictEqual(idsOf(operators), ["views_parked", "views"])
    // A rebuild is behind, and nobody reads it.
    const rebuilding = { ...view, live: false, behind: 1_000_000, behindSeconds: 9_000, parked: 0 }
    assert.deepStrictEqual(seen({ views: [rebuilding] }), [])
    const stuck = { ...view, behind: 1, behindSeconds: 61, parked: 0 }
    assert.deepStrictEqual(idsOf(seen({ views: [stuck], isOperator: true })), [
      "views_behind",
      "views"
    ])
  })
})

const decode = Schema.decodeUnknownEffect(Notices, { onExcessProperty: "error" })

const noticesOf = ({ get }: Running, apiKey?: string) =>
  Effect.gen(function* () {
    const { status, text, json } = yield* get("/api/v1/notices", apiKey ? { apiKey } : {})
    assert.strictEqual(status, 200, text)
    return yield* decode(json)
  })

layer(service.layer({ lab: true }), service.live)("GET /notices", (it) => {
  it.effect("shows what the doctor found to the owner, and to nobody else", function* () {
    const running = yield* service.Service
    const owners = yield* Effect.repeat(noticesOf(running), {
      until: ({ examined_at }) => examined_at !== null,
      schedule: Schedule.spaced("100 millis")
    })
    // The database of tests does not wait for the disk.
    assert.include(idsOf(owners.notices), "db.durability")
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    const others = yield* noticesOf(running, apiKey)
    assert.notInclude(idsOf(others.notices), "db.durability")
    assert.isTrue(others.notices.every((notice) => notice.for === "everybody"))
    assert.strictEqual(others.examined_at, owners.examined_at)
  })

  it.effect("shows a key that may only read what customers see, also the owner's", function* () {
    const running = yield* service.Service
    const made = yield* running.get("/api/v1/keys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "a", scopes: ["read"] })
    })
    const { notices } = yield* noticesOf(running, String(Object(made.json).key))
    assert.isTrue(notices.every((notice) => notice.for === "everybody"))
  })

  it.effect("tells of a webhook that is off its own account alone", function* () {
    const running = yield* service.Service
    const ann = yield* openAccount(running.databaseUrl!)
    const bob = yield* openAccount(running.databaseUrl!)
    const disabled = SqlClient.SqlClient.use(
      (sql) => sql`
            insert into webhook (endpoint_id, account_id, url, secret, events, configured_at,
              disabled_at, disabled_why)
            values (gen_random_uuid(), ${ann.account}, 'https://ann.example/', '', '{credits.low}',
              now(), now(), 'failing'),
            (gen_random_uuid(), ${bob.account}, 'https://bob.example/', '', '{credits.low}',
              now(), now(), 'switched_off')`
    )
    yield* sqlIn(running, disabled)
    const hers = yield* noticesOf(running, ann.apiKey)
    assert.include(idsOf(hers.notices), "webhook_disabled")
    const his = yield* noticesOf(running, bob.apiKey)
    assert.notInclude(idsOf(his.notices), "webhook_disabled")
  })

  it.effect("tells of a provider that refuses us for as long as it does", function* () {
    const running = yield* service.Service
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    const guard = (group: string, until: number) => {
      const pause = { until, because: "blocked" }
      const waiting = { realTime: 0, bulk: 0, byAccount: {} }
      const line = { group, isFixed: false, open: 0, waiting, circuit: "paused", pause }
      const status = JSON.stringify({ ...line, isBlocked: true, lastReplies: [] })
      return SqlClient.SqlClient.use(
        (sql) => sql`
              insert into mx_guard (mx_group, egress, node, status, shown_at)
              values (${group}, 'direct', 'n', ${status}::text::jsonb, now())`
      )
    }
    const minute = 60_000
    yield* sqlIn(running, guard("google", Date.now() + minute))
    yield* sqlIn(running, guard("yahoo", Date.now() - minute))
    const { notices } = yield* noticesOf(running, apiKey)
    const blocked = notices.filter(({ id }) => id === "provider_blocked")
    assert.deepStrictEqual(
      blocked.map(({ provider }) => provider),
      ["Gmail"]
    )
  })
})
