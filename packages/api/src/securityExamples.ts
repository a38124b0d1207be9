/** Examples of the endpoint of security events, for examples.ts. */
import type { SecurityEvent, SecurityPage } from "./Security.ts"

const key = { id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d", name: "sign-up form", last4: "x7Qb" }

const created: SecurityEvent = {
  id: "4713-1",
  type: "key_created",
  created_at: "2026-01-31T12:00:00.000Z",
  count: 1,
  by: "session",
  key,
  agent: "Firefox",
  address: "9f86d081884c7d65",
  request_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c11"
}

const failed: SecurityEvent = {
  id: "sign_in_failed-29498399",
  type: "sign_in_failed",
  created_at: "2026-01-31T11:59:12.000Z",
  count: 3,
  last_at: "2026-01-31T11:59:40.000Z",
  by: "unknown",
  agent: "Chrome",
  address: "60303ae22b998861",
  request_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c12"
}

const page: SecurityPage = {
  events: [created, failed],
  next: "1769860752000000.sign_in_failed-29498399"
}

export const securityExamples = { "Security.list": { response: page } }

/** Keys as in `parameterExamples`. */
export const securityParameters = {
  "Security.list cursor": page.next!,
  "Security.list limit": "50"
}
