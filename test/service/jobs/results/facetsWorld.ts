/** A small job with rows of several facets, and its results read over HTTP. */
import { JobFacets } from "@rcpt/api/Jobs"
import type { Status, SubStatus } from "@rcpt/domain/Verdict"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { Effect, Schema } from "effect"

import type { Running } from "../../../support/service.ts"
import { assert } from "../../../support/vitest.ts"
import { pageOf, settled, World } from "../jobsHttpWorld.ts"

const row = (status: Status, subStatus?: SubStatus): ResultRow => ({
  status,
  score: 50,
  creditsUsed: status === "unknown" ? 0 : 1,
  checkedAt: "2026-11-21T00:00:00.000Z",
  ...(subStatus && { subStatus })
})

export const emails = [
  "ann@acme.test",
  "info@acme.test",
  "bob@acme.test",
  "INFO@acme.test",
  "help@office.test",
  "cat@office.test",
  "dan@office.test"
]
const outcomes: Readonly<Record<number, ResultRow>> = {
  0: row("valid"),
  1: { ...row("risky", "role_based"), is_catch_all: false },
  2: row("invalid", "mailbox_not_found"),
  4: row("risky", "role_based"),
  5: row("risky", "catch_all"),
  6: row("unknown", "dns_error")
}

export const job = (csv = ["email", ...emails].join("\n"), settledRows = emails.length) =>
  Effect.gen(function* () {
    const { node, customer } = yield* World
    const { account, apiKey } = yield* customer(10_000)
    const result = (n: number) => (n < settledRows ? (outcomes[n] ?? row("valid")) : undefined)
    const id = yield* Effect.provide(settled({ account, csv, result }), node)
    return { id, apiKey }
  })

const decode = Schema.decodeUnknownEffect(JobFacets, { onExcessProperty: "error" })

export type Own = Effect.Success<ReturnType<typeof job>>

export const ask = ({ get }: Running, { id, apiKey }: Own, path: string) =>
  get(`/api/v1/jobs/${id}/${path}`, { apiKey })

export const facetsOf = (running: Running, own: Own) =>
  Effect.gen(function* () {
    const { status, text, json } = yield* ask(running, own, "facets")
    assert.strictEqual(status, 200, text)
    return yield* decode(json)
  })

export const emailsOf = (running: Running, own: Own, query: string) =>
  Effect.gen(function* () {
    const page = yield* pageOf(yield* ask(running, own, `results?${query}`))
    assert.strictEqual(page.total_rows, page.results.length, query)
    return page.results.map(({ email }) => email)
  })
