/** A list that comes again: what changed, by address; and rows in another order. */
import { JobChanges } from "@rcpt/api/Jobs"
import type { Status } from "@rcpt/domain/Verdict"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { Effect, Schema } from "effect"

import { live } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, layer as world, pageOf, settled, World } from "../jobsHttpWorld.ts"

const row = (status: Status, score = 50): ResultRow => ({
  status,
  score,
  creditsUsed: 1,
  checkedAt: "2026-11-21T00:00:00.000Z"
})

type Verdicts = Readonly<Record<string, Status>>

const verified = (account: string, verdicts: Verdicts, filename = "list.csv") =>
  Effect.gen(function* () {
    const { node } = yield* World
    const csv = ["email", ...Object.keys(verdicts)].join("\n")
    const result = (_: number, email: string) => row(verdicts[email]!, email.length)
    return yield* Effect.provide(settled({ account, csv, filename, result }), node)
  })

const decode = Schema.decodeUnknownEffect(JobChanges, { onExcessProperty: "error" })

const before: Verdicts = {
  "ann@acme.test": "valid",
  "bob@acme.test": "valid",
  "cat@acme.test": "unknown",
  "gone@acme.test": "risky"
}
const after: Verdicts = {
  "Ann@acme.test": "valid",
  "bob@acme.test": "invalid",
  "BOB@acme.test": "invalid",
  "cat@acme.test": "valid",
  "new@acme.test": "risky"
}

layer(world(), live)("What changed", (it) => {
  it.effect(
    "is counted by address, against the last job of the same file name or a given one",
    function* () {
      const { running, customer } = yield* World
      const { account, apiKey } = yield* customer(1_000)
      const older = yield* verified(account, after)
      const earlier = yield* verified(account, before)
      const other = yield* verified(account, { "dan@acme.test": "valid" }, "other.csv")
      const id = yield* verified(account, after)
      const changesOf = (job: string, query = "") =>
        Effect.flatMap(running.get(`/api/v1/jobs/${job}/changes${query}`, { apiKey }), (answer) => {
          assert.strictEqual(answer.status, 200, answer.text)
          return decode(answer.json)
        })
      const { since, ...counts } = yield* changesOf(id)
      assert.strictEqual(since?.id, earlier)
      assert.deepStrictEqual(counts, {
        same: 1,
        changed: 2,
        added: 1,
        removed: 1,
        changes: [
          { from: "valid", to: "invalid", rows: 1 },
          { from: "unknown", to: "valid", rows: 1 }
        ]
      })
      const chosen = yield* changesOf(id, `?since=${older}`)
      assert.deepInclude(chosen, { same: 4, changed: 0, added: 0, removed: 0, changes: [] })
      assert.deepInclude(yield* changesOf(other), { since: null, same: 0, added: 0 })

      const csv = yield* running.get(`/api/v1/jobs/${id}/download?changed_since=${earlier}`, {
        apiKey
      })
      assert.deepStrictEqual(
        csv.text
          .trimEnd()
          .split("\r\n")
          .slice(1)
          .map((line) => line.split(",")[0]),
        ["bob@acme.test", "BOB@acme.test", "cat@acme.test", "new@acme.test"]
      )
    }
  )

  it.effect(
    "is counted against a list with the same addresses if none has the file name",
    function* () {
      const { running, customer } = yield* World
      const [own, other] = [yield* customer(1_000), yield* customer(1_000)]
      const sinceOf = (job: string) =>
        Effect.gen(function* () {
          const { json } = yield* running.get(`/api/v1/jobs/${job}/changes`, {
            apiKey: own.apiKey
          })
          return (yield* decode(json)).since?.id
        })
      const listOf = (from: number, to: number, name: string, account = own.account) =>
        verified(
          account,
          Object.fromEntries(
            Array.from({ length: to - from }, (_, at) => [`u${from + at}@acme.test`, "valid"])
          ),
          name
        )
      yield* listOf(0, 10, "theirs.csv", other.account)
      const first = yield* listOf(0, 10, "2026-01.csv")
      assert.isUndefined(yield* sinceOf(first))
      const half = yield* listOf(5, 15, "half.csv")
      assert.isUndefined(yield* sinceOf(half), "half is not most")
      const part = yield* listOf(0, 4, "part.csv")
      assert.isUndefined(yield* sinceOf(part), "most of its own, and few of the other's")
      const whole = yield* listOf(0, 40, "whole.csv")
      assert.isUndefined(yield* sinceOf(whole), "all of the other's, and few of its own")
      const second = yield* listOf(0, 9, "2026-02.csv")
      assert.strictEqual(yield* sinceOf(second), first)
      const third = yield* listOf(1, 10, "2026-03.csv")
      assert.strictEqual(yield* sinceOf(third), second, "the newest of them")
      const named = yield* listOf(100, 104, "2026-01.csv")
      assert.strictEqual(yield* sinceOf(named), first, "a name comes before addresses")
    }
  )

  it.effect(
    "is refused for a job that is not there, not complete, or of another account",
    function* () {
      const { running, node, customer } = yield* World
      const [own, other] = [yield* customer(1_000), yield* customer(1_000)]
      const id = yield* verified(own.account, after)
      const foreign = yield* verified(other.account, before)
      const waiting = yield* Effect.provide(
        settled({ account: own.account, csv: "email\nann@acme.test", result: () => undefined }),
        node
      )
      const { apiKey } = own
      for (const path of ["changes?since=", "download?changed_since="]) {
        const ask = (since: string) => running.get(`/api/v1/jobs/${id}/${path}${since}`, { apiKey })
        isProblem(yield* ask(foreign), 404, "job not found")
        isProblem(yield* ask(waiting), 400, "job is not complete")
        const name = path.includes("changed") ? "changed_since" : "since"
        isProblem(yield* ask("x"), 400, `${name} must be the id of a job`)
      }
      isProblem(
        yield* running.get(`/api/v1/jobs/${waiting}/changes`, { apiKey }),
        400,
        "job is not complete"
      )
    }
  )
})

