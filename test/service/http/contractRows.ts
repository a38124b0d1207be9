/** A request for every status of every endpoint. Other files have more rows. */
import { Effect } from "effect"

import type { Contract } from "../../support/OpenApiDocument.ts"
import type { NoAnswer, Request, Running } from "../../support/service.ts"

export interface ContractSetup {
  readonly running: Running
  readonly contract: Contract
  /** Two restricted keys, and one of an account without credits. */
  readonly keys: Readonly<Record<"fast" | "read" | "poor", string>>
  /** Ids of jobs, accounts and entries by the names that paths use, such as `{complete}`. */
  readonly ids: Readonly<Record<string, string>>
  /** Of a session of the owner. */
  readonly cookie: string
}

export interface ContractRow {
  readonly operation: readonly [method: string, path: string]
  readonly status: number
  /** The path to request, where it is not the documented one. */
  readonly path?: string
  readonly request?: Request
  readonly as?: keyof ContractSetup["keys"] | "session"
  /** Runs before the request. */
  readonly after?: (setup: ContractSetup) => Effect.Effect<unknown, NoAnswer>
}

const json = { "content-type": "application/json" }
const keyed = (key: string) => ({ headers: { ...json, "idempotency-key": key } })
export const sent = (body: unknown, headers: Readonly<Record<string, string>> = {}): Request => ({
  headers: { ...json, ...headers },
  body: JSON.stringify(body)
})

export const verify = ["GET", "/api/v1/verify"] as const
export const email = "/api/v1/verify?email=ann@acme.test"
export const slow = "/api/v1/verify?email=ann@mute.faults.test&mode=deep&timeout=6000"
export const batch = ["POST", "/api/v1/verify/batch"] as const
export const emails = ["ann@acme.test", "ann@acme.test", "", "gone@office.test", "ann@refused.test"]
const slowBatch = { emails: ["ann@mute.faults.test"], mode: "deep" }
export const account = ["GET", "/api/v1/account"] as const
const demo = ["GET", "/api/v1/demo/verify"] as const
export const makeKey = ["POST", "/api/v1/keys"] as const
const listKeys = ["GET", "/api/v1/keys"] as const
const changeKey = ["PATCH", "/api/v1/keys/{id}"] as const
const revokeKey = ["DELETE", "/api/v1/keys/{id}"] as const

const creditsOf = ({ get }: Running) =>
  Effect.map(get(account[1]), ({ json: body }) => Number(Object(body).credits))

/** Starts a request and returns once its credits are held. It ends with the test. */
export const inFlight =
  (path: string, request: Request = {}) =>
  ({ running, watcher = running }: { readonly running: Running; readonly watcher?: Running }) =>
    Effect.gen(function* () {
      const before = yield* creditsOf(watcher)
      const fiber = yield* Effect.forkChild(running.get(path, request), { startImmediately: true })
      while ((yield* creditsOf(watcher)) === before) yield* Effect.sleep("20 millis")
      return fiber
    })

const first =
  (path: string, request: Request) =>
  ({ running }: ContractSetup) =>
    running.get(path, request)

const listRules = ["GET", "/api/v1/rules"] as const
export const addRule = ["POST", "/api/v1/rules"] as const
const removeRules = ["DELETE", "/api/v1/rules"] as const
const removeRule = ["DELETE", "/api/v1/rules/{id}"] as const
const exportRules = ["GET", "/api/v1/rules.csv"] as const
const importRules = ["POST", "/api/v1/rules.csv"] as const
export const blockTld = { action: "block", match: "tld", value: "xn--p1ai" }
const csv = (body: string): Request => ({ headers: { "content-type": "text/csv" }, body })
const oneRule = csv("action,match,value\nblock,tld,.рф\n")

const mcp = ["POST", "/mcp"] as const
const ping = { jsonrpc: "2.0", id: 1, method: "ping" }

