/** Rows of contractRows.ts for bulk jobs. Paths name jobs that the setup makes, such as `{complete}`. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { Request, Running } from "../../support/service.ts"
import { formOf, formType, list, mode, settled } from "../jobs/jobsHttpWorld.ts"
import { resultOf, startNode } from "../jobs/jobsWorld.ts"
import type { ContractRow } from "./contractRows.ts"

const verifyBulk = ["POST", "/api/v1/verify/bulk"] as const
const jobs = ["GET", "/api/v1/jobs"] as const
const find = ["GET", "/api/v1/jobs/{id}"] as const
const end = ["DELETE", "/api/v1/jobs/{id}"] as const
const finish = ["POST", "/api/v1/jobs/{id}/finish"] as const
const results = ["GET", "/api/v1/jobs/{id}/results"] as const
const facets = ["GET", "/api/v1/jobs/{id}/facets"] as const
const changes = ["GET", "/api/v1/jobs/{id}/changes"] as const
const download = ["GET", "/api/v1/jobs/{id}/download"] as const
const verifyRows = ["POST", "/api/v1/jobs/{id}/verify"] as const
const stream = ["GET", "/api/v1/jobs/{id}/stream"] as const

const csv = "name,email\nAnn,ann@acme.test\n"
const form = (parts: Parameters<typeof formOf>[0], headers: Request["headers"] = {}): Request => ({
  headers: { "content-type": formType, ...headers },
  body: formOf(parts).toString()
})
/** A valid request. */
export const uploaded = form([list(csv)])
const keyed = (content: string) => form([list(content)], { "idempotency-key": "list" })

const withoutKey: Request = { apiKey: null }
const unknown = (path: string) => path.replace("{id}", "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d")
const complete = (path: string) => path.replace("{id}", "{complete}")

/** The rows of every endpoint of one job. */
const commonRows = [find, results, facets, changes, download, stream].flatMap(
  (operation): ReadonlyArray<ContractRow> => {
    const [, path] = operation
    return [
      { operation, status: 200, path: complete(path) },
      { operation, status: 200, path: complete(path), as: "read" },
      { operation, status: 401, path: complete(path), request: withoutKey },
      { operation, status: 404, path: unknown(path) },
      { operation, status: 404, path: complete(path), as: "poor" },
      { operation, status: 404, path: path.replace("{id}", "x") }
    ]
  }
)

const again = (body: object, headers: Request["headers"] = {}): Request => ({
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})
const keyedAgain = (body: object) => again(body, { "idempotency-key": "rows" })
const rowsOfJob = complete(verifyRows[1])

const verifyRowsRows: ReadonlyArray<Omit<ContractRow, "operation">> = [
  { status: 201, path: rowsOfJob, request: again({}) },
  { status: 200, path: `${rowsOfJob}?dry_run=true`, request: again({ status: ["valid"] }) },
  { status: 400, path: rowsOfJob, request: again({ status: ["risky"] }) },
  { status: 400, path: rowsOfJob, request: again({ mode: "quick" }) },
  { status: 400, path: "/api/v1/jobs/{waiting}/verify", request: again({}) },
  { status: 401, path: rowsOfJob, request: { ...again({}), ...withoutKey } },
  { status: 403, path: rowsOfJob, request: again({}), as: "read" },
  { status: 403, path: rowsOfJob, request: again({}), as: "fast" },
  { status: 404, path: unknown(verifyRows[1]), request: again({}) },
  {
    status: 422,
    path: rowsOfJob,
    request: keyedAgain({ mode: "fast", status: ["valid"] }),
    after: ({ running, ids }) =>
      running.get(rowsOfJob.replace("{complete}", ids.complete!), {
        method: "POST",
        ...keyedAgain({})
      })
  }
]

