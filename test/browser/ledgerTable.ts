/** Reads the ledger table of the page, and fills the ledger with checks and jobs by the API. */
import { BulkJob } from "@rcpt/api/Jobs"
import { LedgerPage } from "@rcpt/api/Ledger"
import { Effect, Schedule, Schema } from "effect"
import type { Page } from "playwright-core"

import type { Running } from "../support/service.ts"
import { assert } from "../support/vitest.ts"

export interface EntryRow {
  readonly entry: string
  readonly type: string
  readonly purpose: string
  readonly credits: number
  readonly change: number
  readonly balance: number
}

/** Reads a number as it is shown: with commas, and the minus sign (U+2212), never a hyphen. */
const numberIn = (text: string): number => {
  assert.match(text, /^[+−]?\d{1,3}(?:,\d{3})*$/u)
  return Number(text.replaceAll(",", "").replace("−", "-"))
}

export const rowsOn = async (page: Page): Promise<ReadonlyArray<EntryRow>> => {
  const rows = await page
    .getByRole("table", { name: /^Ledger entries/ })
    .getByRole("row")
    .all()
  return Promise.all(
    rows.slice(1).map(async (row) => {
      const link = row.getByRole("rowheader").getByRole("link")
      const [path, text] = [await link.getAttribute("href"), await link.innerText()]
      const [, purpose = "", ...numbers] = await row.locator(".table-value").allInnerTexts()
      const [credits = 0, change = 0, balance = 0] = numbers.slice(0, 3).map(numberIn)
      const entry = path!.replace("/ledger/", "")
      return { entry, type: text.split(/\s/)[0]!, purpose, credits, change, balance }
    })
  )
}

const polling = { times: 100, schedule: Schedule.spaced("200 millis") }

const decodeLedger = Schema.decodeUnknownEffect(LedgerPage)
const decodeJob = Schema.decodeUnknownEffect(BulkJob)

export const verify = ({ get }: Running, query: string) =>
  Effect.gen(function* () {
    const { status, text } = yield* get(`/api/v1/verify?${query}`)
    assert.strictEqual(status, 200, text)
  })

const boundary = "----ledger"

/** Waits until the job has ended and its refund is in the ledger. */
export const runJob = ({ get }: Running, filename: string, emails: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { status, text, json } = yield* get("/api/v1/verify/bulk", {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      body: [
        `--${boundary}`,
        `Content-Disposition: form-data; name="file"; filename="${filename}"`,
        "Content-Type: text/csv",
        "",
        ["email", ...emails].join("\n"),
        `--${boundary}--`,
        ""
      ].join("\r\n")
    })
    assert.strictEqual(status, 201, text)
    const { id } = yield* decodeJob(json)
    yield* Effect.gen(function* () {
      const { json } = yield* get(`/api/v1/ledger?type=refund&job=${id}`)
      const { entries } = yield* decodeLedger(json)
      if (entries.length === 0) return yield* Effect.fail("no refund yet" as const)
    }).pipe(Effect.retry(polling))
    return id
  })
