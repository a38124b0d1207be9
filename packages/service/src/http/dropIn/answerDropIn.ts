/**
 * Answers the interfaces of other services, so that programs written for them work with the URL changed. A request is
 * translated to requests of our own API (ownApi.ts), and its answer or refusal back, by the tables of dropin/.
 */
import { randomUUIDv7 } from "node:crypto"

import { Lists } from "@rcpt/verifier/lists/Lists"
import { Effect } from "effect"
import type { Context } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"

import { ApiKeys } from "../../accounts/ApiKeys.ts"
import type { KeyHolder } from "../../accounts/ApiKeys.ts"
import { Refused, textOf } from "../../dropin/DropIn.ts"
import type { Asked, DropIn, Reply } from "../../dropin/DropIn.ts"
import { findRoutes } from "../../dropin/dropIns.ts"
import type { FoundRoute } from "../../dropin/dropIns.ts"
import { idsOf } from "../../dropin/jobNumber.ts"
import { CurrentInterface } from "../../ledger/CurrentInterface.ts"
import { Config } from "../../platform/Config.ts"
import { addHeaders } from "../headers.ts"
import { clientScheme } from "../middleware/clientAddress.ts"
import { modeRefusalOf } from "../middleware/permissions.ts"
import { keyHeader } from "./keyInPlace.ts"
import { ownApi } from "./ownApi.ts"
import { readBody } from "./readBody.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const responseOf = ({ status = 200, json, stream, contentType, headers = {} }: Reply): Response =>
  stream === undefined
    ? HttpServerResponse.text(JSON.stringify(json ?? {}), {
        status,
        headers,
        contentType: "application/json"
      })
    : HttpServerResponse.stream(stream, {
        headers: { ...headers, "cache-control": "private, no-cache" },
        ...(contentType !== undefined && { contentType })
      })

/** Headers of our response that the translated one has, too. */
const keptHeaders =
  /^(?:retry-after|idempotent-replay|x-error-code|www-authenticate|x-ratelimit-.*)$/

const keyOf = ({ headers }: Request, fields: Asked["fields"], { keyFields }: DropIn) =>
  headers[keyHeader] ?? keyFields.map((name) => textOf(fields[name])).find((key) => key)

const modeOf = (fields: Asked["fields"], holder: KeyHolder | undefined) => {
  const isFast = holder !== undefined && modeRefusalOf("deep", holder) !== undefined
  return isFast || fields["mode"] === "fast" ? "fast" : "deep"
}

const bodyAndQuery = Effect.fnUntraced(function* (request: Request) {
  const { fields, ...body } = yield* readBody(request)
  const [, query = ""] = request.url.split(/\?(.*)/s)
  return { ...body, fields: { ...Object.fromEntries(new URLSearchParams(query)), ...fields } }
})

/** The text as it is, where it is not the number of one of the account's jobs. */
const idOf = (account: string | undefined) =>
  Effect.fnUntraced(function* (text: string) {
    const ids = idsOf(text)
    if (ids === undefined || account === undefined) return text
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly id: string }>`
      select job_id as id from job
      where account_id = ${account} and job_id between ${ids.from}::uuid and ${ids.to}::uuid`
    return rows.length === 1 ? rows[0]!.id : text
  }, Effect.orDie)

type Handle<E, R> = Effect.Effect<Response, E, R>

/** The services that a request needs beside those of the router. */
const services = Effect.gen(function* () {
  const { trustedProxies, publicUrl, dropIn } = yield* Config
  const schemeOf = clientScheme(trustedProxies)
  return {
    on: new Set(dropIn),
    keys: yield* ApiKeys,
    lists: yield* Lists,
    sql: yield* SqlClient.SqlClient,
    add: addHeaders(publicUrl),
    baseOf: (request: Request): string =>
      publicUrl ?? `${schemeOf(request)}://${request.headers["host"] ?? "localhost"}`
  }
})

const answer = Effect.fnUntraced(function* <E, R>(
  { keys, lists, sql, add, baseOf }: Effect.Success<typeof services>,
  request: Request,
  { dropIn, route, params }: FoundRoute,
  handle: Handle<E, R>
) {
  const context = yield* Effect.context<R>()
  let last: Response | undefined
  const replied = Effect.gen(function* () {
    const body = yield* bodyAndQuery(request)
    const key = keyOf(request, body.fields, dropIn)
    const holder = key === undefined ? undefined : yield* keys.holderOf(key)
    const api = ownApi({
      request,
      key,
      mode: modeOf(body.fields, holder),
      handle: (own) =>
        handle.pipe(
          Effect.provideService(HttpServerRequest.HttpServerRequest, own),
          Effect.provideService(CurrentInterface, { interface: dropIn.name }),
          Effect.provideContext(context as Context.Context<never>),
          Effect.orDie
        ) as Effect.Effect<Response>,
      onResponse: (response) => (last = response),
      idOf: (text) =>
        Effect.provideService(idOf(holder?.accountId)(text), SqlClient.SqlClient, sql),
      isDisposable: (domain) =>
        Effect.sync(() => lists.standingOf(domain)?.conclusion === "disposable")
    })
    return yield* route.answer(
      { ...body, params, headers: request.headers, base: baseOf(request) },
      api
    )
  }).pipe(
    // The file of a form; the rows of an answer are read in the scope of the request.
    Effect.scoped,
    Effect.catchTag("Refused", (refused) => Effect.succeed(dropIn.refusal(refused, route.path)))
  )
  const response = responseOf(yield* replied)
  const ours = Object.entries(last?.headers ?? {}).filter(([name]) => keptHeaders.test(name))
  const requestId = last?.headers["x-request-id"] ?? randomUUIDv7()
  return add(HttpServerResponse.setHeaders(response, ours), requestId)
})

const wrongMethod = ([{ dropIn, route }, ...others]: readonly [
  FoundRoute,
  ...Array<FoundRoute>
]) => {
  const allow = [route, ...others.map((other) => other.route)].flatMap(({ methods }) => methods)
  const refused = new Refused({ status: 405, error: "method not allowed" })
  const { json } = dropIn.refusal(refused, route.path)
  return responseOf({ status: 405, json, headers: { allow: allow.join(", ") } })
}

const translated = Effect.map(
  services,
  (needed) =>
    <E, R>(handle: Handle<E, R>): Handle<E, R | HttpServerRequest.HttpServerRequest> =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const [path = ""] = request.url.split("?", 1)
        const [first, ...others] = findRoutes(path).filter(({ dropIn }) =>
          needed.on.has(dropIn.name)
        )
        if (first === undefined) return handle
        const found = [first, ...others].find(({ route }) => route.methods.includes(request.method))
        return found === undefined
          ? Effect.sync(() => needed.add(wrongMethod([first, ...others]), randomUUIDv7()))
          : answer(needed, request, found, handle)
      })
)

/** A middleware of the router: what it handles is not sent, so that it can be translated. */
export const layer = HttpRouter.middleware()(
  Effect.map(translated, (translate) => (handle) => translate(handle)),
  { global: true }
)
