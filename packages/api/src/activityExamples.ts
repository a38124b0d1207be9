/** Examples of the endpoints of activity, for examples.ts. */
import type { ActivityDetail, ActivityPage, ActivityRow } from "./Activity.ts"
import type { VerifyResult } from "./VerifyResult.ts"

const id = "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0e"
const request_id = "019b4c52-3a7d-7f00-8a1b-2c3d4e5f6a7b"
const key_id = "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d"

const check: ActivityRow = {
  id,
  created_at: "2026-01-31T12:00:00.000Z",
  what: "check",
  method: "GET",
  path: "/verify",
  email: "a***@example.com",
  status: "valid",
  score: 95,
  mode: "fast",
  credits: 1,
  via: "api_key",
  key_id,
  request_id,
  http_status: 200,
  duration_ms: 43
}

const refused: ActivityRow = {
  id: "019b4c52-3a00-7f00-8a1b-2c3d4e5f6a7c",
  created_at: "2026-01-31T11:59:59.872Z",
  what: "request",
  method: "GET",
  path: "/jobs/{id}",
  credits: 0,
  via: "api_key",
  key_id,
  request_id: "019b4c52-3a00-7f00-8a1b-2c3d4e5f6a7c",
  http_status: 404,
  error_code: "job_not_found",
  duration_ms: 3
}

const page: ActivityPage = { rows: [check, refused], next: refused.id }

const detailOf = (result: VerifyResult): ActivityDetail => ({
  ...check,
  email: result.email,
  ledger_entry: "4712-1",
  result
})

export const activityExamples = (result: VerifyResult) => ({
  listActivity: { response: page },
  getActivity: { response: detailOf(result) }
})

/** Keys as in `parameterExamples`. */
export const activityParameters = {
  "listActivity limit": "50",
  "listActivity cursor": refused.id,
  "listActivity what": "check",
  "listActivity request_id": request_id,
  "listActivity key": key_id,
  "listActivity email": "ann@example.com",
  "listActivity status": "invalid",
  "listActivity http_status": "4xx",
  "listActivity since": "2026-01-31T00:00:00Z",
  "listActivity until": "2026-02-01T00:00:00Z",
  "getActivity id": id
}