layer(world(), live)("The results of a job", (it) => {
  it.effect("can be sorted by address, status and score, with filters and pages", function* () {
    const { running, customer } = yield* World
    const { account, apiKey } = yield* customer(5_000)
    const id = yield* verified(account, {
      "delta@acme.test": "risky",
      "bo@acme.test": "invalid",
      "Charlie@acme.test": "valid",
      "al@acme.test": "unknown",
      "charlie@acme.test": "valid"
    })
    const namesOf = (query: string) =>
      Effect.map(
        Effect.flatMap(running.get(`/api/v1/jobs/${id}/results?${query}`, { apiKey }), pageOf),
        ({ results }) => results.map(({ email }) => email?.split("@")[0]).join(" ")
      )
    assert.strictEqual(yield* namesOf("sort=address"), "al bo Charlie charlie delta")
    assert.strictEqual(yield* namesOf("sort=-address"), "delta Charlie charlie bo al")
    assert.strictEqual(yield* namesOf("sort=status"), "Charlie charlie delta bo al")
    assert.strictEqual(yield* namesOf("sort=-status"), "al bo delta Charlie charlie")
    assert.strictEqual(yield* namesOf("sort=score"), "bo al delta Charlie charlie")
    assert.strictEqual(yield* namesOf("sort=-score"), "Charlie charlie delta bo al")
    assert.strictEqual(yield* namesOf("sort=address&page=2&page_size=2"), "Charlie charlie")
    assert.strictEqual(yield* namesOf("sort=-address&status=valid"), "Charlie charlie")
    assert.strictEqual(yield* namesOf("sort=-score&search=A%40"), "delta")
    const wrong = yield* running.get(`/api/v1/jobs/${id}/results?sort=name`, { apiKey })
    assert.match(wrong.text, /sort must be one of \\"address\\", /)
  })
})
