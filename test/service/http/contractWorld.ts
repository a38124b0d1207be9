/**
 * The service of the contract's rows, and how a row becomes a request: with the credentials of its caller and
 * with ids instead of their names.
 */
import { Context, Effect, Layer } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import * as OpenApiDocument from "../../support/OpenApiDocument.ts"
import * as service from "../../support/service.ts"
import type { Answer, Request, Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { fromHere, owner, signIn } from "../accounts/sessions/sessionWorld.ts"
import { makeJobs } from "./contractJobRows.ts"
import { ledgerEnv, ledgerIds } from "./contractLedgerRows.ts"
import type { ContractRow, ContractSetup } from "./contractRows.ts"
import { sessionEnv } from "./contractSessionRows.ts"

export class World extends Context.Service<World, ContractSetup>()("test/service/contract/World") {}

const restricted = (running: Running, scope: string) =>
  Effect.map(
    running.get("/api/v1/keys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: scope, scopes: [scope] })
    }),
    ({ json }) => String(Object(json).key)
  )

export const world = Layer.effect(
  World,
  Effect.gen(function* () {
    const env = { ...sessionEnv, ...ledgerEnv, RCPT_DEMO: "on", RCPT_RATE_LIMIT: "off" }
    const running = yield* service.start({ lab: true, env })
    const [fast, read] = [yield* restricted(running, "fast"), yield* restricted(running, "read")]
    const { apiKey: poor } = yield* openAccount(running.databaseUrl!)
    const { cookie } = yield* signIn(running, owner)
    const contract = yield* OpenApiDocument.read(running)
    const ids = { ...(yield* makeJobs(running)), ...(yield* ledgerIds(running)) }
    return { running, contract, keys: { fast, read, poor }, cookie, ids }
  })
)

/** The credentials of a row's caller. */
const credentialsOf = ({ as, request }: ContractRow, { keys, cookie }: ContractSetup): Request => {
  if (as === undefined) return {}
  if (as !== "session") return { apiKey: keys[as] }
  const headers = { ...fromHere, cookie: `rcpt_session=${cookie}`, ...request?.headers }
  return { apiKey: null, headers }
}

/** Replaces the names in a path with ids: see `ContractSetup.ids`. */
const withIds = (path: string, { ids }: ContractSetup): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)

/** The answer to a row's request. */
export const ask = (row: ContractRow) =>
  Effect.gen(function* () {
    const here = yield* World
    if (row.after) yield* row.after(here)
    const [method, path] = row.operation
    const request = { method, ...row.request, ...credentialsOf(row, here) }
    return yield* here.running.get(withIds(row.path ?? path, here), request)
  })

/** The answer has this status, and is as the document says. */
export const assertKept = (
  contract: OpenApiDocument.Contract,
  [method, path]: ContractRow["operation"],
  answer: Answer,
  status: number
) => {
  assert.strictEqual(answer.status, status, answer.text)
  assert.deepStrictEqual(contract.breaches(contract.find(method, path), answer), [])
}
