/** Rows of contractRows.ts for schedules. */
import type { Request } from "../../support/service.ts"
import { sent } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"

type Operation = ContractRow["operation"]

const list = ["GET", "/api/v1/schedules"] as const
const create = ["POST", "/api/v1/schedules"] as const
const tryOut = ["POST", "/api/v1/schedules/try"] as const
const find = ["GET", "/api/v1/schedules/{id}"] as const
const change = ["PATCH", "/api/v1/schedules/{id}"] as const
const remove = ["DELETE", "/api/v1/schedules/{id}"] as const
const run = ["POST", "/api/v1/schedules/{id}/run"] as const
const runs = ["GET", "/api/v1/schedules/{id}/runs"] as const
const changes = ["GET", "/api/v1/schedules/{id}/runs/{run}/changes"] as const
const csv = ["GET", "/api/v1/schedules/{id}/runs/{run}/changes.csv"] as const
const takeBack = ["POST", "/api/v1/schedules/{id}/runs/{run}/take-back"] as const

const source = { kind: "list", list: "none.csv" }
const wanted = { name: "Customers", source, every: "30d", max_age: "30d" }
const id = "019c1430-0a0b-7c1f-9d0b-5e6f7a8b9d01"

/** Of a schedule that there is not. */
const one = (operation: Operation): string =>
  operation[1].replace("{id}", "x").replace("{run}", "x")

const bodyOf = (operation: Operation): Request => {
  if (operation === create) return sent(wanted)
  if (operation === tryOut) return sent({ source })
  return operation === change ? sent({}) : {}
}

const ofOne = [find, change, remove, run, runs, changes, csv, takeBack]

/** Keys that may only check, or only read. Changes are the account's data, and a run spends credits. */
const refusedTo = (operation: Operation): ReadonlyArray<"fast" | "read"> => {
  if (operation === changes || operation === csv) return []
  return operation === run ? ["read"] : ["fast", "read"]
}

export const scheduleRows: ReadonlyArray<ContractRow> = [
  { operation: create, status: 201, request: sent({ ...wanted, every: "0 3 1 1 *" }) },
  { operation: create, status: 400, request: sent({ ...wanted, every: "1m" }) },
  { operation: tryOut, status: 200, request: sent({ source }) },
  { operation: tryOut, status: 400, request: sent({ source: { kind: "url" } }) },
  { operation: tryOut, status: 404, request: sent({ source, schedule_id: id }) },
  { operation: list, status: 200 },
  { operation: list, status: 200, as: "session" },
  { operation: change, status: 400, path: one(change), request: sent({ name: "" }) },
  { operation: runs, status: 400, path: `${one(runs)}?cursor=x` },
  { operation: changes, status: 400, path: `${one(changes)}?cursor=x` },
  { operation: takeBack, status: 400, path: `${one(takeBack)}?cursor=x` },
  ...ofOne.map((operation) => ({
    operation,
    status: 404,
    path: one(operation),
    request: bodyOf(operation)
  })),
  ...[list, create, tryOut, ...ofOne].flatMap((operation): ReadonlyArray<ContractRow> => {
    const path = one(operation)
    const request = bodyOf(operation)
    return [
      { operation, status: 401, path, request: { ...request, apiKey: null } },
      ...refusedTo(operation).map((as) => ({ operation, status: 403, path, request, as }))
    ]
  })
]

export const schedulesUnreachable = [
  "GET /api/v1/schedules 400",
  "GET /api/v1/schedules/{id} 400",
  "DELETE /api/v1/schedules/{id} 400",
  "POST /api/v1/schedules/{id}/run 400",
  "GET /api/v1/schedules/{id}/runs/{run}/changes.csv 400",
  "GET /api/v1/schedules/{id}/runs/{run}/changes 403",
  "GET /api/v1/schedules/{id}/runs/{run}/changes.csv 403",
  // They need the id of a schedule: tested in schedules.test.ts.
  "GET /api/v1/schedules/{id} 200",
  "PATCH /api/v1/schedules/{id} 200",
  "DELETE /api/v1/schedules/{id} 200",
  "POST /api/v1/schedules/{id}/run 200",
  "GET /api/v1/schedules/{id}/runs 200",
  "GET /api/v1/schedules/{id}/runs/{run}/changes 200",
  "GET /api/v1/schedules/{id}/runs/{run}/changes.csv 200",
  "POST /api/v1/schedules/{id}/runs/{run}/take-back 200"
]
