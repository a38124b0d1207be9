/**
 * A customer's list from the upload to the ledger, over HTTP alone: the results agree, row by row, with
 * what the lab's scripts define for each address.
 */
import { BulkJob, JobResultsPage } from "@rcpt/api/Jobs"
import { parse } from "csv-parse/sync"
import { Effect, Schedule, Schema } from "effect"

import { formOf, list, mode as modePart, path, formType } from "../service/jobs/jobsHttpWorld.ts"
import { compareList } from "../support/lists/compareList.ts"
import { fileOf, linesOf, ofDeepRow, ofFastRow } from "../support/lists/labList.ts"
import type { ListRow } from "../support/lists/labList.ts"
import { scaled } from "../support/scale.ts"
import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { describeAt, live, storyWorlds } from "./storyWorlds.ts"

const fastRows = scaled("LIST_FAST_ROWS", { usual: 10_000, long: 30_000 })
const deepRows = scaled("LIST_DEEP_ROWS", { usual: 1_000, long: 2_000 })

/** Milliseconds: for the whole list on a loaded machine. */
const waitMax = 600_000
const pageSize = 100

/** The lab's 10 s are for its silent servers. None is asked here, and a machine under load needs more. */
const env = { RCPT_RATE_LIMIT: "off", RCPT_SMTP_TIMEOUT: "60s" }

const decodeJob = Schema.decodeUnknownSync(BulkJob, { onExcessProperty: "error" })
const decodePage = Schema.decodeUnknownSync(JobResultsPage, { onExcessProperty: "error" })

/** Polls that fail in a list: a client asks again, and nodes that get no processor are late now and then. */
const failedPollsMax = 5

const errorsIn = (output: string): string =>
  output
    .split("\n")
    .filter((line) => line.includes('"ERROR"'))
    .join("\n")

const verifyList = (lines: ReadonlyArray<ListRow>, mode: "fast" | "deep") =>
  Effect.gen(function* () {
    const { base, apiKey, get, output } = yield* service.Service
    const body = formOf([modePart(mode), list(fileOf(lines), "kunden.csv")])
    const created = yield* Effect.promise(async () => {
      const headers = { "x-api-key": apiKey, "content-type": formType }
      const answer = await fetch(base + path, {
        method: "POST",
        headers,
        body: body as Uint8Array<ArrayBuffer>
      })
      const text = await answer.text()
      assert.strictEqual(answer.status, 201, text)
      return decodeJob(JSON.parse(text))
    })
    let failedPolls = 0
    const job = yield* Effect.map(get(`/api/v1/jobs/${created.id}`), ({ status, json, text }) => {
      if (status !== 500) {
        assert.strictEqual(status, 200, text)
        return decodeJob(json)
      }
      failedPolls += 1
      assert.isAtMost(failedPolls, failedPollsMax, errorsIn(output()))
      return created
    }).pipe(
      Effect.repeat({
        until: ({ status }) => status !== "pending" && status !== "processing",
        schedule: Schedule.spaced("200 millis")
      })
    )
    if (failedPolls > 0)
      yield* Effect.logWarning(`${failedPolls} polls failed: ${errorsIn(output())}`)
    return job
  })

const creditsLeft = Effect.gen(function* () {
  const { get } = yield* service.Service
  return Number(Object((yield* get("/api/v1/account")).json).credits)
})

const countersAgree = (job: BulkJob, lines: ReadonlyArray<ListRow>) => {
  const rows = lines.filter(({ expected }) => expected !== undefined)
  const count = (status: string) =>
    rows.filter(({ expected }) => expected?.verification_status === status).length
  const { status, total_rows, processed_rows } = job
  const { valid_count, invalid_count, risky_count, unknown_count } = job
  assert.deepStrictEqual(
    { status, total_rows, processed_rows, valid_count, invalid_count, risky_count, unknown_count },
    {
      status: "complete",
      total_rows: rows.length,
      processed_rows: rows.length,
      valid_count: count("valid"),
      invalid_count: count("invalid"),
      risky_count: count("risky"),
      unknown_count: count("unknown")
    }
  )
}

const resultsAgree = (id: string, lines: ReadonlyArray<ListRow>) =>
  Effect.gen(function* () {
    const { get } = yield* service.Service
    const rows = lines.filter(({ expected }) => expected !== undefined)
    const pages = Math.ceil(rows.length / pageSize)
    for (let page = 1; page <= pages; page++) {
      const path = `/api/v1/jobs/${id}/results?page=${page}&page_size=${pageSize}`
      const { results, total_pages } = decodePage((yield* get(path)).json)
      assert.strictEqual(total_pages, pages)
      assert.deepStrictEqual(
        results.map(({ email, verification_status }) => [email, verification_status]),
        rows
          .slice((page - 1) * pageSize, page * pageSize)
          .map(({ cells, expected }) => [cells[2], expected?.verification_status])
      )
    }
  })

/** The customer's cells are unchanged; the added columns have the expected values. */
const fileAgrees = (id: string, lines: ReadonlyArray<ListRow>) =>
  Effect.gen(function* () {
    const { get } = yield* service.Service
    const { text } = yield* get(`/api/v1/jobs/${id}/download`)
    const others = compareList(text, lines).filter(({ is }) => is !== "as expected")
    assert.deepStrictEqual(others, [])
  })

/** The job's ledger entries: credits are held at the start, charged per row, and the rest refunded. */
const ledgerAgrees = (id: string, held: number, charged: number) =>
  Effect.gen(function* () {
    const { get } = yield* service.Service
    const { text } = yield* get(`/api/v1/ledger.csv?job=${id}`)
    const entries = parse(text, { columns: true, bom: true }) as ReadonlyArray<
      Readonly<Record<string, string>>
    >
    const sum = (type: string) =>
      entries
        .filter((entry) => entry["type"] === type)
        .reduce((all, { credits }) => all + Number(credits), 0)
    assert.deepStrictEqual(
      { hold: sum("hold"), charge: sum("charge"), refund: sum("refund") },
      { hold: held, charge: charged, refund: held - charged }
    )
  })

for (const world of storyWorlds)
  describeAt(world, "A customer's list", () => {
    layer(world.layer({ credits: 1_000_000, env }), {
      ...live,
      timeout: waitMax
    })((it) => {
      for (const { mode, lines, price } of [
        { mode: "fast", lines: linesOf(fastRows, ofFastRow), price: 1 },
        { mode: "deep", lines: linesOf(deepRows, ofDeepRow), price: 5 }
      ] as const)
        it.effect(
          `of ${lines.length} rows, ${mode}, gets the results that the lab defines`,
          function* () {
            const before = yield* creditsLeft
            const job = yield* verifyList(lines, mode)
            countersAgree(job, lines)
            yield* resultsAgree(job.id, lines)
            yield* fileAgrees(job.id, lines)
            const charged = lines.reduce(
              (sum, { expected }) => sum + Number(expected?.credits_used ?? 0),
              0
            )
            const held = price * lines.filter(({ expected }) => expected !== undefined).length
            yield* ledgerAgrees(job.id, held, charged)
            assert.strictEqual(yield* creditsLeft, before - charged)
          },
          waitMax
        )
    })
  })
