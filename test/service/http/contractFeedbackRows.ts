/** Rows of contractRows.ts for reports on mail. */
import { sent } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"

export const feedback = ["POST", "/api/v1/feedback"] as const

const accuracy = ["GET", "/api/v1/usage/accuracy"] as const
const accuracyOfAll = ["GET", "/api/v1/admin/accuracy"] as const

export const report = { items: [{ email: "ann@acme.test", outcome: "delivered" }] }

const mixed = {
  items: [
    ...report.items,
    { email: "bob@acme.test", outcome: "bounced", smtp_response: "550 5.1.1 User unknown" },
    { email: "ann@acme.test", outcome: "bounced", smtp_response: "451 4.7.1 Greylisted" },
    { email: "ann@acme.test", outcome: "bounced" },
    { job_id: "x", row: 1, outcome: "delivered", occurred_at: "2026-01-31T12:00:00Z" }
  ]
}
const keyed = { "idempotency-key": "feedback" }

export const feedbackRows: ReadonlyArray<ContractRow> = [
  { operation: feedback, status: 200, request: sent(mixed) },
  { operation: feedback, status: 200, request: sent(report), as: "poor" },
  { operation: feedback, status: 200, request: sent(report), as: "fast" },
  { operation: feedback, status: 200, request: sent(report, keyed) },
  { operation: feedback, status: 200, request: sent(report, keyed) },
  { operation: feedback, status: 422, request: sent(mixed, keyed) },
  { operation: feedback, status: 400, request: sent({ items: [] }) },
  { operation: feedback, status: 400, request: sent({ items: [{ outcome: "lost" }] }) },
  { operation: feedback, status: 401, request: { ...sent(report), apiKey: null } },
  { operation: feedback, status: 403, request: sent(report), as: "read" },
  { operation: ["GET", "/api/v1/usage"], status: 200 },
  { operation: accuracy, status: 200 },
  { operation: accuracy, status: 400, path: `${accuracy[1]}?days=31` },
  { operation: accuracy, status: 401, request: { apiKey: null } },
  { operation: accuracyOfAll, status: 200, path: `${accuracyOfAll[1]}?days=365` },
  { operation: accuracyOfAll, status: 400, path: `${accuracyOfAll[1]}?days=` },
  { operation: accuracyOfAll, status: 401, request: { apiKey: null } },
  { operation: accuracyOfAll, status: 403, as: "poor" }
]

export const feedbackUnreachable = [
  // Every key may read.
  "GET /api/v1/usage/accuracy 403",
  // Takes milliseconds. Any endpoint with an Idempotency-Key answers so: see idempotency tests.
  "POST /api/v1/feedback 409"
]
