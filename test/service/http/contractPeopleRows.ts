/** Rows of contractRows.ts for people. Who joins, changes and leaves is tested in accounts/people. */
import type { Request } from "../../support/service.ts"
import { fromHere } from "../accounts/sessions/sessionWorld.ts"
import type { ContractRow } from "./contractRows.ts"

const list = ["GET", "/api/v1/account/people"] as const
const invite = ["POST", "/api/v1/account/people/invitations"] as const
const withdraw = ["DELETE", "/api/v1/account/people/invitations/{id}"] as const
const changeRole = ["PUT", "/api/v1/account/people/{id}"] as const
const remove = ["DELETE", "/api/v1/account/people/{id}"] as const
const look = ["POST", "/api/v1/invitation"] as const
const accept = ["POST", "/api/v1/invitation/accept"] as const

const withoutSession: Request = { apiKey: null, headers: fromHere }
const elsewhere: Request = { headers: { "sec-fetch-site": "cross-site" } }
const body = (value: object): Request => ({ body: JSON.stringify(value) })
const sent = (value: object, headers: Readonly<Record<string, string>> = {}): Request => ({
  apiKey: null,
  headers: { ...fromHere, ...headers },
  ...body(value)
})

const role = { role: "member" }
const password = "a password of one's own"

export const peopleRows: ReadonlyArray<ContractRow> = [
  { operation: list, status: 200, as: "session" },
  {
    operation: invite,
    status: 201,
    as: "session",
    request: body({ email: "bob@rcpt.test", ...role })
  },
  { operation: invite, status: 400, as: "session", request: body({ email: "bob", ...role }) },
  { operation: invite, status: 400, as: "session", request: body({ email: "bob@rcpt.test" }) },
  { operation: withdraw, status: 404, as: "session", path: `${invite[1]}/x` },
  { operation: changeRole, status: 404, as: "session", path: `${list[1]}/x`, request: body(role) },
  {
    operation: changeRole,
    status: 400,
    as: "session",
    path: `${list[1]}/x`,
    request: body({ role: "owner" })
  },
  { operation: remove, status: 404, as: "session", path: `${list[1]}/x` },
  ...[list, invite, withdraw, changeRole, remove].flatMap(
    (operation): ReadonlyArray<ContractRow> => [
      { operation, status: 401, request: withoutSession },
      ...(operation === list
        ? []
        : [{ operation, status: 403, as: "session" as const, request: elsewhere }])
    ]
  ),
  { operation: look, status: 404, request: sent({ token: "x" }) },
  { operation: look, status: 400, request: sent({}) },
  {
    operation: look,
    status: 403,
    request: sent({ token: "x" }, { "sec-fetch-site": "cross-site" })
  },
  { operation: accept, status: 404, request: sent({ token: "x", password }) },
  { operation: accept, status: 400, request: sent({ token: "x", password: "short" }) },
  {
    operation: accept,
    status: 403,
    request: sent({ token: "x", password }, { "sec-fetch-site": "cross-site" })
  }
]

export const peopleUnreachable = [
  "GET /api/v1/account/people 400",
  "GET /api/v1/account/people 403",
  "DELETE /api/v1/account/people/invitations/{id} 400",
  "DELETE /api/v1/account/people/{id} 400",
  // Tested in accounts/people.
  "DELETE /api/v1/account/people/invitations/{id} 200",
  "PUT /api/v1/account/people/{id} 200",
  "PUT /api/v1/account/people/{id} 409",
  "DELETE /api/v1/account/people/{id} 200",
  "DELETE /api/v1/account/people/{id} 409",
  "POST /api/v1/invitation 200",
  "POST /api/v1/invitation/accept 200",
  "POST /api/v1/invitation/accept 409"
]
