import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { Opened } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem } from "../../accounts/keysWorld.ts"
import { jobOf, list as listPart, upload } from "../../jobs/jobsHttpWorld.ts"
import {
  creditsOf,
  customer,
  entriesOf,
  finished,
  isBalanced,
  pageOf,
  path,
  posted,
  receiptOf,
  sqlIn
} from "./ledgerWorld.ts"

const verify = ({ get }: Running, { apiKey }: Opened, query: string) =>
  get(`/api/v1/verify?${query}`, { apiKey })

const submit = (running: Running, who: Opened) =>
  Effect.gen(function* () {
    const file = listPart("email\nann@acme.test\nbob@acme.test\nann@acme.test\n")
    const { id } = yield* jobOf(yield* upload(running, [file], who), 201)
    yield* finished(running, who, id)
    return id
  })

const noUuid = "must be the id of a job, a UUID"
const notGiven = "cursor must be the `next` of a previous page"
const types = 'type must be one of "grant", "adjust", "hold", "charge", "refund"'
const month = "month must be a month such as 2026-11"
const limit = "limit must be a whole number from 1 to 100"

const refused: ReadonlyArray<readonly [query: string, error: string]> = [
  ["limit=0", limit],
  ["limit=101", limit],
  ["limit=1e1", limit],
  ["cursor=", notGiven],
  ["cursor=0-1", notGiven],
  ["cursor=999999999999999-1", notGiven],
  ["cursor=1%20-1", notGiven],
  ["job=x", `job ${noUuid}`],
  ["job=1&job=2", "job must be given only once"],
  ["type=charges", types],
  ["type=", types],
  ["month=2026-13", month],
  ["month=2026-1", month],
  ["month=0000-01", month]
]

layer(service.layer({ lab: true }), service.live)("GET /ledger", (it) => {
  it.effect("shows a charge to whoever was just charged, with what it was for", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 100)
    for (let n = 0; n < 5; n++) {
      yield* verify(running, who, `email=user${n}@acme.test`)
      const { entries } = yield* pageOf(running, who)
      assert.strictEqual(entries.length, 1 + 2 * (n + 1))
      const [charge, hold] = entries
      const purpose = { kind: "verification", mode: "fast" } as const
      const about = { for: purpose, balance: 99 - n, credits: 1 }
      assert.deepInclude(charge, { type: "charge", change: 0, ...about })
      assert.deepInclude(hold, { type: "hold", change: -1, ...about })
      assert.strictEqual(hold!.hold_id, charge!.hold_id)
    }
  })

  it.effect("pages through all of it, each entry once, while more come in", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 100)
    for (let n = 0; n < 4; n++) yield* verify(running, who, "email=ann@acme.test")
    const all = yield* entriesOf(running, who, "limit=100")
    const first = yield* pageOf(running, who, "?limit=4")
    yield* verify(running, who, "email=ann@acme.test")
    const second = yield* pageOf(running, who, `?limit=4&cursor=${first.next}`)
    const third = yield* pageOf(running, who, `?limit=4&cursor=${second.next}`)
    assert.deepStrictEqual([...first.entries, ...second.entries, ...third.entries], all)
    assert.isNull(third.next)
  })

  it.effect("tells a job's entries, also when the job is gone", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 100)
    yield* verify(running, who, "email=ann@acme.test")
    const job = yield* submit(running, who)
    yield* submit(running, who)
    const entries = yield* entriesOf(running, who, `job=${job.toUpperCase()}`)
    assert.deepStrictEqual(
      entries.map(({ type, credits, balance }) => [type, credits, balance]),
      [
        ["refund", 1, 97],
        ["charge", 2, 96],
        ["hold", 3, 96]
      ]
    )
    for (const entry of entries)
      assert.deepStrictEqual(entry.for, { kind: "job", mode: "fast", job })
    const removed = yield* running.get(`/api/v1/jobs/${job}`, { method: "DELETE", ...who })
    assert.strictEqual(removed.status, 200)
    assert.deepStrictEqual(yield* entriesOf(running, who, `job=${job}`), entries)
    const charges = yield* entriesOf(running, who, "type=charge&limit=1")
    assert.deepStrictEqual(
      charges.map(({ for: purpose }) => purpose?.kind),
      ["job", "job", "verification"]
    )
  })

  it.effect("sums a month up, from the balance before it to the balance after it", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 100)
    yield* verify(running, who, "email=gone@office.test&mode=deep")
    yield* verify(running, who, "email=ann@nowhere.test&mode=deep")
    yield* posted(running, who.account, "adjustments", { credits: -10, reason: "a mistake" })
    const month = new Date().toISOString().slice(0, "2026-11".length)
    const { totals, entries } = yield* pageOf(running, who, `?month=${month}&limit=1`)
    const sums = { granted: 100, adjusted: -10, held: 10, charged: 6, refunded: 4 }
    const after = yield* creditsOf(running, who)
    const around = { month, balance_before: 0, balance_after: after }
    assert.deepStrictEqual(totals, { ...around, ...sums })
    assert.strictEqual(entries[0]?.type, "adjust")
    const later = yield* pageOf(running, who, "?month=2999-01")
    assert.deepStrictEqual(later.entries, [])
    assert.include(later.totals, { balance_before: after, balance_after: after, held: 0 })
    const earlier = yield* pageOf(running, who, "?month=1999-12")
    assert.include(earlier.totals, { balance_before: 0, balance_after: 0 })
  })

  it.effect("is another one for another account, whatever it asks for", function* () {
    const running = yield* service.Service
    const [ann, bob] = [yield* customer(running, 50), yield* customer(running, 50)]
    const job = yield* submit(running, ann)
    yield* verify(running, bob, "email=ann@acme.test")
    const hers = yield* entriesOf(running, ann)
    const his = yield* entriesOf(running, bob)
    isBalanced(hers, yield* creditsOf(running, ann))
    isBalanced(his, yield* creditsOf(running, bob))
    const ids = new Set(his.map(({ id }) => id))
    assert.isFalse(hers.some(({ id }) => ids.has(id)))
    assert.deepStrictEqual(yield* entriesOf(running, bob, `job=${job}`), [])
    for (const { id } of hers) {
      isProblem(yield* running.get(`${path}/${id}`, bob), 404, "entry not found")
      const { entries } = yield* pageOf(running, bob, `?cursor=${id}`)
      assert.isTrue(entries.every((entry) => ids.has(entry.id)))
    }
  })

  for (const [query, error] of refused)
    it.effect(`refuses ${query} with 400 that says why`, function* () {
      const { get } = yield* service.Service
      isProblem(yield* get(`${path}?${query}`), 400, error)
    })
})

