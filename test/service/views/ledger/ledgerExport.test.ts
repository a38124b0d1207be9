import type { LedgerEntry } from "@rcpt/api/Ledger"
import { Effect } from "effect"

import type { Opened } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem } from "../../accounts/keysWorld.ts"
import { jobOf, list, upload } from "../../jobs/jobsHttpWorld.ts"
import { customer, entriesOf, finished, posted } from "./ledgerWorld.ts"

const names = "entry,created_at,type,credits,change,balance,kind,mode,job,hold_id,reason"

const cellsOf = (entry: LedgerEntry): string =>
  [
    entry.id,
    entry.created_at,
    entry.type,
    entry.credits,
    entry.change,
    entry.balance,
    entry.for?.kind,
    entry.for?.mode,
    entry.for?.job,
    entry.hold_id,
    entry.reason
  ]
    .map((cell) => String(cell ?? ""))
    .join(",")

const exported = ({ get }: Running, { apiKey }: Pick<Opened, "apiKey">, query = "") =>
  Effect.gen(function* () {
    const { status, headers, text } = yield* get(`/api/v1/ledger.csv${query}`, { apiKey })
    assert.strictEqual(status, 200, text)
    assert.strictEqual(headers.get("content-type"), "text/csv; charset=utf-8")
    const [header, ...lines] = text.split("\r\n")
    assert.strictEqual(header!.replace("\ufeff", ""), names)
    assert.strictEqual(lines.pop(), "")
    return { headers, lines }
  })

const busy = (running: Running) =>
  Effect.gen(function* () {
    const who = yield* customer(running, 100)
    yield* running.get("/api/v1/verify?email=gone@office.test&mode=deep", who)
    yield* running.get("/api/v1/verify?email=ann@servfail.test", who)
    const file = list("email\nann@acme.test\nbob@acme.test\nann@acme.test\n")
    const { id } = yield* jobOf(yield* upload(running, [file], who), 201)
    yield* finished(running, who, id)
    return { ...who, job: id }
  })

layer(service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }), service.live)(
  "GET /ledger.csv",
  (it) => {
    it.effect(
      "has the entries that the ledger has, in its order and with its filters",
      function* () {
        const running = yield* service.Service
        const who = yield* busy(running)
        const month = new Date().toISOString().slice(0, "2026-11".length)
        for (const filter of ["", "type=charge", `job=${who.job}`, `month=${month}&type=hold`]) {
          const { lines } = yield* exported(running, who, `?${filter}`)
          const entries = yield* entriesOf(running, who, `limit=100&${filter}`)
          assert.isAbove(entries.length, 0)
          assert.deepStrictEqual(lines, entries.map(cellsOf), filter)
        }
        assert.deepStrictEqual((yield* exported(running, who, "?month=1999-01")).lines, [])
      }
    )

    it.effect("is named after its month, and kept by nobody on the way", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 1)
      const nameOf = ({ headers }: { readonly headers: Headers }) =>
        headers.get("content-disposition")
      const all = yield* exported(running, who)
      assert.strictEqual(nameOf(all), 'attachment; filename="ledger.csv"')
      assert.match(all.headers.get("cache-control") ?? "", /no-store/)
      const month = yield* exported(running, who, "?month=2026-11")
      assert.strictEqual(nameOf(month), 'attachment; filename="ledger-2026-11.csv"')
    })

    it.effect("goes on where a page ends, each entry once", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 5_000)
      const correction = () =>
        posted(running, who.account, "adjustments", { credits: 1, reason: "a" })
      yield* Effect.forEach(Array.from({ length: 1_050 }), correction, { concurrency: 16 })
      const { lines } = yield* exported(running, who)
      const ids = lines.map((line) => line.split(",")[0])
      assert.lengthOf(ids, 1_051)
      assert.strictEqual(new Set(ids).size, 1_051)
      const balances = lines.map((line) => Number(line.split(",")[5]))
      assert.deepStrictEqual(
        balances,
        Array.from({ length: 1_051 }, (_, n) => 6_050 - n)
      )
    })

    it.effect("runs no reason as a formula, and quotes what would end a cell", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 1)
      const reason = '=HYPERLINK("http://x","a, b")'
      yield* posted(running, who.account, "grants", { credits: 1, reason })
      const { lines } = yield* exported(running, who, "?type=grant")
      assert.match(lines[0]!, /,"'=HYPERLINK\(""http:\/\/x"",""a, b""\)"$/)
    })

    it.effect("is another one for another account, whatever it asks for", function* () {
      const running = yield* service.Service
      const ann = yield* busy(running)
      const bob = yield* customer(running, 3)
      const { lines } = yield* exported(running, bob)
      assert.lengthOf(lines, 1)
      assert.deepStrictEqual((yield* exported(running, bob, `?job=${ann.job}`)).lines, [])
      const none = yield* running.get("/api/v1/ledger.csv", { apiKey: null })
      isProblem(none, 401, "unauthorized")
    })

    it.effect("refuses what the ledger refuses", function* () {
      const { get } = yield* service.Service
      const job = "job must be the id of a job, a UUID"
      isProblem(yield* get("/api/v1/ledger.csv?job=x"), 400, job)
      const month = "month must be a month such as 2026-11"
      isProblem(yield* get("/api/v1/ledger.csv?month=2026-13"), 400, month)
    })
  }
)
