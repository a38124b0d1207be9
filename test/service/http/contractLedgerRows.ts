/**
 * Rows of contractRows.ts for the ledger, usage and owners of the service. Paths name two accounts and
 * an entry that exist: `{customer}`, `{owner}`, `{entry}`.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../support/openAccount.ts"
import type { Request, Running } from "../../support/service.ts"
import { sqlOf } from "../accounts/keysWorld.ts"
import { written } from "../activity/activityWorld.ts"
import { email, sent } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"

const ledger = ["GET", "/api/v1/ledger"] as const
const lines = ["GET", "/api/v1/ledger/lines"] as const
const entry = ["GET", "/api/v1/ledger/{entry}"] as const
const proof = ["GET", "/api/v1/ledger/{entry}/proof"] as const
const statement = ["GET", "/api/v1/ledger/statements/{month}"] as const
const statements = ["GET", "/api/v1/ledger/statements"] as const
const statementPdf = ["GET", "/api/v1/ledger/statements/{month}/pdf"] as const
const checkpoints = ["GET", "/api/v1/ledger/checkpoints"] as const
const consistency = ["GET", "/api/v1/ledger/consistency"] as const
const exported = ["GET", "/api/v1/ledger.csv"] as const
const overview = ["GET", "/api/v1/overview"] as const
const notices = ["GET", "/api/v1/notices"] as const
const activity = ["GET", "/api/v1/activity"] as const
const activityRow = ["GET", "/api/v1/activity/{id}"] as const
const usage = ["GET", "/api/v1/usage"] as const
const breakdown = ["GET", "/api/v1/usage/breakdown"] as const
const accounts = ["GET", "/api/v1/admin/accounts"] as const
const health = ["GET", "/api/v1/admin/health"] as const
const examine = ["POST", "/api/v1/admin/doctor"] as const
const grant = ["POST", "/api/v1/admin/accounts/{id}/grants"] as const
const adjust = ["POST", "/api/v1/admin/accounts/{id}/adjustments"] as const
const suspend = ["POST", "/api/v1/admin/accounts/{id}/suspend"] as const
const resume = ["POST", "/api/v1/admin/accounts/{id}/resume"] as const

const withoutKey: Request = { apiKey: null }
const posting = { credits: 5, reason: "a top-up" }
const keyed = (key: string, body: object = posting): Request =>
  sent(body, { "idempotency-key": key })
const of = (path: string, id = "{customer}") => path.replace("{id}", id)
const unknownId = "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d"

const postings = ([grant, adjust] as const).flatMap((operation): ReadonlyArray<ContractRow> => {
  const path = of(operation[1])
  const name = operation[1].split("/").at(-1)!
  return [
    { operation, status: 201, path, request: keyed(name) },
    {
      operation,
      status: 201,
      path,
      request: keyed(`${name}-again`),
      after: ({ running, ids }) =>
        running.get(path.replace("{customer}", ids["customer"]!), {
          method: "POST",
          ...keyed(`${name}-again`)
        })
    },
    { operation, status: 400, path, request: keyed(`${name}-0`, { ...posting, credits: 0 }) },
    { operation, status: 400, path, request: sent(posting) },
    { operation, status: 401, path, request: { ...keyed(name), ...withoutKey } },
    { operation, status: 403, path, request: keyed(name), as: "poor" },
    { operation, status: 403, path, request: keyed(name), as: "fast" },
    { operation, status: 404, path: of(operation[1], unknownId), request: keyed(`${name}-gone`) },
    { operation, status: 422, path, request: keyed(name, { ...posting, credits: 6 }) }
  ]
})

export const ledgerRows: ReadonlyArray<ContractRow> = [
  { operation: ledger, status: 200 },
  { operation: ledger, status: 200, path: `${ledger[1]}?limit=1&type=hold`, as: "read" },
  { operation: ledger, status: 200, path: `${ledger[1]}?month=2026-11&job={complete}` },
  { operation: ledger, status: 400, path: `${ledger[1]}?limit=101` },
  { operation: ledger, status: 401, request: withoutKey },
  { operation: lines, status: 200, path: `${lines[1]}?month=2026-11&limit=2`, as: "read" },
  { operation: lines, status: 400, path: `${lines[1]}?limit=0` },
  { operation: lines, status: 401, request: withoutKey },
  { operation: activity, status: 200, path: `${activity[1]}?limit=2&http_status=2xx`, as: "read" },
  { operation: activity, status: 400, path: `${activity[1]}?since=yesterday` },
  { operation: activity, status: 401, request: withoutKey },
  { operation: activityRow, status: 200, path: "/api/v1/activity/{checked}" },
  { operation: activityRow, status: 404, path: "/api/v1/activity/x" },
  { operation: activityRow, status: 404, path: "/api/v1/activity/{checked}", as: "poor" },
  { operation: activityRow, status: 401, path: "/api/v1/activity/x", request: withoutKey },
  { operation: entry, status: 200, path: entry[1] },
  { operation: entry, status: 404, path: "/api/v1/ledger/x" },
  { operation: entry, status: 404, path: entry[1], as: "poor" },
  { operation: entry, status: 401, request: withoutKey },
  { operation: proof, status: 200, path: proof[1], as: "read" },
  { operation: proof, status: 404, path: proof[1], as: "poor" },
  { operation: proof, status: 401, request: withoutKey },
  { operation: statements, status: 200, as: "read" },
  { operation: statements, status: 400, path: `${statements[1]}?before=x` },
  { operation: statements, status: 401, request: withoutKey },
  ...([statement, statementPdf] as const).flatMap((operation): ReadonlyArray<ContractRow> => {
    const of = (month: string) => operation[1].replace("{month}", month)
    return [
      { operation, status: 200, path: of("2026-11"), as: "read" },
      { operation, status: 400, path: of("2026-13") },
      { operation, status: 404, path: of("2999-12") },
      { operation, status: 401, path: of("2026-11"), request: withoutKey }
    ]
  }),
  { operation: checkpoints, status: 200, as: "read" },
  { operation: checkpoints, status: 200, path: `${checkpoints[1]}?before=1` },
  { operation: checkpoints, status: 400, path: `${checkpoints[1]}?before=0` },
  { operation: checkpoints, status: 401, request: withoutKey },
  { operation: consistency, status: 200, path: `${consistency[1]}?from={size}&to={size}` },
  { operation: consistency, status: 400, path: `${consistency[1]}?from=1` },
  { operation: consistency, status: 404, path: `${consistency[1]}?from={size}&to=1` },
  {
    operation: consistency,
    status: 401,
    path: `${consistency[1]}?from=1&to=2`,
    request: withoutKey
  },
  { operation: exported, status: 200, as: "read" },
  { operation: exported, status: 200, path: `${exported[1]}?type=hold&month=2026-11` },
  { operation: exported, status: 400, path: `${exported[1]}?job=1` },
  { operation: exported, status: 401, request: withoutKey },
  ...[overview, notices].flatMap((operation): ReadonlyArray<ContractRow> => [
    { operation, status: 200 },
    { operation, status: 200, as: "read" },
    { operation, status: 200, as: "session" },
    { operation, status: 401, request: withoutKey }
  ]),
  { operation: usage, status: 200, as: "read" },
  { operation: usage, status: 400, path: `${usage[1]}?months=25` },
  { operation: usage, status: 401, request: withoutKey },
  { operation: breakdown, status: 200, as: "read" },
  { operation: breakdown, status: 400, path: `${breakdown[1]}?days=32` },
  { operation: breakdown, status: 401, request: withoutKey },
  { operation: accounts, status: 200 },
  { operation: accounts, status: 200, path: `${accounts[1]}?limit=1`, as: "session" },
  { operation: accounts, status: 400, path: `${accounts[1]}?cursor=1` },
  { operation: accounts, status: 401, request: withoutKey },
  { operation: accounts, status: 403, as: "read" },
  { operation: health, status: 200 },
  { operation: health, status: 401, request: withoutKey },
  { operation: health, status: 403, as: "poor" },
  { operation: examine, status: 202 },
  { operation: examine, status: 401, request: withoutKey },
  { operation: examine, status: 403, as: "read" },
  ...postings,
  { operation: suspend, status: 200, path: of(suspend[1]) },
  { operation: suspend, status: 400, path: of(suspend[1], "{owner}") },
  { operation: suspend, status: 401, request: withoutKey },
  { operation: suspend, status: 403, path: of(suspend[1]), as: "poor" },
  { operation: suspend, status: 404, path: of(suspend[1], "x") },
  { operation: resume, status: 200, path: of(resume[1]) },
  { operation: resume, status: 401, request: withoutKey },
  { operation: resume, status: 403, path: of(resume[1]), as: "poor" },
  { operation: resume, status: 404, path: of(resume[1], unknownId) }
]

export const ledgerUnreachable = [
  "GET /api/v1/ledger 403",
  "GET /api/v1/ledger/{entry} 400",
  "GET /api/v1/ledger/{entry} 403",
  "GET /api/v1/ledger/{entry}/proof 400",
  "GET /api/v1/ledger/{entry}/proof 403",
  "GET /api/v1/ledger/lines 403",
  "GET /api/v1/activity 403",
  "GET /api/v1/activity/{id} 400",
  "GET /api/v1/activity/{id} 403",
  "GET /api/v1/ledger/statements 403",
  "GET /api/v1/ledger/statements/{month} 403",
  "GET /api/v1/ledger/statements/{month}/pdf 403",
  "GET /api/v1/ledger/checkpoints 403",
  "GET /api/v1/ledger/consistency 403",
  "GET /api/v1/ledger.csv 403",
  "GET /api/v1/overview 400",
  "GET /api/v1/overview 403",
  "GET /api/v1/notices 400",
  "GET /api/v1/notices 403",
  "GET /api/v1/usage 403",
  "GET /api/v1/usage/breakdown 403",
  "POST /api/v1/admin/doctor 400",
  "GET /api/v1/admin/health 400",
  "POST /api/v1/admin/accounts/{id}/resume 400",
  // A grant is too fast to be in flight: idempotencyRaces.test.ts has slower requests.
  "POST /api/v1/admin/accounts/{id}/grants 409",
  "POST /api/v1/admin/accounts/{id}/adjustments 409"
]

/** So that the ledger is signed. */
export const ledgerEnv = { RCPT_LEDGER_KEY: Buffer.alloc(32, "key").toString("base64") }

/** Of a row of activity, which is written a second after its answer. */
const checkedId = (running: Running) =>
  Effect.gen(function* () {
    const { headers } = yield* running.get(email)
    const [row] = yield* written(running, headers.get("x-request-id")!)
    return row!.id
  })

/** The ids by the names that paths use. */
export const ledgerIds = (running: Running) =>
  Effect.gen(function* () {
    const { account: customer } = yield* openAccount(running.databaseUrl!)
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly owner: string; readonly commit: bigint }>`
      select account_id as owner, commit_id as commit from account
        join es.event on stream_id = 'ledger-' || account_id and version = 1
      where owner`
    const entry = `${row!.commit}-1`
    const proof = yield* running.get(`/api/v1/ledger/${entry}/proof`)
    const size = String(Object(proof.json).inclusion.size)
    return { customer, owner: row!.owner, entry, size, checked: yield* checkedId(running) }
  }).pipe(Effect.provide(sqlOf(running)), Effect.orDie)