layer(service.layer({ lab: true }), service.live)("A receipt", (it) => {
  it.effect("says what a check came to, and all that became of its hold", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 100)
    yield* verify(running, who, "email=ann@nowhere.test&mode=deep")
    const entries = yield* entriesOf(running, who, "limit=3")
    const [refund, charge, hold] = entries
    const read = yield* receiptOf(running, who, charge!.id)
    assert.deepStrictEqual(read.entry, charge!)
    assert.deepStrictEqual(read.chain, [hold!, charge!, refund!])
    const found = { status: "invalid", sub_status: "domain_not_found", via: "api_key" } as const
    assert.include(read.result, found)
    const sums = { credits: 5, charged: 1, refunded: 4, open: 0 }
    assert.deepStrictEqual(read.hold, { id: hold!.hold_id!, ...sums })
    // The same chain and result, from whichever entry it is asked for.
    for (const { id } of [hold!, refund!]) {
      const other = yield* receiptOf(running, who, id)
      assert.deepStrictEqual([other.chain, other.result], [read.chain, read.result])
    }
  })

  it.effect("of a check that came to nothing says that it cost nothing", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 100)
    yield* verify(running, who, "email=ann@servfail.test")
    const [refund] = (yield* pageOf(running, who)).entries
    assert.deepInclude(refund, { type: "refund", reason: "unknown", balance: 100 })
    const { result, hold } = yield* receiptOf(running, who, refund!.id)
    assert.include(result, { status: "unknown", sub_status: "dns_error" })
    assert.include(hold, { credits: 1, charged: 0, refunded: 1, open: 0 })
  })

  it.effect("names the very event, as the store has it", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 100)
    const job = yield* submit(running, who)
    for (const { id } of yield* entriesOf(running, who)) {
      const { proof, entry } = yield* receiptOf(running, who, id)
      const isOfJob = entry.type === "charge"
      assert.strictEqual(proof.stream, isOfJob ? `job-${job}` : `ledger-${who.account}`)
      const sql = SqlClient.SqlClient.use(
        (sql) => sql<{ readonly hash: string; readonly type: string }>`
              select encode(hash, 'hex') as hash, type from es.event
              where stream_id = ${proof.stream} and version = ${proof.version}`
      )
      const [event] = yield* sqlIn(running, sql)
      assert.deepStrictEqual(event, { hash: proof.hash, type: proof.event })
    }
  })

  it.effect("of no entry is not found", function* () {
    const running = yield* service.Service
    const ids = ["x", "1", "1-2-3", "1-1", "999999999999999-1", "9".repeat(30), "1-99999999"]
    const who = yield* customer(running, 1)
    for (const id of ids)
      isProblem(yield* running.get(`${path}/${id}`, who), 404, "entry not found")
  })
})
