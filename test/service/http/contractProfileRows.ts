/** Rows of contractRows.ts for a person's email. Links that were mailed are tested in accounts/people. */
import type { Request } from "../../support/service.ts"
import { fromHere, owner } from "../accounts/sessions/sessionWorld.ts"
import type { ContractRow } from "./contractRows.ts"

const confirmSignUp = ["POST", "/api/v1/signup/confirm"] as const
const forgot = ["POST", "/api/v1/password/forgot"] as const
const reset = ["POST", "/api/v1/password/reset"] as const
const takeBack = ["POST", "/api/v1/email/take-back"] as const
const confirmEmail = ["POST", "/api/v1/email/confirm"] as const
const changeEmail = ["POST", "/api/v1/account/email"] as const
const getPreferences = ["GET", "/api/v1/account/preferences"] as const
const setPreferences = ["PUT", "/api/v1/account/preferences"] as const

const elsewhere = { "sec-fetch-site": "cross-site" }
const sent = (body: object, headers: Readonly<Record<string, string>> = {}): Request => ({
  apiKey: null,
  headers: { ...fromHere, ...headers },
  body: JSON.stringify(body)
})

const token = { token: "x" }
const chosen = { language: "de", list_mail: "never" }

/** Of endpoints that need no session: a body that is well-formed, and one that is not. */
const anybody = [
  [confirmSignUp, { ...token, password: "x" }],
  [reset, { ...token, new: "correct horse stapler" }],
  [takeBack, { ...token, new: "correct horse stapler" }],
  [confirmEmail, token]
] as const

export const profileRows: ReadonlyArray<ContractRow> = [
  ...anybody.flatMap(([operation, body]): ReadonlyArray<ContractRow> => [
    { operation, status: 404, request: sent(body) },
    { operation, status: 400, request: sent({}) },
    { operation, status: 403, request: sent(body, elsewhere) }
  ]),
  // The service of these rows sends no mail.
  { operation: forgot, status: 403, request: sent({ email: owner.email }) },
  { operation: forgot, status: 400, request: sent({}) },
  {
    operation: changeEmail,
    status: 200,
    as: "session",
    request: sent({ email: owner.email, password: owner.password })
  },
  { operation: changeEmail, status: 400, as: "session", request: sent({ email: "x" }) },
  {
    operation: changeEmail,
    status: 403,
    as: "session",
    request: sent({ email: "new@rcpt.test", password: "x" })
  },
  { operation: changeEmail, status: 401, request: sent({ email: "x@rcpt.test", password: "x" }) },
  { operation: setPreferences, status: 200, as: "session", request: sent(chosen) },
  { operation: getPreferences, status: 200, as: "session" },
  { operation: getPreferences, status: 401, request: { apiKey: null, headers: fromHere } },
  {
    operation: setPreferences,
    status: 400,
    as: "session",
    request: sent({ ...chosen, language: "fr" })
  },
  { operation: setPreferences, status: 401, request: sent(chosen) },
  {
    operation: setPreferences,
    status: 403,
    as: "session",
    request: { ...sent(chosen), headers: elsewhere }
  }
]

export const profileUnreachable = [
  "GET /api/v1/account/preferences 400",
  "GET /api/v1/account/preferences 403",
  // Tested in accounts/people.
  "POST /api/v1/signup/confirm 200",
  "POST /api/v1/signup/confirm 401",
  "POST /api/v1/password/forgot 200",
  "POST /api/v1/password/reset 200",
  "POST /api/v1/email/confirm 200",
  "POST /api/v1/email/confirm 409",
  "POST /api/v1/email/take-back 200",
  "POST /api/v1/email/take-back 409",
  "POST /api/v1/account/email 409"
]