export const jobRows: ReadonlyArray<ContractRow> = [
  { operation: verifyBulk, status: 201, request: uploaded },
  { operation: verifyBulk, status: 201, request: form([mode("deep"), list(csv)]) },
  { operation: verifyBulk, status: 201, request: keyed(csv) },
  {
    operation: verifyBulk,
    status: 201,
    request: keyed(csv),
    after: ({ running }) => running.get(verifyBulk[1], { method: "POST", ...keyed(csv) })
  },
  { operation: verifyBulk, status: 200, path: `${verifyBulk[1]}?dry_run=true`, request: uploaded },
  { operation: verifyBulk, status: 400, request: form([mode("fast")]) },
  { operation: verifyBulk, status: 400, request: { headers: {}, body: "{}" } },
  { operation: verifyBulk, status: 401, request: { ...uploaded, ...withoutKey } },
  { operation: verifyBulk, status: 402, request: uploaded, as: "poor" },
  { operation: verifyBulk, status: 403, request: uploaded, as: "read" },
  { operation: verifyBulk, status: 403, request: form([list(csv), mode("deep")]), as: "fast" },
  {
    operation: verifyBulk,
    status: 422,
    request: keyed(`${csv}Bob,bob@acme.test\n`),
    after: ({ running }) => running.get(verifyBulk[1], { method: "POST", ...keyed(csv) })
  },
  { operation: jobs, status: 200 },
  { operation: jobs, status: 200, path: `${jobs[1]}?limit=1`, as: "read" },
  { operation: jobs, status: 400, path: `${jobs[1]}?limit=0` },
  { operation: jobs, status: 401, request: withoutKey },
  ...commonRows,
  { operation: find, status: 200, path: "/api/v1/jobs/{waiting}" },
  { operation: facets, status: 200, path: "/api/v1/jobs/{waiting}/facets" },
  { operation: results, status: 200, path: `${complete(results[1])}?status=valid&search=ann` },
  { operation: results, status: 200, path: `${complete(results[1])}?details=true` },
  { operation: results, status: 400, path: `${complete(results[1])}?page=0` },
  { operation: results, status: 400, path: `${complete(results[1])}?sub_status=A` },
  { operation: results, status: 400, path: "/api/v1/jobs/{waiting}/results" },
  { operation: changes, status: 400, path: "/api/v1/jobs/{waiting}/changes" },
  { operation: download, status: 400, path: "/api/v1/jobs/{waiting}/download" },
  {
    operation: download,
    status: 304,
    path: complete(download[1]),
    request: { headers: { "if-none-match": "*" } }
  },
  ...verifyRowsRows.map((row): ContractRow => ({ operation: verifyRows, ...row })),
  { operation: results, status: 200, path: "/api/v1/jobs/{waiting}/results?partial=true" },
  { operation: finish, status: 401, path: "/api/v1/jobs/{waiting}/finish", request: withoutKey },
  { operation: finish, status: 403, path: "/api/v1/jobs/{waiting}/finish", as: "read" },
  { operation: finish, status: 404, path: "/api/v1/jobs/{waiting}/finish", as: "poor" },
  { operation: finish, status: 200, path: "/api/v1/jobs/{waiting}/finish" },
  { operation: finish, status: 200, path: complete(finish[1]) },
  { operation: end, status: 401, path: "/api/v1/jobs/{waiting}", request: withoutKey },
  { operation: end, status: 403, path: "/api/v1/jobs/{waiting}", as: "read" },
  { operation: end, status: 404, path: "/api/v1/jobs/{waiting}", as: "poor" },
  { operation: end, status: 400, path: "/api/v1/jobs/{waiting}?keep=yes" },
  { operation: end, status: 200, path: "/api/v1/jobs/{waiting}" },
  { operation: end, status: 200, path: "/api/v1/jobs/{ended}" }
]

export const jobsUnreachable = [
  // Both requests must arrive within the milliseconds of a submission: see jobsHttpUpload.test.ts.
  "POST /api/v1/verify/bulk 409",
  "POST /api/v1/jobs/{id}/verify 409",
  // An account without credits has no finished job: see results/jobsHttpRows.test.ts.
  "POST /api/v1/jobs/{id}/verify 402",
  "GET /api/v1/jobs 403",
  ...[find, finish, facets, stream].map((operation) => `${operation.join(" ")} 400`),
  ...[find, results, facets, changes, download, stream].map(
    (operation) => `${operation.join(" ")} 403`
  )
]

/** Jobs of the owner: ids by name. No node processes them, nor any other job. */
export const makeJobs = (running: Running) =>
  Effect.gen(function* () {
    const node = yield* startNode(running.databaseUrl!)
    return yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`alter table job alter column tended_until set default 'infinity'`
      const [owner] = yield* sql<{ readonly account: string }>`
        select account_id as account from account order by created_at limit 1`
      const { account } = owner!
      const make = (rows: number) =>
        settled({ account, csv, result: (row) => (row < rows ? resultOf(row) : undefined) })
      return { complete: yield* make(1), ended: yield* make(1), waiting: yield* make(0) }
    }).pipe(Effect.provide(node))
  }).pipe(Effect.orDie)
