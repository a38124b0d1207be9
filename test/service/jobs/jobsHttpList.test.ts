/** `GET /jobs`: the list of an account's jobs, and a part of it. */
import { Effect } from "effect"

import { live } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem, layer as world, settled, World } from "./jobsHttpWorld.ts"

const result = () => ({
  status: "valid" as const,
  score: 90,
  creditsUsed: 1,
  checkedAt: "2026-11-21T00:00:00.000Z"
})

/** Three of these are complete; the last has a row without a result. */
const files = ["Spring.csv", "autumn 50%.csv", "winter.csv", "spring again.csv"]

const customerWithJobs = Effect.gen(function* () {
  const { node, customer } = yield* World
  const { account, apiKey } = yield* customer(1_000)
  for (const [n, filename] of files.entries())
    yield* Effect.provide(
      settled({
        account,
        filename,
        csv: ["email", ...Array.from({ length: n + 1 }, (_, m) => `a${m}@acme.test`)].join("\n"),
        result: (row) => (n === 3 && row === 0 ? undefined : result())
      }),
      node
    )
  return { apiKey }
})

layer(world(), live)("GET /jobs", (it) => {
  it.effect(
    "lists all jobs, the newest first, or those that are asked for, and counts them",
    function* () {
      const { running } = yield* World
      const { apiKey } = yield* customerWithJobs
      const newest = files.toReversed()
      const expected = [
        ["", 4, newest],
        ["?limit=2", 4, newest.slice(0, 2)],
        ["?limit=2&offset=2", 4, newest.slice(2)],
        ["?offset=9", 4, []],
        ["?sort=created", 4, files],
        ["?sort=name", 4, [files[1], files[3], files[0], files[2]]],
        ["?sort=-rows&limit=1", 4, [files[3]]],
        ["?search=SPRING", 2, [files[3], files[0]]],
        ["?search=%25", 1, [files[1]]],
        ["?search=_", 0, []],
        ["?status=complete", 3, newest.slice(1)],
        ["?status=pending,processing&search=again", 1, [files[3]]]
      ] as const
      for (const [query, total, names] of expected) {
        const { status, json, headers, text } = yield* running.get(`/api/v1/jobs${query}`, {
          apiKey
        })
        assert.strictEqual(status, 200, text)
        const jobs = json as ReadonlyArray<{ readonly filename: string }>
        assert.deepStrictEqual(
          jobs.map(({ filename }) => filename),
          [...names] as Array<string>,
          query
        )
        assert.strictEqual(headers.get("x-total-count"), String(total), query)
      }
    }
  )

  it.effect("names what is wrong with a parameter", function* () {
    const { running } = yield* World
    const wrong = [
      ["offset=-1", "offset must be a whole number, 0 or more"],
      [
        "status=valid",
        'status must be a comma-separated list of "pending", "processing", "complete", "failed", "cancelled"'
      ],
      ["sort=age", 'sort must be one of "created", "-created", "name", "-name", "rows", "-rows"'],
      [`search=${"a".repeat(256)}`, "search must have at most 255 characters"]
    ] as const
    for (const [query, message] of wrong)
      isProblem(yield* running.get(`/api/v1/jobs?${query}`), 400, message)
  })
})
