import type { Status } from "@rcpt/domain/Verdict"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { Effect } from "effect"

import { live } from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, jobOf, layer as world, pageOf, settled, World } from "../jobsHttpWorld.ts"

const row = (status: Status, more: Partial<ResultRow> = {}): ResultRow => ({
  status,
  score: 50,
  creditsUsed: status === "unknown" ? 0 : 1,
  checkedAt: "2026-11-21T00:00:00.000Z",
  ...more
})

const csv = [
  "name,Email",
  "Ann,Ann@Acme.test",
  "Nobody,",
  "Bob,bob@acme.test",
  "Again,ANN@acme.TEST",
  "Carl,100%_carl@office.test",
  "Dörte,DÖRTE@office.test",
  "Eve, eve@other.test "
].join("\n")

const details = {
  score: 95,
  normalizedEmail: "ann@acme.test",
  is_disposable: false,
  has_mx: true,
  is_role_based: false,
  is_free_provider: false,
  is_relay: false,
  is_blacklisted: false,
  has_spf: true,
  has_dmarc: false,
  domainAgeDays: 4_182,
  mxProvider: "Google Workspace"
}

/** By row of the file. */
const outcomes: Readonly<Record<number, ResultRow>> = {
  0: row("valid", details),
  2: row("risky", { didYouMean: "bob@acme.example", domainAgeDays: 1 }),
  4: row("invalid"),
  5: row("valid"),
  6: row("unknown")
}

const emails = [
  "Ann@Acme.test",
  "bob@acme.test",
  "ANN@acme.TEST",
  "100%_carl@office.test",
  "DÖRTE@office.test",
  "eve@other.test"
]

const resultsOf = (running: Running, id: string, apiKey: string, query = "") =>
  running.get(`/api/v1/jobs/${id}/results${query}`, { apiKey })

const emailsOf = (running: Running, id: string, apiKey: string, query: string) =>
  Effect.map(
    Effect.flatMap(resultsOf(running, id, apiKey, query), pageOf),
    ({ results, total_rows }) => {
      assert.strictEqual(total_rows, results.length)
      return results.map(({ email }) => email)
    }
  )

const complete = Effect.gen(function* () {
  const { node, customer } = yield* World
  const { account, apiKey } = yield* customer(100)
  const id = yield* Effect.provide(settled({ account, csv, result: (n) => outcomes[n] }), node)
  return { id, apiKey }
})

