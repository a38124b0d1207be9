/** Kickbox v2, and its open `GET /v1/disposable`. Source: its reference of version 2, and its libraries. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { Effect } from "effect"

import { refuse, required, timeoutOf } from "./DropIn.ts"
import type { Asked, DropIn, Reply, Route } from "./DropIn.ts"
import { reasonOf, resultOf } from "./fourResults.ts"
import { numberOf } from "./jobNumber.ts"
import { countRows, csvRows } from "./listRows.ts"
import { partsOf } from "./outcome.ts"
import type { Said } from "./outcome.ts"

/** Milliseconds: theirs, where the request has none. */
const timeoutDefault = 6_000

const say = (said: Said) => {
  const { user, domain } = partsOf(said.email)
  return {
    result: resultOf(said),
    reason: reasonOf(said),
    role: said.checks?.role,
    free: said.checks?.free,
    disposable: said.checks?.disposable,
    accept_all: said.checks?.catch_all,
    did_you_mean: said.did_you_mean ?? null,
    email: said.email,
    user,
    domain: said.domain ?? domain,
    success: true,
    message: null
  }
}

const verify: Route["answer"] = (asked, api) =>
  Effect.map(
    api.verify(
      required(asked, "email"),
      timeoutOf(asked.fields["timeout"], "milliseconds") ?? timeoutDefault
    ),
    (said): Reply => ({
      json: say(said),
      headers: { "x-kickbox-response-time": String(said.response_time_ms) }
    })
  )

const done = { success: true, message: null }

const startBatch: Route["answer"] = ({ text, headers }, api) =>
  Effect.gen(function* () {
    if (headers["x-kickbox-callback"])
      return yield* refuse(
        "X-Kickbox-Callback is not offered: set a webhook in rcpt, or ask for the batch"
      )
    if (!text.includes("@")) return yield* refuse("the body must be a CSV with email addresses")
    const [first = ""] = text.split(/\r\n|\r|\n/, 1)
    const job = yield* api.submit({
      name: headers["x-kickbox-filename"] || "kickbox.csv",
      content: new Blob([text], { type: "text/csv" }),
      hasHeader: !first.includes("@")
    })
    return { json: { id: numberOf(job.id), ...done } }
  })

const states: Readonly<Record<BulkJob["status"], string>> = {
  pending: "starting",
  processing: "processing",
  complete: "completed",
  failed: "failed",
  cancelled: "failed"
}

const batch: Route["answer"] = ({ params, base }, api) =>
  Effect.gen(function* () {
    const job = yield* api.job(params["id"]!)
    const common = {
      id: numberOf(job.id),
      name: job.filename,
      created_at: job.created_at,
      status: states[job.status],
      error: job.error_message ?? null,
      ...done
    }
    if (job.status !== "complete")
      return {
        json: {
          ...common,
          progress: {
            deliverable: job.valid_count,
            undeliverable: job.invalid_count,
            risky: job.risky_count,
            unknown: job.unknown_count,
            total: job.total_rows,
            unprocessed: job.total_rows - job.processed_rows
          }
        }
      }
    const counts = yield* countRows(api, job.id, (said) => [resultOf(said)])
    return {
      json: {
        ...common,
        duration: job.completed_at === null ? 0 : secondsBetween(job.created_at, job.completed_at),
        download_url: `${base}/v2/verify-batch/${numberOf(job.id)}/download`,
        stats: {
          deliverable: counts["deliverable"] ?? 0,
          undeliverable: counts["undeliverable"] ?? 0,
          risky: counts["risky"] ?? 0,
          unknown: counts["unknown"] ?? 0,
          addresses: job.total_rows
        }
      }
    }
  })

const secondsBetween = (from: string, to: string) =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000))

const columns = {
  Result: resultOf,
  Reason: (said: Said) => reasonOf(said) ?? "",
  Role: ({ checks }: Said) => checks?.role,
  Free: ({ checks }: Said) => checks?.free,
  Disposable: ({ checks }: Said) => checks?.disposable,
  "Accept-All": ({ checks }: Said) => checks?.catch_all,
  "Did you mean": (said: Said) => said.did_you_mean ?? ""
}

const download: Route["answer"] = ({ params }, api) =>
  Effect.map(api.results(params["id"]!, csvRows({ keepsOriginal: true, columns })), (stream) => ({
    stream,
    contentType: "text/csv"
  }))

const balance: Route["answer"] = (_asked, api) =>
  Effect.map(api.account, ({ credits }): Reply => ({ json: { balance: credits, ...done } }))

const disposable: Route["answer"] = ({ params }: Asked, api) => {
  const asked = params["address"] ?? ""
  const domain = partsOf(asked).domain || asked
  return Effect.map(api.isDisposable(domain), (isListed): Reply => ({
    json: { disposable: isListed }
  }))
}

/** Theirs has no 401 and no 402. */
const statusOf = (status: number) => (status === 401 || status === 402 ? 403 : status)

export const kickbox: DropIn = {
  name: "kickbox",
  keyFields: ["apikey"],
  say,
  refusal: ({ status, error }) => ({
    status: statusOf(status),
    json: { success: false, message: error }
  }),
  routes: [
    { methods: ["GET"], path: "/v2/verify", answer: verify },
    { methods: ["PUT"], path: "/v2/verify-batch", takes: "list", answer: startBatch },
    { methods: ["GET"], path: "/v2/verify-batch/:id", answer: batch },
    { methods: ["GET"], path: "/v2/verify-batch/:id/download", answer: download },
    { methods: ["GET"], path: "/v2/balance", answer: balance },
    { methods: ["GET"], path: "/v1/disposable/:address", answer: disposable }
  ]
}
