import { randomUUIDv7 } from "node:crypto"

import * as Demo from "@rcpt/domain/Demo"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { openViews } from "@rcpt/service/operations/audit/views/checkViews"
import { WriteSql } from "@rcpt/service/platform/Database"
import { recordReports } from "@rcpt/service/reports/recordReports"
import { accuracy } from "@rcpt/service/views/accuracy"
import { days } from "@rcpt/service/views/days"
import { ledgerView } from "@rcpt/service/views/ledger/ledgerView"
import { outcomes } from "@rcpt/service/views/outcomes"
import { usage } from "@rcpt/service/views/usage"
import { auditAgainst, inSnapshot, inSnapshotWith } from "@rcpt/store/audit"
import * as EventCodec from "@rcpt/store/EventCodec"
import { EventStore } from "@rcpt/store/EventStore"
import { rebuild } from "@rcpt/store/generations"
import { advance, catchUp } from "@rcpt/store/Projection"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../../support/freshDatabase.ts"
import { assert, layer } from "../../../support/vitest.ts"
import {
  customer,
  database,
  emailsTo,
  nodeLayer,
  submitted,
  workAll
} from "../../jobs/jobsWorld.ts"
import { viewTamperings } from "./tamperings/views.ts"

const projections = [usage, days, ledgerView, outcomes, accuracy]

const sealAll = EventStore.use(({ seal }) =>
  Effect.repeat(seal, { until: ({ sealed }) => sealed === 0 })
)

const project = Effect.andThen(
  sealAll,
  Effect.forEach(projections, (view) => catchUp(view), { discard: true })
).pipe((run) => WriteSql.use((sql) => Effect.provideService(run, SqlClient.SqlClient, sql)))

const check = (account: string) =>
  Effect.gen(function* () {
    const { submit } = yield* Ledger.Ledger
    const holdId = randomUUIDv7()
    const purpose = { kind: "verification", mode: "fast" } as const
    const expiresAt = Date.now() + 600_000
    yield* submit(account, commands.hold({ holdId, credits: 1, expiresAt, purpose }))
    const receipt = { status: "valid", score: 100, via: "dashboard" } as const
    yield* submit(account, commands.settle({ holdId, charge: 1, receipt }))
    return holdId
  })

/** A mail that was delivered, and about which its reader complained. */
const mailed = (account: string) =>
  Effect.forEach(["delivered", "complained"] as const, (outcome) => {
    const facts = { mode: "fast", score: 100, provider: "Gmail" } as const
    const mail = { mailbox: "ab".repeat(16), status: "valid", facts, checkedAt: 0 } as const
    const submitted = [{ ...mail, outcome, at: Date.now() }]
    return recordReports(account, { submitted }, undefined)
  })

const demo = EventCodec.make(Demo.format)

/** Every kind of event that a view counts, and some that none has read yet. */
const lived = Effect.gen(function* () {
  const { append } = yield* EventStore
  const { submit } = yield* Ledger.Ledger
  const account = yield* customer(1_000)
  yield* submit(
    account,
    commands.adjust({ adjustmentId: randomUUIDv7(), credits: -5, reason: "x" })
  )
  yield* check(account)
  yield* submit(account, commands.reverseCharge({ holdId: yield* check(account) }))
  const job = yield* submitted({ account, emails: [...emailsTo(8), ...emailsTo(2)] })
  yield* workAll(job.id)
  yield* Jobs.use(({ remove }) => remove({ account, job: job.id }))
  yield* mailed(account)
  const counted = Demo.DemoEvent.cases.DemoChecksCounted.make({
    accountId: account,
    month: "2026-10",
    checks: 7
  })
  yield* append({
    streams: [
      { stream: demo.streamOf(account), expectedVersion: 0, events: [demo.encode(counted)] }
    ],
    commands: [],
    holds: [],
    transfers: []
  })
  yield* project
  yield* check(account)
  yield* sealAll
})

const world = Layer.effectDiscard(lived).pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Effect.map(database, asSuperuser), nodeLayer)))
)

const checkViews = inSnapshotWith(openViews(), (views) =>
  Effect.andThen(auditAgainst({}, views), views.findings)
)

const broken = Effect.map(checkViews, (findings) =>
  Object.fromEntries(findings.flatMap(({ id, broken }) => (broken ? [[id, broken.found]] : [])))
)

layer(world)("An audit of the views", (it) => {
  it.effect("finds nothing, although they lag behind the log", function* () {
    assert.deepStrictEqual(yield* broken, {})
    const [, first] = yield* checkViews
    assert.isAbove(first!.examined!, 10)
  })

  for (const [name, statements, finds] of viewTamperings)
    it.effect(`tells that ${name}`, function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* Effect.gen(function* () {
        yield* sql`set local session_replication_role = replica`
        for (const statement of statements.split(";")) yield* sql.unsafe(statement)
        return yield* Effect.flatMap(broken, Effect.fail)
      }).pipe(sql.withTransaction, Effect.flip)
      const facts = found as Readonly<Record<string, string>>
      assert.deepStrictEqual(Object.keys(facts), Object.keys(finds), JSON.stringify(facts))
      for (const [id, says] of Object.entries(finds)) assert.match(facts[id]!, says)
    })

  it.effect("is skipped where no temporary table may be made, as on a replica", function* () {
    const findings = yield* inSnapshot(Effect.flatMap(openViews(), (views) => views.findings))
    const skipped = findings.filter((finding) => finding.skipped !== undefined)
    assert.deepStrictEqual(
      skipped.map(({ id }) => id),
      ["usage", "days", "outcomes", "accuracy", "entries"]
    )
  })

  it.effect("writes nothing but its temporary tables", function* () {
    const sql = yield* SqlClient.SqlClient
    const refusal = yield* Effect.flip(
      inSnapshotWith(openViews(), () => sql`delete from es.parked`)
    )
    assert.include(String(refusal.reason.cause), "read-only transaction")
  })

  it.effect("compares a rebuild with what it has read so far", function* () {
    const sql = yield* WriteSql
    const inWrite = Effect.provideService(SqlClient.SqlClient, sql)
    yield* inWrite(Effect.forEach(projections, rebuild, { discard: true }))
    for (const view of projections) yield* inWrite(advance(view, 2, 4))
    assert.deepStrictEqual(yield* broken, {})
    yield* sql`update ledger_commit set balance = balance + 1 where generation = 2`
    assert.deepStrictEqual(Object.keys(yield* broken), ["entries"])
    yield* sql`update ledger_commit set balance = balance - 1 where generation = 2`
    yield* project
    assert.deepStrictEqual(yield* broken, {})
  })
})
