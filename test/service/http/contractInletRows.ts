/** Rows of contractRows.ts for inlets. */
import type { Request } from "../../support/service.ts"
import { sent } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"

type Operation = ContractRow["operation"]

const list = ["GET", "/api/v1/inlets"] as const
const create = ["POST", "/api/v1/inlets"] as const
const find = ["GET", "/api/v1/inlets/{id}"] as const
const change = ["PATCH", "/api/v1/inlets/{id}"] as const
const remove = ["DELETE", "/api/v1/inlets/{id}"] as const
const rotate = ["POST", "/api/v1/inlets/{id}/secret"] as const

const wanted = { kind: "mailgun", name: "Newsletter" }

/** Of an inlet that there is not. */
const one = (operation: Operation): string => operation[1].replace("{id}", "x")

const bodyOf = (operation: Operation): Request => {
  if (operation === create) return sent(wanted)
  return operation === change ? sent({}) : {}
}

const ofOne = [find, change, remove, rotate]

export const inletRows: ReadonlyArray<ContractRow> = [
  { operation: create, status: 201, request: sent(wanted) },
  { operation: create, status: 400, request: sent({ ...wanted, signing_key: "" }) },
  { operation: list, status: 200 },
  { operation: list, status: 200, as: "session" },
  { operation: change, status: 400, path: one(change), request: sent({ name: "" }) },
  ...ofOne.map((operation) => ({
    operation,
    status: 404,
    path: one(operation),
    request: bodyOf(operation)
  })),
  ...[list, create, ...ofOne].flatMap((operation): ReadonlyArray<ContractRow> => {
    const path = one(operation)
    const request = bodyOf(operation)
    return [
      { operation, status: 401, path, request: { ...request, apiKey: null } },
      { operation, status: 403, path, request, as: "fast" },
      { operation, status: 403, path, request, as: "read" }
    ]
  })
]

export const inletsUnreachable = [
  "GET /api/v1/inlets 400",
  "GET /api/v1/inlets/{id} 400",
  "DELETE /api/v1/inlets/{id} 400",
  "POST /api/v1/inlets/{id}/secret 400",
  // They need the id of an inlet: tested in inlets.test.ts.
  "GET /api/v1/inlets/{id} 200",
  "PATCH /api/v1/inlets/{id} 200",
  "DELETE /api/v1/inlets/{id} 200",
  "POST /api/v1/inlets/{id}/secret 200"
]
