/** A service on which one person has been through every feature, and what is asked about them. */
import type { ErasureReceipt } from "@rcpt/api/Erasure"
import type { BulkJob, JobResultsPage } from "@rcpt/api/Jobs"
import { Effect, Schedule } from "effect"

import * as service from "../../support/service.ts"
import type { Request, Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { env as sessionEnv } from "../accounts/sessions/sessionWorld.ts"
import { list, mode, upload } from "../jobs/jobsHttpWorld.ts"

/** Gmail ignores dots and tags, so all of these are one mailbox. */
export const typed = "A.Zykowski+News@Gmail.com"
export const mailbox = "azykowski@gmail.com"
export const spellings = [typed, mailbox, "AZYKOWSKI@gmail.com", "a.zykowski@googlemail.com"]

/** Of the local part in all spellings, and of the person's name. */
export const traces = ["zykowski", "palatine"]

export const ledgerKey = Buffer.alloc(32, "erasure").toString("base64")

export const startService = (env: Readonly<Record<string, string>> = {}) =>
  service.start({
    lab: true,
    env: {
      ...sessionEnv,
      RCPT_LEDGER_KEY: ledgerKey,
      RCPT_CHECKPOINT_EVERY: "1s",
      RCPT_WEBHOOK_ALLOW_HTTP: "on",
      RCPT_RATE_LIMIT: "off",
      ...env
    }
  })

export const json = (body: unknown, headers: Readonly<Record<string, string>> = {}): Request => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

export const jobEnd = ({ get }: Running, id: string, apiKey?: string) =>
  Effect.gen(function* () {
    while (true) {
      const job = (yield* get(`/api/v1/jobs/${id}`, apiKey === undefined ? {} : { apiKey }))
        .json as BulkJob
      if (job.status === "complete") return job
      yield* Effect.sleep("50 millis")
    }
  })

export const jobWith = (
  running: Running,
  csv: string,
  { filename = "list.csv", speed = "fast", headers = {} } = {}
) =>
  Effect.gen(function* () {
    const answer = yield* upload(running, [mode(speed), list(csv, filename)], { headers })
    assert.strictEqual(answer.status, 201, answer.text)
    return yield* jobEnd(running, (answer.json as BulkJob).id)
  })

/** A job that waits for a mail server that says nothing. */
export const endlessJob = (running: Running, email: string, apiKey = running.apiKey) =>
  Effect.gen(function* () {
    const csv = `email\r\n${email}\r\nann@mute.faults.test`
    const answer = yield* upload(running, [mode("deep"), list(csv)], { apiKey })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer.json as BulkJob
  })

export const people = [
  "name,email,remark",
  `Countess Palatine,${typed},likes cats`,
  "Bob,bob@acme.test,brother",
  `The Palatine again,${mailbox},`,
  `Eve,eve@acme.test,ask <AZykowski@gmail.com> or call`,
  "Nobody,,",
  `Palatine 3,a.zykowski @googlemail.com,typed badly`,
  "Bob,BOB@acme.test,twice"
].join("\r\n")

const get = ({ get: ask }: Running, path: string, request?: Request) =>
  Effect.map(ask(`/api/v1${path}`, request), (answer) => {
    assert.isBelow(answer.status, 300, answer.text)
    return answer
  })

export interface Life {
  /** Ids of jobs: fast with names, and deep. */
  readonly fast: string
  readonly deep: string
  /** An entry of the ledger that charged for the person's address. */
  readonly entry: string
}

const key = (name: string) => ({ headers: { "idempotency-key": name } })

/** Through every feature that takes an address. */
export const live = (running: Running): Effect.Effect<Life, unknown> =>
  Effect.gen(function* () {
    const encoded = encodeURIComponent(typed)
    yield* get(running, "/webhook", { ...json({ url: "http://127.0.0.1:8443/" }), method: "PUT" })
    yield* get(running, `/verify?email=${encoded}`)
    const { json: ledger } = yield* get(running, "/ledger")
    const entry: string = Object(ledger).entries[0].id
    yield* get(running, `/verify?email=${encoded}&explain=true`, key("fast"))
    yield* get(running, `/verify?email=${encoded}&mode=deep&explain=true`, key("deep"))
    const emails = ["bob@acme.test", ...spellings]
    yield* get(running, "/verify/batch", json({ emails }, { "idempotency-key": "batch" }))
    const filename = `${mailbox}.csv`
    const fast = yield* jobWith(running, people, { filename, headers: key("job").headers })
    const exported = `Exported for ${typed}\r\nemail\r\n${typed}\r\nann@office.test`
    const deep = yield* jobWith(running, exported, { speed: "deep" })
    yield* get(running, `/jobs/${fast.id}/results?search=zykowski`)
    const items = [
      { email: typed, outcome: "delivered" },
      { job_id: fast.id, row: 1, outcome: "delivered" },
      { job_id: deep.id, email: mailbox, outcome: "delivered" }
    ]
    yield* get(running, "/feedback", json({ items }, { "idempotency-key": "report" }))
    const rule = { action: "allow", match: "address", value: typed, note: "Palatine" }
    yield* get(running, "/rules", json(rule))
    const noted = { ...rule, match: "tld", value: "example", note: `as ${mailbox} said` }
    yield* get(running, "/rules", json(noted))
    const source = { kind: "list", list: "list.csv" }
    const scheduled = yield* get(
      running,
      "/schedules",
      json({ name: "Palace", source, every: "30d", max_age: "30d" })
    )
    yield* Effect.repeat(get(running, `/schedules/${Object(scheduled.json).id}/runs`), {
      until: ({ text }) => text.includes('"done"'),
      schedule: Schedule.spaced("100 millis")
    })
    return { fast: fast.id, deep: deep.id, entry }
  })

export const erase = (running: Running, email: string, request: Request = {}) =>
  running.get(`/api/v1/account/data?email=${encodeURIComponent(email)}`, {
    method: "DELETE",
    ...request
  })

export const receiptOf = ({ status, text, json: body }: service.Answer): ErasureReceipt => {
  assert.strictEqual(status, 200, text)
  return body as ErasureReceipt
}

export const counts = ({ erased }: ErasureReceipt) =>
  Object.fromEntries(erased.map(({ place, count }) => [place, count]))

export const resultsOf = (running: Running, job: string, query = "") =>
  Effect.map(
    get(running, `/jobs/${job}/results?details=true${query}`),
    ({ json: page }) => page as JobResultsPage
  )
