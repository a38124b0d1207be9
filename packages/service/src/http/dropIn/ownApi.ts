/**
 * What an interface of another service asks of our own API: requests that are handled in this process, by the router that
 * handles all others. So its checks, limits, charges and records are those of the API, and there is no second way.
 */
import { batchAddressesMax } from "@rcpt/api/Batch"
import { basePath } from "@rcpt/api/secured"
import type { Mode } from "@rcpt/domain/Verdict"
import { Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

import { Refused } from "../../dropin/DropIn.ts"
import type { Api, List } from "../../dropin/DropIn.ts"
import { CurrentWriter } from "../../jobs/results/ownWriter.ts"
import type { OwnWriter } from "../../jobs/results/ownWriter.ts"
import { keyHeader } from "./keyInPlace.ts"

type Response = HttpServerResponse.HttpServerResponse

/** What our API is told about the client. Nothing else of the request is for it. */
const passedOn = [
  "host",
  "origin",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-proto",
  "forwarded"
]

interface Caller {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly key: string | undefined
  readonly mode: Mode
  /** Handles a request of ours. */
  readonly handle: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<Response>
  /** Is told each response of ours. */
  readonly onResponse: (response: Response) => void
  /** The id of the account's job with a number. */
  readonly idOf: (text: string) => Effect.Effect<string>
  readonly isDisposable: Api["isDisposable"]
}

interface Asking {
  readonly method?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: FormData | string
  /** The client's key counts for this one. */
  readonly isIdempotent?: boolean
  /** Of several requests with one key: what tells them apart. */
  readonly part?: number
  readonly write?: OwnWriter
}

const jsonOf = (response: Response) =>
  Effect.promise(() => HttpServerResponse.toWeb(response).json() as Promise<unknown>)

const headersFor = (
  { request, key }: Caller,
  { isIdempotent = false, part, body }: Asking
): Record<string, string> => {
  const { "idempotency-key": given, ...sent } = request.headers
  const told = passedOn.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]]))
  return {
    ...Object.fromEntries(told),
    ...(key !== undefined && { [keyHeader]: key }),
    ...(typeof body === "string" && { "content-type": "application/json" }),
    ...(isIdempotent && given && { "idempotency-key": part ? `${given}-${part}` : given })
  }
}

/** Fails with the refusal of our API. */
const asking =
  (caller: Caller) =>
  (path: string, asked: Asking = {}): Effect.Effect<Response, Refused> =>
    Effect.gen(function* () {
      const { method = "GET", query = {}, body, write } = asked
      const search = Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&")
      const url = `http://localhost${basePath}${path}${search === "" ? "" : `?${search}`}`
      const headers = headersFor(caller, asked)
      const own = new Request(url, { method, headers, ...(body !== undefined && { body }) })
      const { remoteAddress } = caller.request
      const response = yield* caller
        .handle(HttpServerRequest.fromWeb(own).modify({ remoteAddress }))
        .pipe(Effect.provideService(CurrentWriter, write))
      caller.onResponse(response)
      if (response.status < 400) return response
      const { error = "" } = Object(yield* jsonOf(response))
      return yield* new Refused({ status: response.status, error: String(error) })
    })

const formOf = ({ name, content, column, hasHeader }: List, mode: Mode): FormData => {
  const form = new FormData()
  form.append("mode", mode)
  if (column !== undefined) form.append("column", column)
  if (hasHeader !== undefined) form.append("header", String(hasHeader))
  form.append("file", content, name)
  return form
}

type Batch = Effect.Success<ReturnType<Api["verifyAll"]>>

const joined = (one: Batch, next: Batch): Batch => ({
  ...next,
  results: [...one.results, ...next.results],
  count: one.count + next.count,
  credits_used: one.credits_used + next.credits_used
})

export const ownApi = (caller: Caller): Api => {
  const { mode } = caller
  const ask = asking(caller)

  /** The shapes are those of our own contract: its encoders have just made them. */
  const read = <A>(path: string, asked?: Asking): Effect.Effect<A, Refused> =>
    Effect.map(Effect.flatMap(ask(path, asked), jsonOf), (body) => body as A)

  const jobPath = (text: string) =>
    Effect.map(caller.idOf(text), (id) => `/jobs/${encodeURIComponent(id || "none")}`)

  const batch = (emails: ReadonlyArray<string>, part: number) => {
    const body = JSON.stringify({ emails, mode })
    return read<Batch>("/verify/batch", { method: "POST", body, isIdempotent: true, part })
  }

  const job: Api["job"] = (text) => Effect.flatMap(jobPath(text), (path) => read(path))

  return {
    verify: (email, timeout) => {
      const query = { email, mode, ...(timeout !== undefined && { timeout: String(timeout) }) }
      return read("/verify", { query, isIdempotent: true })
    },
    // Each begins when the one before is paid.
    verifyAll: Effect.fnUntraced(function* (emails) {
      let all = yield* batch(emails.slice(0, batchAddressesMax), 0)
      for (
        let at = batchAddressesMax;
        at < emails.length && !all.truncated;
        at += batchAddressesMax
      )
        all = joined(
          all,
          yield* batch(emails.slice(at, at + batchAddressesMax), at / batchAddressesMax)
        )
      return all
    }),
    account: read("/account"),
    overview: read("/overview"),
    submit: (list) =>
      read("/verify/bulk", { method: "POST", body: formOf(list, mode), isIdempotent: true }),
    jobs: read("/jobs"),
    job,
    // One that runs is cancelled first, and removed then.
    remove: Effect.fnUntraced(function* (text) {
      const path = yield* jobPath(text)
      const { completed_at: ended } = yield* job(text)
      yield* ask(path, { method: "DELETE" })
      if (ended === null) yield* Effect.ignore(ask(path, { method: "DELETE" }))
    }),
    results: Effect.fnUntraced(function* (text, write, partial = false) {
      const query = { partial: String(partial) }
      const { body } = yield* ask(`${yield* jobPath(text)}/download`, { write, query })
      return body._tag === "Stream" ? body.stream : Stream.empty
    }),
    isDisposable: caller.isDisposable
  }
}
