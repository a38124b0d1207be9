/** Every row of the sandbox, asked over HTTP in each way in which a customer can ask. */
import { randomUUIDv7 } from "node:crypto"

import { BatchResponse } from "@rcpt/api/Batch"
import { BulkJob } from "@rcpt/api/Jobs"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Mode } from "@rcpt/domain/Verdict"
import { sandboxRows } from "@rcpt/verifier/sandbox/sandboxRows"
import { Effect, Schedule, Schema } from "effect"

import type { Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { formOf, list, mode as modePart, send } from "../jobs/jobsHttpWorld.ts"

export const emails = sandboxRows.map(({ localPart }) => `${localPart}@sandbox.rcpt.test`)

const strict = { onExcessProperty: "error" } as const
const decodeResult = Schema.decodeUnknownEffect(VerifyResult, strict)
const decodeBatch = Schema.decodeUnknownEffect(BatchResponse, strict)
const decodeJob = Schema.decodeUnknownEffect(BulkJob, strict)

export const single = ({ get }: Running, email: string, mode: Mode, apiKey?: string) =>
  Effect.gen(function* () {
    const query = `email=${encodeURIComponent(email)}&mode=${mode}`
    const answer = yield* get(`/api/v1/verify?${query}`, apiKey === undefined ? {} : { apiKey })
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decodeResult(answer.json)
  })

export const batch = (
  { get }: Running,
  asked: ReadonlyArray<string>,
  mode: Mode,
  apiKey?: string
) =>
  Effect.gen(function* () {
    const answer = yield* get("/api/v1/verify/batch", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ emails: asked, mode }),
      ...(apiKey !== undefined && { apiKey })
    })
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decodeBatch(answer.json)
  })

/** A job from its upload to its end, and its lines. */
export const bulk = (running: Running, asked: ReadonlyArray<string>, mode: Mode) =>
  Effect.gen(function* () {
    const csv = ["email", ...asked].join("\n")
    const sent = { headers: { "idempotency-key": randomUUIDv7() } }
    const answer = yield* send(running, formOf([list(csv), modePart(mode)]), sent)
    assert.strictEqual(answer.status, 201, answer.text)
    const { id } = yield* decodeJob(answer.json)
    const job = yield* running.get(`/api/v1/jobs/${id}`).pipe(
      Effect.flatMap(({ json }) => decodeJob(json)),
      Effect.repeat({ until: ({ status }) => status === "complete", schedule: Schedule.spaced(50) })
    )
    const { text } = yield* running.get(`/api/v1/jobs/${id}/download`)
    return { job, lines: linesOf(text) }
  })

/** No cell of the sandbox has a comma or a quote in it. */
const linesOf = (csv: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const [head = "", ...rows] = csv
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n")
  const names = head.split(",")
  return rows.map((row) => {
    const cells = row.split(",")
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]))
  })
}

/** What the answer of one address and the line of a file have in common. */
export const lineOf = ({ email, ...result }: VerifyResult) => ({
  email,
  verification_status: result.status,
  verification_score: String(result.score),
  sub_status: result.sub_status ?? "",
  is_role_based: String(result.checks.role ?? ""),
  is_catch_all: String(result.checks.catch_all ?? ""),
  credits_used: "0",
  ...(result.smtp && { smtp_status: result.smtp.status })
})

/** An answer without what each has for itself. */
export const timeless = (result: VerifyResult): VerifyResult => ({
  ...result,
  checked_at: "",
  response_time_ms: 0
})