layer(world(), live)("The results of a job", (it) => {
  it.effect("have one row for each address, in the order of the file", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* complete
    const page = yield* pageOf(yield* resultsOf(running, id, apiKey))
    const { results, ...rest } = page
    assert.deepStrictEqual(rest, { total_rows: 6, page: 1, page_size: 50, total_pages: 1 })
    assert.deepStrictEqual(
      results.map(({ email }) => email),
      emails
    )
    const ann = {
      verification_status: "valid" as const,
      verification_score: 95,
      is_disposable: false,
      has_mx: true,
      is_role_based: false,
      is_free_provider: false,
      is_relay: false,
      is_blacklisted: false,
      has_spf: true,
      has_dmarc: false,
      domain_age_days: "4182",
      mx_provider: "Google Workspace",
      normalized_email: "ann@acme.test",
      did_you_mean: ""
    }
    assert.deepStrictEqual(results[0], { email: "Ann@Acme.test", ...ann })
    assert.deepStrictEqual(results[2], { email: "ANN@acme.TEST", ...ann })
    assert.deepStrictEqual(results[1], {
      email: "bob@acme.test",
      verification_status: "risky",
      verification_score: 50,
      domain_age_days: "1",
      did_you_mean: "bob@acme.example"
    })
  })

  it.effect("are paged, and a page past the end is empty", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* complete
    const found: Array<string | undefined> = []
    for (const n of [1, 2, 3]) {
      const query = `?page=${n}&page_size=2`
      const page = yield* pageOf(yield* resultsOf(running, id, apiKey, query))
      const { results, ...rest } = page
      assert.deepStrictEqual(rest, { total_rows: 6, page: n, page_size: 2, total_pages: 3 })
      found.push(...results.map(({ email }) => email))
    }
    assert.deepStrictEqual(found, emails)
    for (const page of [4, 1_000, 999_999_999_999_999]) {
      const query = `?page=${page}&page_size=2`
      assert.deepStrictEqual(yield* pageOf(yield* resultsOf(running, id, apiKey, query)), {
        results: [],
        total_rows: 6,
        page,
        page_size: 2,
        total_pages: 3
      })
    }
    const last = yield* pageOf(yield* resultsOf(running, id, apiKey, "?page_size=4&page=2"))
    assert.deepStrictEqual([last.results.length, last.total_pages], [2, 2])
  })

  it.effect("are filtered by status and by a literal part of the address", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* complete
    const [ann, bob, again, carl, dora, eve] = emails
    const expected: ReadonlyArray<readonly [query: string, found: ReadonlyArray<unknown>]> = [
      ["status=valid", [ann, again, dora]],
      ["status=unknown", [eve]],
      ["search=ACME", [ann, bob, again]],
      ["search=ann%40acme", [ann, again]],
      ["search=d%C3%B6rte", [dora]],
      ["search=100%25_", [carl]],
      ["search=%25", [carl]],
      ["search=_", [carl]],
      ["search=", emails],
      ["search=nobody", []],
      ["search=%27%20or%20true", []],
      ["search=%5C", []],
      ["search=%0A", []],
      ["search=%00", []],
      ["search=office&status=invalid", [carl]],
      ["search=office&status=risky", []]
    ]
    for (const [query, found] of expected)
      assert.deepStrictEqual(yield* emailsOf(running, id, apiKey, `?${query}`), found, query)
  })

  it.effect("are refused with an invalid parameter", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* complete
    const whole = "must be a whole number, 1 or more"
    const size = "page_size must be a whole number from 1 to 100"
    const statuses = 'status must be one of "valid", "risky", "invalid", "unknown"'
    const bad = [
      ["page=0", `page ${whole}`],
      ["page=-1", `page ${whole}`],
      ["page=1.5", `page ${whole}`],
      ["page=1e3", `page ${whole}`],
      ["page=", `page ${whole}`],
      ["page=1&page=2", "page must be given only once"],
      ["page_size=0", size],
      ["page_size=101", size],
      ["page_size=x", size],
      ["status=good", statuses],
      ["status=valid,risky", statuses],
      ["status=valid&status=risky", statuses],
      [`search=${"x".repeat(255)}`, "search must have at most 254 characters"],
      ["search=a&search=b", "search must be given only once"],
      ["partial=1", 'partial must be "true" or "false"']
    ] as const
    for (const [query, error] of bad)
      isProblem(yield* resultsOf(running, id, apiKey, `?${query}`), 400, error)
    const most = yield* pageOf(yield* resultsOf(running, id, apiKey, "?page_size=100"))
    assert.strictEqual(most.page_size, 100)
  })

  it.effect(
    "of an incomplete job are available in part, while it runs and once it has ended",
    function* () {
      const { running, node, customer } = yield* World
      const { account, apiKey } = yield* customer(100)
      const id = yield* Effect.provide(
        settled({
          account,
          csv,
          result: (n) => (n === 0 || n === 4 ? outcomes[n] : undefined)
        }),
        node
      )
      const incomplete = "job is not complete"
      const partial = (query: string) => emailsOf(running, id, apiKey, `?partial=true${query}`)
      const isInPart = Effect.gen(function* () {
        isProblem(yield* resultsOf(running, id, apiKey), 400, incomplete)
        isProblem(yield* resultsOf(running, id, apiKey, "?partial=false"), 400, incomplete)
        const [ann, , again, carl] = emails
        assert.deepStrictEqual(yield* partial(""), [ann, again, carl])
        assert.deepStrictEqual(yield* partial("&status=invalid"), [carl])
        assert.deepStrictEqual(yield* partial("&search=bob"), [])
      })
      yield* isInPart
      const soFar = yield* resultsOf(running, id, apiKey, "?partial=true&status=invalid")
      assert.strictEqual(soFar.headers.get("x-rows-settled"), "3")
      yield* running.get(`/api/v1/jobs/${id}`, { method: "DELETE", apiKey })
      const job = yield* jobOf(yield* running.get(`/api/v1/jobs/${id}`, { apiKey }))
      assert.strictEqual(job.status, "cancelled")
      yield* isInPart
      const ended = yield* resultsOf(running, id, apiKey, "?partial=true")
      assert.isNull(ended.headers.get("x-rows-settled"))
    }
  )

  it.effect("are the same on every page while the job runs as after its end", function* () {
    const { running, node, customer } = yield* World
    const { account, apiKey } = yield* customer(6_000)
    // Five chunks, and the settled rows are spread over all of them, one with a repeat in another.
    const rows = Array.from({ length: 4_500 }, (_, n) => `p${n}@acme.test`)
    const long = ["email", ...rows.slice(0, -1), "P300@acme.test"].join("\n")
    const result = (n: number) => {
      if (n % 300 !== 0) return undefined
      const isOdd = n % 600 !== 0
      return row(isOdd ? "invalid" : "risky", {
        score: n / 50,
        ...(isOdd ? {} : { subStatus: n % 1_200 === 0 ? "role_based" : "parked" })
      })
    }
    const id = yield* Effect.provide(settled({ account, csv: long, result }), node)
    const queries = ["", "status=risky", "sub_status=parked", "status=invalid&search=00@"]
      .flatMap((filter) => [filter, `${filter}&sort=-score`, `${filter}&sort=status`])
      .flatMap((query) => [1, 2, 5].map((page) => `${query}&page=${page}&page_size=4&details=true`))
    const pages = Effect.forEach(queries, (query) =>
      Effect.flatMap(resultsOf(running, id, apiKey, `?partial=true&${query}`), pageOf)
    )
    const soFar = yield* pages
    assert.strictEqual(soFar[0]!.total_rows, 16)
    assert.isAbove(new Set(soFar.map((page) => JSON.stringify(page.results))).size, 8)
    yield* running.get(`/api/v1/jobs/${id}`, { method: "DELETE", apiKey })
    assert.deepStrictEqual(soFar, yield* pages)
  })
})