export const rows: ReadonlyArray<ContractRow> = [
  { operation: mcp, status: 200, request: sent(ping) },
  { operation: mcp, status: 202, request: sent({ jsonrpc: "2.0", method: "initialized" }) },
  { operation: mcp, status: 400, request: { headers: json, body: "{" } },
  { operation: mcp, status: 401, request: { ...sent(ping), apiKey: null } },
  { operation: mcp, status: 403, request: sent(ping, { origin: "https://evil.test" }) },
  { operation: verify, status: 200, path: email },
  { operation: verify, status: 200, path: `${email}&mode=deep&explain=true` },
  { operation: verify, status: 200, path: "/api/v1/verify?email=ann@refused.test" },
  { operation: verify, status: 200, path: "/api/v1/verify?email=gone@office.test&mode=deep" },
  {
    operation: verify,
    status: 200,
    path: email,
    request: keyed("replay"),
    after: first(email, keyed("replay"))
  },
  { operation: verify, status: 400 },
  { operation: verify, status: 400, path: email, request: keyed("two words") },
  { operation: verify, status: 401, path: email, request: { apiKey: null } },
  { operation: verify, status: 402, path: email, as: "poor" },
  { operation: verify, status: 403, path: email, as: "read" },
  { operation: verify, status: 403, path: `${email}&mode=deep`, as: "fast" },
  {
    operation: verify,
    status: 409,
    path: slow,
    request: keyed("slow"),
    after: inFlight(slow, keyed("slow"))
  },
  {
    operation: verify,
    status: 422,
    path: `${email}&mode=deep`,
    request: keyed("other"),
    after: first(email, keyed("other"))
  },
  { operation: batch, status: 200, request: sent({ emails }) },
  { operation: batch, status: 200, request: sent({ emails, mode: "deep" }) },
  { operation: batch, status: 200, request: sent({ emails }), as: "poor" },
  {
    operation: batch,
    status: 200,
    request: sent({ emails }, { "idempotency-key": "b" }),
    after: first(batch[1], { method: "POST", ...sent({ emails }, { "idempotency-key": "b" }) })
  },
  { operation: batch, status: 400, request: sent({ emails: [] }) },
  { operation: batch, status: 400, request: { headers: json, body: "{" } },
  { operation: batch, status: 401, request: { ...sent({ emails }), apiKey: null } },
  { operation: batch, status: 403, request: sent({ emails }), as: "read" },
  { operation: batch, status: 403, request: sent({ emails, mode: "deep" }), as: "fast" },
  {
    operation: batch,
    status: 409,
    request: sent(slowBatch, { "idempotency-key": "slow-b" }),
    after: inFlight(batch[1], {
      method: "POST",
      ...sent({ ...slowBatch }, { "idempotency-key": "slow-b" })
    })
  },
  {
    operation: batch,
    status: 422,
    request: sent({ emails: ["other"] }, { "idempotency-key": "b" }),
    after: first(batch[1], { method: "POST", ...sent({ emails }, { "idempotency-key": "b" }) })
  },
  { operation: account, status: 200 },
  { operation: account, status: 200, as: "read" },
  { operation: account, status: 401, request: { apiKey: null } },
  {
    operation: demo,
    status: 200,
    path: "/api/v1/demo/verify?email=ann@acme.test",
    request: { apiKey: null }
  },
  { operation: demo, status: 400, request: { apiKey: null } },
  { operation: makeKey, status: 201, request: sent({ name: "a", scopes: ["fast"] }) },
  { operation: makeKey, status: 400, request: sent({ name: "" }) },
  { operation: makeKey, status: 401, request: { ...sent({ name: "a" }), apiKey: null } },
  { operation: makeKey, status: 403, request: sent({ name: "a" }), as: "fast" },
  { operation: listKeys, status: 200 },
  { operation: listKeys, status: 401, request: { apiKey: null } },
  { operation: listKeys, status: 403, as: "read" },
  {
    operation: changeKey,
    status: 400,
    path: "/api/v1/keys/x",
    request: sent({ expires_at: "tomorrow" })
  },
  { operation: changeKey, status: 401, path: "/api/v1/keys/x", request: { apiKey: null } },
  { operation: changeKey, status: 403, path: "/api/v1/keys/x", request: sent({}), as: "read" },
  { operation: changeKey, status: 404, path: "/api/v1/keys/x", request: sent({ name: "a" }) },
  { operation: revokeKey, status: 401, path: "/api/v1/keys/x", request: { apiKey: null } },
  { operation: revokeKey, status: 403, path: "/api/v1/keys/x", as: "read" },
  { operation: revokeKey, status: 404, path: "/api/v1/keys/x" },
  { operation: addRule, status: 201, request: sent(blockTld) },
  { operation: addRule, status: 400, request: sent({ ...blockTld, match: "host" }) },
  { operation: addRule, status: 401, request: { ...sent(blockTld), apiKey: null } },
  { operation: addRule, status: 403, request: sent(blockTld), as: "read" },
  { operation: importRules, status: 200, request: oneRule },
  { operation: importRules, status: 400, request: csv("email\nann@example.com\n") },
  { operation: importRules, status: 401, request: { ...oneRule, apiKey: null } },
  { operation: importRules, status: 403, request: oneRule, as: "read" },
  { operation: listRules, status: 200, as: "read" },
  { operation: listRules, status: 400, path: "/api/v1/rules?cursor=1" },
  { operation: listRules, status: 401, request: { apiKey: null } },
  { operation: exportRules, status: 200, as: "read" },
  { operation: exportRules, status: 401, request: { apiKey: null } },
  { operation: removeRules, status: 200, path: "/api/v1/rules?all=true", as: "poor" },
  { operation: removeRules, status: 400, path: "/api/v1/rules?match=tld" },
  { operation: removeRules, status: 401, request: { apiKey: null } },
  { operation: removeRules, status: 403, as: "read" },
  { operation: removeRules, status: 404, path: "/api/v1/rules?match=tld&value=com" },
  { operation: removeRule, status: 401, path: "/api/v1/rules/x", request: { apiKey: null } },
  { operation: removeRule, status: 403, path: "/api/v1/rules/x", as: "read" },
  { operation: removeRule, status: 404, path: "/api/v1/rules/x" }
]

/** Statuses that a shared middleware documents but that these requests cannot get. */
export const unreachable = new Set([
  "GET /api/v1/account 400",
  "GET /api/v1/account 403",
  // Only with the demo switched off: demo.test.ts.
  "GET /api/v1/demo/verify 404",
  "GET /api/v1/keys 400",
  "DELETE /api/v1/keys/{id} 400",
  // Both take a second; tested in keyTerms.test.ts and keysRevoked.test.ts.
  "PATCH /api/v1/keys/{id} 200",
  "DELETE /api/v1/keys/{id} 200",
  "GET /api/v1/rules 403",
  "GET /api/v1/rules.csv 400",
  "GET /api/v1/rules.csv 403",
  "DELETE /api/v1/rules/{id} 400",
  // Takes a second; tested in rules.test.ts.
  "DELETE /api/v1/rules/{id} 200"
])

/**
 * Statuses of any operation, at the limits of the service: tested in contract.test.ts, errorCodes.test.ts and
 * everyEndpoint.test.ts.
 */
export const anywhere = ["400", "408", "417", "421", "429", "431", "500", "503"]
