/** Rows of contractRows.ts for the right to erasure. Accounts are closed in erasure/closeAccount.test.ts. */
import type { Request } from "../../support/service.ts"
import { fromHere } from "../accounts/sessions/sessionWorld.ts"
import type { ContractRow } from "./contractRows.ts"

const erase = ["DELETE", "/api/v1/account/data"] as const
const close = ["DELETE", "/api/v1/account"] as const

const path = `${erase[1]}?email=nobody@acme.test`
const withoutSession: Request = { apiKey: null, headers: fromHere }
const elsewhere: Request = { headers: { "sec-fetch-site": "cross-site" } }

export const erasureRows: ReadonlyArray<ContractRow> = [
  { operation: erase, status: 200, path },
  { operation: erase, status: 200, path, as: "session" },
  { operation: erase, status: 200, path, as: "fast" },
  { operation: erase, status: 400 },
  { operation: erase, status: 400, path: `${erase[1]}?email=%20` },
  { operation: erase, status: 400, path: `${path}${"x".repeat(254)}` },
  { operation: erase, status: 401, path, request: { apiKey: null } },
  { operation: erase, status: 403, path, as: "read" },
  { operation: erase, status: 403, path, as: "session", request: elsewhere },
  { operation: close, status: 401 },
  { operation: close, status: 401, request: withoutSession },
  { operation: close, status: 403, as: "session", request: elsewhere },
  // The owner of this service is its only one.
  { operation: close, status: 409, as: "session" }
]

export const erasureUnreachable = [
  // Only while a job with the address runs, and for others than the last owner: tested in erasure/.
  "DELETE /api/v1/account/data 409",
  "DELETE /api/v1/account 200",
  "DELETE /api/v1/account 400"
]
