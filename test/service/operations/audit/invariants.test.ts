import { randomUUIDv7 } from "node:crypto"

import { heldFor } from "@rcpt/domain/prices"
import type { Mode } from "@rcpt/domain/Verdict"
import * as Accounts from "@rcpt/service/accounts/Accounts"
import * as ApiKeys from "@rcpt/service/accounts/ApiKeys"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import * as orders from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { suspend } from "@rcpt/service/operations/admin/suspension"
import { contradictions, invariants } from "@rcpt/service/operations/audit/invariants"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { addRules, removeRules } from "@rcpt/service/rules/changeRules"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../../support/freshDatabase.ts"
import { expect, layer } from "../../../support/vitest.ts"
import { database, emailsTo, nodeLayer, submitted, workAll } from "../../jobs/jobsWorld.ts"
import { key, tampered } from "./tampered.ts"

const kind = "verification"
const receipt = { status: "valid", score: 100 } as const
const unknown = { status: "unknown", subStatus: "dns_error", score: 50 } as const
const unrouted = { status: "invalid", subStatus: "mx_unroutable", score: 0 } as const

const body = '{"email":"ann@acme.test","credits_used":1}'

const lived = Effect.gen(function* () {
  const { open: openAccount } = yield* Accounts.Accounts
  const account = yield* openAccount({ email: "ann@acme.test", passwordHash: "-", owner: false })
  const { submit } = yield* Ledger.Ledger
  const sql = yield* SqlClient.SqlClient
  const order = (of: Parameters<typeof submit>[1]) => submit(account, of)
  const hold = (mode: Mode) => {
    const holdId = randomUUIDv7()
    const purpose = { kind, mode } as const
    const expiresAt = Date.now() + 600_000
    return Effect.as(
      order(orders.hold({ holdId, credits: heldFor[mode], expiresAt, purpose })),
      holdId
    )
  }
  yield* order(orders.grant({ grantId: randomUUIDv7(), credits: 100, reason: "top-up" }))
  yield* order(orders.adjust({ adjustmentId: randomUUIDv7(), credits: -3, reason: "mistake" }))
  yield* order(orders.adjust({ adjustmentId: randomUUIDv7(), credits: 2, reason: "mistake" }))
  yield* order(orders.settle({ holdId: yield* hold("fast"), charge: 1, receipt }))
  yield* order(orders.settle({ holdId: yield* hold("fast"), charge: 0, receipt: unknown }))
  yield* order(orders.settle({ holdId: yield* hold("deep"), charge: 1, receipt: unrouted }))
  yield* order(orders.settle({ holdId: yield* hold("deep"), charge: 5, receipt }))
  yield* hold("deep")
  const taken = yield* hold("fast")
  yield* order(orders.settle({ holdId: taken, charge: 1, receipt }))
  yield* order(orders.reverseCharge({ holdId: taken }))
  yield* order(orders.refund({ holdId: yield* hold("fast"), reason: "failed" }))
  const early = yield* hold("deep")
  yield* order(orders.refund({ holdId: early, reason: "remainder", keep: 1 }))
  yield* order(orders.expire({ holdId: early, now: Date.now() + 700_000 }))

  yield* sql`
    insert into idempotency (account_id, key_hmac, request_hmac, command_id, lease, leased_until)
    values (${account}, decode(${"cd".repeat(32)}, 'hex'), decode(${key.requestHash}, 'hex'),
      ${key.commandId}, gen_random_uuid(), now())`
  const paid = orders.settle({ holdId: yield* hold("fast"), charge: 1, receipt })
  yield* order(orders.withReply(paid, { ...key, body }))

  const block = { action: "block", subdomains: false, note: "" } as const
  const caller = { accountId: account, addressKey: Buffer.alloc(32) }
  yield* addRules(caller, [
    { ...block, match: "address", value: "bob@acme.test" },
    { ...block, match: "domain", value: "acme.test", subdomains: true },
    { ...block, match: "mail_host", value: "mx.acme.test" },
    { ...block, match: "tld", value: "test" }
  ])
  yield* addRules(caller, [
    { ...block, action: "allow", match: "mail_host", value: "mx.acme.test" }
  ])
  yield* removeRules(account, { match: "mail_host", value: "mx.acme.test" })

  const { issue, change, revoke } = yield* ApiKeys.ApiKeys
  const pages = yield* issue(account, {
    name: "pages",
    scopes: [],
    by: "operator",
    key: generate("browser"),
    terms: { origins: ["https://acme.test"], creditLimit: { credits: 9, per: "day" } }
  })
  yield* change(
    { account, keyId: pages.keyId, by: "operator" },
    { creditLimit: { credits: 7, per: "month" } }
  )
  yield* issue(account, { name: "list", scopes: ["fast", "read"], by: "operator", key: generate() })
  const old = yield* issue(account, { name: "old", scopes: [], by: "operator", key: generate() })
  yield* revoke({ account, keyId: old.keyId, by: "operator" })
  const other = yield* openAccount({ email: "eve@acme.test", passwordHash: "-", owner: false })
  yield* suspend({ account: other, by: account })

  const job = yield* submitted({ account, emails: [...emailsTo(8), ...emailsTo(2)] })
  yield* workAll(job.id)
  yield* submitted({ account, emails: emailsTo(3) })
  const removed = yield* submitted({ account, emails: emailsTo(4) })
  yield* workAll(removed.id)
  yield* Jobs.use(({ remove }) => remove({ account, job: removed.id }))
  const jobs = yield* Jobs
  yield* jobs.cancel({ account, job: (yield* submitted({ account, emails: emailsTo(3) })).id })
  const failed = yield* submitted({ account, emails: emailsTo(3), mode: "deep" })
  yield* jobs.fail(failed.id, "upload_unreadable")
})

const ledger = Layer.effectDiscard(lived).pipe(
  Layer.provide(ApiKeys.layer),
  Layer.provideMerge(Layer.unwrap(Effect.map(Effect.map(database, asSuperuser), nodeLayer)))
)

layer(ledger, { excludeTestServices: true })("The invariants of the ledger", (it) => {
  it.effect("hold for everything that can happen to credits", function* () {
    expect(yield* contradictions).toEqual([])
  })

  const crimes = invariants.flatMap(({ id, says }) =>
    tampered[id]!.map((crime, n) => ({ id, says, crime, n: n + 1 }))
  )
  for (const { id, says, crime, n } of crimes)
    it.effect(`${id}: ${says} A row that is tampered with is found (${n})`, function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* Effect.gen(function* () {
        yield* sql`set local session_replication_role = replica`
        for (const statement of crime.split(";")) yield* sql.unsafe(statement)
        return yield* Effect.flip(Effect.flatMap(contradictions, Effect.fail))
      }).pipe(
        // The tampering is undone: each row of the table is a crime of its own.
        Effect.flatMap((broken) => Effect.fail({ broken })),
        sql.withTransaction,
        Effect.flip
      )
      expect("broken" in found && found.broken).toContainEqual(
        expect.objectContaining({ invariant: expect.objectContaining({ id }) })
      )
      expect(yield* contradictions).toEqual([])
    })
})
