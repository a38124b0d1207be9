/** What credits were used for: a line for each check, job, grant and adjustment. */
import { LedgerLines } from "@rcpt/api/Ledger"
import type { LedgerLine } from "@rcpt/api/Ledger"
import { Effect, Schema } from "effect"

import type { Opened } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { jobOf, list, upload } from "../../jobs/jobsHttpWorld.ts"
import { creditsOf, customer, finished, pageOf, posted } from "./ledgerWorld.ts"

const decode = Schema.decodeUnknownEffect(LedgerLines, { onExcessProperty: "error" })

const linesOf = (running: Running, { apiKey }: Pick<Opened, "apiKey">, query = "") =>
  Effect.gen(function* () {
    const { status, text, json } = yield* running.get(`/api/v1/ledger/lines${query}`, { apiKey })
    assert.strictEqual(status, 200, text)
    return yield* decode(json)
  })

/** `job fast: 4 held, 2 charged, 2 refunded, 0 open; -2 by 3 entries` */
const shown = ({ entry, hold, change, entries }: LedgerLine): string => {
  const what = entry.for === undefined ? entry.type : `${entry.for.kind} ${entry.for.mode}`
  const of =
    hold &&
    `${hold.credits} held, ${hold.charged} charged, ${hold.refunded} refunded, ${hold.open} open`
  return `${what}: ${of === undefined ? "" : `${of}; `}${change} by ${entries}`
}

const spend = (running: Running, who: Opened) =>
  Effect.gen(function* () {
    const { apiKey } = who
    yield* running.get("/api/v1/verify?email=ann@yahoo.com&mode=deep", { apiKey })
    yield* running.get("/api/v1/verify?email=ann@acme.test", { apiKey })
    yield* running.get("/api/v1/verify/batch", {
      apiKey,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ emails: ["ann@acme.test", "bob@acme.test"] })
    })
    const file = list("email\nann@acme.test\nbob@acme.test\nann@acme.test\n")
    const { id } = yield* jobOf(yield* upload(running, [file], who), 201)
    yield* finished(running, who, id)
    const { status } = yield* posted(running, who.account, "adjustments", {
      credits: -3,
      reason: "x"
    })
    assert.strictEqual(status, 201)
    return id
  })

layer(service.layer({ lab: true }), service.live)("GET /ledger/lines", (it) => {
  it.effect("has one for each check, job, grant and adjustment, and they add up", function* () {
    const running = yield* service.Service
    const who = yield* customer(running, 100)
    const job = yield* spend(running, who)
    const { lines, next } = yield* linesOf(running, who)
    assert.isNull(next)
    assert.deepStrictEqual(lines.map(shown), [
      "adjust: -3 by 1",
      "job fast: 3 held, 2 charged, 1 refunded, 0 open; -2 by 3",
      "batch fast: 1 held, 1 charged, 0 refunded, 0 open; -1 by 2",
      "batch fast: 1 held, 1 charged, 0 refunded, 0 open; -1 by 2",
      "verification fast: 1 held, 1 charged, 0 refunded, 0 open; -1 by 2",
      "verification deep: 5 held, 1 charged, 4 refunded, 0 open; -1 by 3",
      "grant: 100 by 1"
    ])
    const balance = lines.reduce((sum, { change }) => sum + change, 0)
    assert.strictEqual(balance, yield* creditsOf(running, who))
    const { entries } = yield* pageOf(running, who, "?limit=100")
    assert.strictEqual(
      lines.reduce((sum, line) => sum + line.entries, 0),
      entries.length
    )

    const paged: Array<LedgerLine> = []
    let page = yield* linesOf(running, who, "?limit=2")
    paged.push(...page.lines)
    while (page.next !== null) {
      page = yield* linesOf(running, who, `?limit=2&cursor=${page.next}`)
      paged.push(...page.lines)
    }
    assert.deepStrictEqual(paged, lines)

    const ofJob = yield* linesOf(running, who, `?job=${job}`)
    assert.deepStrictEqual(
      ofJob.lines.map(({ entry }) => entry.for?.job),
      [job]
    )
    const month = new Date().toISOString().slice(0, "2026-11".length)
    const ofMonth = yield* linesOf(running, who, `?month=${month}`)
    assert.deepStrictEqual(ofMonth.lines, lines)
    assert.strictEqual(ofMonth.totals?.balance_after, balance)
    assert.deepStrictEqual((yield* linesOf(running, who, "?month=2020-01")).lines, [])
  })

  it.effect("shows nobody else's, and refuses a cursor that is none", function* () {
    const running = yield* service.Service
    const [one, other] = [yield* customer(running, 5), yield* customer(running, 7)]
    const { lines } = yield* linesOf(running, one)
    assert.deepStrictEqual(lines.map(shown), ["grant: 5 by 1"])
    const theirs = lines[0]!.entry.id
    const after = yield* linesOf(running, other, `?cursor=${theirs}`)
    assert.deepStrictEqual(after.lines, [])
    const { status, text } = yield* running.get("/api/v1/ledger/lines?cursor=999999999-1")
    assert.strictEqual(status, 400)
    assert.include(text, "cursor must be the `next` of a previous page")
  })
})
