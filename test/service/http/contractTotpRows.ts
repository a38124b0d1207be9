/** Rows of contractRows.ts for the second factor. That it is on is tested in totp.test.ts. */
import type { Request } from "../../support/service.ts"
import { fromHere } from "../accounts/sessions/sessionWorld.ts"
import type { ContractRow } from "./contractRows.ts"

const find = ["GET", "/api/v1/totp"] as const
const begin = ["POST", "/api/v1/totp"] as const
const enable = ["POST", "/api/v1/totp/confirm"] as const
const renewCodes = ["POST", "/api/v1/totp/recovery-codes"] as const
const disable = ["DELETE", "/api/v1/totp"] as const

const withoutSession: Request = { apiKey: null, headers: fromHere }
const elsewhere: Request = { headers: { "sec-fetch-site": "cross-site" } }
const code = { body: JSON.stringify({ code: "000 000" }) }

export const totpRows: ReadonlyArray<ContractRow> = [
  { operation: find, status: 200, as: "session" },
  { operation: enable, status: 404, as: "session", request: code },
  { operation: renewCodes, status: 404, as: "session" },
  { operation: disable, status: 404, as: "session" },
  { operation: begin, status: 200, as: "session" },
  { operation: enable, status: 400, as: "session", request: code },
  ...[find, begin, enable, renewCodes, disable].flatMap((operation): ReadonlyArray<ContractRow> => [
    { operation, status: 401, request: withoutSession },
    ...(operation === find
      ? []
      : [{ operation, status: 403, as: "session" as const, request: elsewhere }])
  ])
]

export const totpUnreachable = [
  "GET /api/v1/totp 400",
  "GET /api/v1/totp 403",
  "POST /api/v1/totp/recovery-codes 400",
  "DELETE /api/v1/totp 400",
  // Only while it is on: tested in totp.test.ts.
  "POST /api/v1/totp 400",
  "POST /api/v1/totp/confirm 200",
  "POST /api/v1/totp/recovery-codes 200",
  "DELETE /api/v1/totp 200"
]
