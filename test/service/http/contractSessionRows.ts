/** Rows of contractRows.ts for sessions, sign-up and passwords. */
import type { Request } from "../../support/service.ts"
import { env, fromHere, owner } from "../accounts/sessions/sessionWorld.ts"
import type { ContractRow } from "./contractRows.ts"

/** Settings that these rows need: an owner with a known password, and open sign-up. */
export const sessionEnv = { ...env, RCPT_SIGNUP: "open" }

const signIn = ["POST", "/api/v1/session"] as const
const signUp = ["POST", "/api/v1/signup"] as const
const offer = ["GET", "/api/v1/signup"] as const
const whoAmI = ["GET", "/api/v1/session"] as const
const signOut = ["DELETE", "/api/v1/session"] as const
const join = ["POST", "/api/v1/session/provider"] as const
const list = ["GET", "/api/v1/sessions"] as const
const signOutEverywhere = ["DELETE", "/api/v1/sessions"] as const
const change = ["POST", "/api/v1/password"] as const
const end = ["DELETE", "/api/v1/sessions/{id}"] as const
const confirm = ["POST", "/api/v1/session/confirm"] as const
const securityEvents = ["GET", "/api/v1/account/security"] as const

const elsewhere = { "sec-fetch-site": "cross-site" }

const sent = (body: object, headers: Readonly<Record<string, string>> = {}): Request => ({
  apiKey: null,
  headers: { ...fromHere, ...headers },
  body: JSON.stringify(body)
})
const withoutSession: Request = { apiKey: null, headers: fromHere }
const unknownUser = { email: "stranger@rcpt.test", password: "correct horse stapler" }

export const sessionRows: ReadonlyArray<ContractRow> = [
  { operation: signIn, status: 200, request: sent(owner) },
  { operation: signIn, status: 400, request: sent({ email: owner.email }) },
  { operation: signIn, status: 401, request: sent(unknownUser) },
  { operation: signIn, status: 403, request: sent(owner, elsewhere) },
  { operation: signUp, status: 200, request: sent({ ...unknownUser, email: "ann@rcpt.test" }) },
  { operation: signUp, status: 400, request: sent({ ...unknownUser, email: "ann" }) },
  { operation: signUp, status: 403, request: sent(unknownUser, elsewhere) },
  { operation: offer, status: 200, request: withoutSession },
  { operation: offer, status: 403, request: { apiKey: null, headers: elsewhere } },
  { operation: join, status: 404, request: sent({ password: owner.password }) },
  { operation: whoAmI, status: 200, as: "session" },
  { operation: whoAmI, status: 401 },
  { operation: list, status: 200, as: "session" },
  { operation: list, status: 401 },
  { operation: signOut, status: 401, request: withoutSession },
  { operation: signOut, status: 403, as: "session", request: { headers: elsewhere } },
  { operation: end, status: 401, path: "/api/v1/sessions/x", request: withoutSession },
  {
    operation: end,
    status: 403,
    as: "session",
    path: "/api/v1/sessions/x",
    request: { headers: elsewhere }
  },
  { operation: end, status: 404, as: "session", path: "/api/v1/sessions/x" },
  {
    operation: confirm,
    status: 200,
    as: "session",
    request: sent({ password: owner.password })
  },
  { operation: confirm, status: 400, as: "session", request: sent({}) },
  { operation: confirm, status: 401, request: sent({ password: owner.password }) },
  { operation: confirm, status: 403, as: "session", request: sent({ password: "x" }) },
  { operation: signOutEverywhere, status: 401, request: withoutSession },
  { operation: signOutEverywhere, status: 403, as: "session", request: { headers: elsewhere } },
  { operation: change, status: 400, as: "session", request: sent({ current: "x", new: "short" }) },
  { operation: change, status: 401, request: sent({ current: "x", new: unknownUser.password }) },
  {
    operation: change,
    status: 403,
    as: "session",
    request: sent({ current: "x", new: unknownUser.password })
  },
  { operation: ["GET", "/api/v1/account"], status: 200, as: "session" },
  { operation: securityEvents, status: 200, as: "session" },
  { operation: securityEvents, status: 200, path: `${securityEvents[1]}?limit=1` },
  { operation: securityEvents, status: 400, path: `${securityEvents[1]}?cursor=1` },
  { operation: securityEvents, status: 401, request: withoutSession },
  { operation: securityEvents, status: 403, as: "fast" },
  { operation: securityEvents, status: 403, as: "read" },
  {
    operation: ["GET", "/api/v1/verify"],
    status: 200,
    path: "/api/v1/verify?email=ann@acme.test",
    as: "session"
  }
]

export const sessionsUnreachable = [
  "GET /api/v1/signup 400",
  // With a provider: test/service/accounts/provider/signIn.test.ts.
  "POST /api/v1/session/provider 200",
  "POST /api/v1/session/provider 401",
  "POST /api/v1/session/provider 403",
  "GET /api/v1/session 400",
  "GET /api/v1/session 403",
  "DELETE /api/v1/session 400",
  "GET /api/v1/sessions 400",
  "GET /api/v1/sessions 403",
  "DELETE /api/v1/sessions 400",
  "DELETE /api/v1/sessions/{id} 400",
  // They take a second; tested in session.test.ts, sessionEnds.test.ts and password.test.ts.
  "DELETE /api/v1/sessions/{id} 200",
  "DELETE /api/v1/session 200",
  "DELETE /api/v1/sessions 200",
  "POST /api/v1/password 200"
]
