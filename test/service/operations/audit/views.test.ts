import { randomUUIDv7 } from "node:crypto"

import { assert, layer } from "@effect/vitest"
import * as Demo from "@rcpt/domain/Demo"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { openViews } from "@rcpt/service/operations/audit/views/checkViews"
import { WriteSql } from "@rcpt/service/platform/Database"
import { days } from "@rcpt/service/views/days"
import { ledgerView } from "@rcpt/service/views/ledger/ledgerView"
import { usage } from "@rcpt/service/views/usage"
import { auditAgainst, inSnapshot } from "@rcpt/store/audit"
import * as EventCodec from "@rcpt/store/EventCodec"
import { EventStore } from "@rcpt/store/EventStore"
import { rebuild } from "@rcpt/store/generations"
import { advance, catchUp } from "@rcpt/store/Projection"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../../support/freshDatabase.ts"
import {
  customer,
  database,
  emailsTo,
  nodeLayer,
  submitted,
  workAll
} from "../../jobs/jobsWorld.ts"

const projections = [usage, days, ledgerView]

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

const checkViews = Effect.gen(function* () {
  const views = yield* openViews()
  yield* auditAgainst({}, views)
  return yield* views.findings
}).pipe(inSnapshot)

const broken = Effect.map(checkViews, (findings) =>
  Object.fromEntries(findings.flatMap(({ id, broken }) => (broken ? [[id, broken.found]] : [])))
)

const forward = (name: string) => `update es.projection set seq = seq + 2 where name = '${name}'`
const back = (name: string) => `update es.projection set seq = seq - 3 where name = '${name}'`
const ofCharge = "where seq = (select max(seq) from ledger_commit where 'charge' = any (types))"

/** How the views are tampered with, and what each failed check says it found. */
const tamperings: ReadonlyArray<
  readonly [name: string, statements: string, finds: Readonly<Record<string, RegExp>>]
> = [
  [
    "checks of a month were added",
    `update usage_month set bulk = bulk + 1 where bulk > 0`,
    { usage: /usage_month of account .*, month .*: bulk 11$/ }
  ],
  [
    "a month was deleted",
    `delete from usage_month where public = 7`,
    { usage: /month 2026-10-01: public 0$/ }
  ],
  [
    "a month of nobody was inserted",
    `insert into usage_month (generation, account_id, month, single) values (1, gen_random_uuid(), '2026-01-01', 1)`,
    { usage: /month 2026-01-01: single 1$/ }
  ],
  [
    "the cost of a day was lowered",
    `update account_day set spent = spent - 1`,
    { days: /account_day .*: spent 6$/ }
  ],
  [
    "the results of a day were changed",
    `update account_day set valid = valid - 1, risky = risky + 1`,
    { days: /: valid \d+$/ }
  ],
  [
    "a balance in the ledger was changed",
    `update ledger_commit set balance = balance + 1 ${ofCharge}`,
    { entries: /^\(\d+,charge,6,0,\d+,.*\)$/ }
  ],
  ["an entry was hidden", `delete from ledger_commit ${ofCharge}`, { entries: /^none$/ }],
  [
    "an entry shows another hold",
    `update ledger_commit set holds[1] = gen_random_uuid() ${ofCharge}`,
    { entries: /charge,6,0/ }
  ],
  [
    "an entry was made up",
    `update ledger_commit set idxs = idxs || 9, types = types || types[1], amounts = amounts || 1::bigint,
      holds = holds || holds[1] ${ofCharge}`,
    { entries: /an entry of account/ }
  ],
  [
    "a settlement is not found by its hold",
    `delete from ledger_settlement where seq = (select min(seq) from ledger_settlement)`,
    { entries: /^none$/ }
  ],
  [
    "a hold has a settlement too many",
    `insert into ledger_settlement values (1, gen_random_uuid(), 1)`,
    { entries: /^\d+$/ }
  ],
  [
    "a month's total was changed",
    `update ledger_month set charged = charged - 1`,
    { entries: /ledger_month .*: charged \d+$/ }
  ],
  [
    "a hold shows another job",
    `update ledger_job set job_id = gen_random_uuid()`,
    { entries: /^job / }
  ],
  [
    "a job of a hold was made up",
    `insert into ledger_job values (1, gen_random_uuid(), gen_random_uuid())`,
    { entries: /^2$/ }
  ],
  ["usage will count commits again", back("usage"), { usage: /public 7$/ }],
  ["usage left out commits", forward("usage"), { usage: /single 1|single 2/ }],
  ["days left out commits", forward("days"), { days: /./ }],
  ["the ledger's view left out commits", forward("ledger"), { entries: /^none$/ }],
  [
    "a view is beyond the log",
    `update es.projection set seq = 10000 where name = 'credits_low'; insert into es.projection (name, generation, seq, live) values ('credits_low', 1, 10000, true)`,
    { places: /view credits_low, generation 1: 10000$/ }
  ],
  [
    "no generation is read",
    `update es.projection set live = false where name = 'days'`,
    { places: /view days: 0$/ }
  ],
  [
    "a view lost its place",
    `delete from es.projection where name = 'usage'`,
    { places: /generation 1 of usage_month$/ }
  ],
  [
    "a view's rows are of another generation",
    `update account_day set generation = 7`,
    { places: /generation 7 of account_day$/, days: /./ }
  ],
  [
    "the ledger shows another generation",
    `update ledger_commit set generation = 7`,
    { places: /generation 7 of ledger_commit$/, entries: /^none$/ }
  ],
  [
    "a commit was parked that nobody applied",
    `insert into es.parked (name, generation, seq, failure) select 'usage', 1, seq + 1, '' from es.projection where name = 'usage'`,
    { places: /view usage, generation 1: parked$/ }
  ],
  [
    "a commit was parked that is applied already",
    `insert into es.parked (name, generation, seq, failure) select 'usage', 1, seq, '' from es.sealed join es.event using (commit_id) where type = 'DemoChecksCounted'`,
    { usage: /public 7$/ }
  ]
]

layer(world)("An audit of the views", (it) => {
  it.effect("finds nothing, although they lag behind the log", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* broken, {})
      const [, first] = yield* checkViews
      assert.isAbove(first!.examined!, 10)
    })
  )

  for (const [name, statements, finds] of tamperings)
    it.effect(`tells that ${name}`, () =>
      Effect.gen(function* () {
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
    )

  it.effect("compares a rebuild with what it has read so far", () =>
    Effect.gen(function* () {
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
  )
})
