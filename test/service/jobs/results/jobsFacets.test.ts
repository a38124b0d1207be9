import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { live } from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, layer as world, pageOf, World } from "../jobsHttpWorld.ts"
import { ask, emails, emailsOf, facetsOf, job } from "./facetsWorld.ts"
import type { Own } from "./facetsWorld.ts"

const downloaded = (running: Running, own: Own, query: string) =>
  Effect.map(ask(running, own, `download?${query}`), ({ text }) =>
    text
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[0])
  )

layer(world(), live)("The facets of a job", (it) => {
  it.effect("count rows including repeats, the most frequent first, and add up", function* () {
    const { running, node } = yield* World
    const facets = yield* facetsOf(running, yield* job())
    assert.deepStrictEqual(facets, {
      total_rows: 7,
      processed_rows: 7,
      waiting_addresses: 0,
      statuses: [
        { status: "valid", rows: 1, sub_statuses: [] },
        {
          status: "risky",
          rows: 4,
          sub_statuses: [
            { sub_status: "role_based", rows: 3 },
            { sub_status: "catch_all", rows: 1 }
          ]
        },
        {
          status: "invalid",
          rows: 1,
          sub_statuses: [{ sub_status: "mailbox_not_found", rows: 1 }]
        },
        { status: "unknown", rows: 1, sub_statuses: [{ sub_status: "dns_error", rows: 1 }] }
      ],
      recommendations: [
        { recommendation: "send", rows: 1 },
        { recommendation: "send_with_care", rows: 4 },
        { recommendation: "do_not_send", rows: 1 },
        { recommendation: "ask_again", rows: 1 }
      ],
      provable: { rows: 0, addresses: 0 }
    })
    assert.deepStrictEqual(yield* Effect.provide(contradictions, node), [])
  })

  it.effect("are available while the job runs, and removed with it", function* () {
    const { running, node } = yield* World
    const own = yield* job(undefined, 2)
    const { processed_rows, total_rows } = yield* facetsOf(running, own)
    // The second address is repeated.
    assert.deepStrictEqual([processed_rows, total_rows], [3, 7])
    const end = running.get(`/api/v1/jobs/${own.id}`, { method: "DELETE", apiKey: own.apiKey })
    yield* Effect.andThen(end, end)
    isProblem(yield* ask(running, own, "facets"), 404, "job not found")
    const left = SqlClient.SqlClient.use(
      (sql) => sql`select from job_facet where job_id = ${own.id}`
    )
    assert.lengthOf(yield* Effect.provide(left, node), 0)
  })

  it.effect("filter results and the download by sub_status", function* () {
    const { running } = yield* World
    const own = yield* job()
    const [, info, bob, again, help, cat] = emails
    const expected = [
      ["sub_status=role_based", [info, again, help]],
      ["sub_status=catch_all", [cat]],
      ["sub_status=role_based&status=risky", [info, again, help]],
      ["sub_status=role_based&status=valid", []],
      ["sub_status=mailbox_not_found", [bob]],
      ["sub_status=never_heard_of", []]
    ] as const
    for (const [query, found] of expected) {
      assert.deepStrictEqual(yield* emailsOf(running, own, query), [...found], query)
      assert.deepStrictEqual(yield* downloaded(running, own, query), [...found], query)
    }
    const searched = yield* emailsOf(running, own, "sub_status=role_based&search=OFFICE")
    assert.deepStrictEqual(searched, [help])
    const message = "sub_status must be a word such as mailbox_not_found"
    for (const bad of ["A", "", "a b", "a".repeat(65)])
      for (const path of ["results", "download"])
        isProblem(yield* ask(running, own, `${path}?sub_status=${bad}`), 400, message)
  })

  it.effect("give downloads that differ only in the filter different ETags", function* () {
    const { running } = yield* World
    const own = yield* job()
    const etags = yield* Effect.forEach(
      ["", "sub_status=catch_all", "sub_status=role_based", "status=risky"],
      (query) =>
        Effect.map(ask(running, own, `download?${query}`), ({ headers }) => headers.get("etag"))
    )
    assert.strictEqual(new Set(etags).size, 4)
  })

  it.effect("are in the rows of a page only when the request asks for details", function* () {
    const { running } = yield* World
    const own = yield* job()
    const plain = yield* pageOf(yield* ask(running, own, "results"))
    assert.deepStrictEqual(
      plain.results.map(({ sub_status }) => sub_status),
      emails.map(() => undefined)
    )
    const { results } = yield* pageOf(yield* ask(running, own, "results?details=true"))
    const shared = { sub_status: "role_based", is_catch_all: false } as const
    const checked_at = "2026-11-21T00:00:00.000Z"
    assert.deepStrictEqual(results[1], {
      ...plain.results[1],
      ...shared,
      checked_at,
      recommendation: "send_with_care",
      credits_used: 1
    })
    assert.deepInclude(results[3], { ...shared, credits_used: 0 })
  })

  it.effect("are visible only to the account of the job", function* () {
    const { running } = yield* World
    const [own, other] = [yield* job(), yield* job(undefined, 1)]
    const missing = "job not found"
    isProblem(yield* ask(running, { ...own, apiKey: other.apiKey }, "facets"), 404, missing)
    assert.strictEqual((yield* facetsOf(running, other)).processed_rows, 1)
  })
})
