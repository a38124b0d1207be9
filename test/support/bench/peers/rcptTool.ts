/** The service in the comparison, set as the other benchmarks set it, with a Postgres of its own. */
import { join } from "node:path"

import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect, Schedule } from "effect"

import { startProgram } from "../startProgram.ts"
import type { Tally, Tool, Verdict } from "./Tool.ts"

const thisCheckout = join(import.meta.dirname, "../../../..")
export const apiKey = generate()

interface Answer {
  readonly status: "valid" | "risky" | "invalid" | "unknown"
  readonly smtp?: { readonly checked: boolean; readonly status: string }
}

/** What the mail server said decides; without a conversation, whether the domain can have mailboxes. */
export const verdictOf = (body: string): Verdict => {
  const { status, smtp } = JSON.parse(body) as Answer
  if (smtp?.checked === true) {
    if (smtp.status === "deliverable") return "valid"
    return smtp.status === "undeliverable" ? "invalid" : "unknown"
  }
  if (smtp !== undefined && status !== "invalid") return "unknown"
  return statusOf(body)
}

/** The `status` alone, as a client reads it that does not look further. */
export const statusOf = (body: string): Verdict => {
  const { status } = JSON.parse(body) as Answer
  return status === "risky" ? "unknown" : status
}

/** Failures in a row after which the service counts as broken. */
const readsMax = 100

interface JobBody {
  readonly id: string
  readonly status: string
  readonly valid_count: number
  readonly risky_count: number
  readonly invalid_count: number
  readonly unknown_count: number
}

const fetchJob = (port: number, path: string, init: RequestInit = {}) =>
  Effect.tryPromise(async () => {
    const url = `http://127.0.0.1:${port}/api/v1${path}`
    const response = await fetch(url, { headers: { "x-api-key": apiKey }, ...init })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<JobBody>
  })

/** A look at a job that fails is shown and made again, as a client would: the job goes on meanwhile. */
const readJob = (port: number, id: string): Effect.Effect<JobBody> =>
  fetchJob(port, `/jobs/${id}`).pipe(
    Effect.tapError(({ cause }) =>
      Effect.sync(() => console.error(`peers: rcpt, ${String(cause)}`))
    ),
    Effect.retry({ times: readsMax, schedule: Schedule.spaced("50 millis") }),
    Effect.orDie
  )

/** A bulk job, from the upload until it is complete. */
const runJob = (port: number, emails: ReadonlyArray<string>, mode: string): Effect.Effect<Tally> =>
  Effect.gen(function* () {
    const body = new FormData()
    body.append("file", new File([`email\n${emails.join("\n")}\n`], "list.csv"))
    body.append("mode", mode)
    const upload = fetchJob(port, "/verify/bulk", { method: "POST", body })
    const { id } = yield* Effect.orDie(upload)
    const job = yield* readJob(port, id).pipe(
      Effect.repeat({
        until: ({ status }) => status === "complete",
        schedule: Schedule.spaced("50 millis")
      })
    )
    return {
      valid: job.valid_count + job.risky_count,
      invalid: job.invalid_count,
      unknown: job.unknown_count
    }
  })

export const startRcpt = (
  env: Readonly<Record<string, string>>,
  dataDir: string,
  checkout = thisCheckout
) =>
  Effect.map(
    startProgram([join(checkout, "packages/cli/src/main.ts"), "start"], {
      ...env,
      RCPT_PORT: "0",
      RCPT_DATA_DIR: dataDir,
      RCPT_DASHBOARD: "off",
      RCPT_OWNER_API_KEY: apiKey,
      RCPT_OWNER_CREDITS: "100000000",
      // The limiter counts every request and never refuses one.
      RCPT_RATE_LIMIT: "100000/s",
      RCPT_ENUMERATION_LIMIT: "off",
      // A registry is asked once a second, and the others ask none. The lab's would be asked 50 times, and a list
      // waits for it: that, and not the list, would be measured.
      RCPT_RDAP_URL: "off",
      RCPT_MAX_INFLIGHT: "10000",
      RCPT_SMTP_CONCURRENCY: "4000",
      RCPT_LOG: "error"
    }),
    (program): Tool => ({
      ...program,
      name: "rcpt",
      request: (email, mode) =>
        `GET /api/v1/verify?email=${encodeURIComponent(email)}&mode=${mode} HTTP/1.1\r\n` +
        `Host: x\r\nX-API-Key: ${apiKey}\r\n\r\n`,
      verdictOf,
      verifyList: (emails, mode) => runJob(program.port, emails, mode),
      settleFor: 1_500
    })
  )
