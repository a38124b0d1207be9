/**
 * The short way for most requests of `GET /verify`: an address and perhaps a mode, with an API key that was
 * looked up within the last second, and with tokens left on this node. All that decides whether such a
 * request is served is in memory. So it is decided here at once, by the functions that the middlewares
 * use, and before anything is taken or counted. Any other request takes the general route, and with it
 * gets every refusal but 402 and 500.
 *
 * Router, middlewares and the contract's decoder took 0.11 ms of the processor for each request, two
 * fifths of all outside of the ledger (measured). A test holds the answers of both ways equal
 * (test/service/http/verifyFastPathAnswers.test.ts).
 */
import { randomUUIDv7 } from "node:crypto"

import { Api } from "@rcpt/api/Api"
import { Requires } from "@rcpt/api/Permissions"
import { insufficientCredits, insufficientCreditsStatus } from "@rcpt/api/Problem"
import { unverifiable, VerifyQuery } from "@rcpt/api/query"
import { spokenText } from "@rcpt/api/resultText"
import type { Mode } from "@rcpt/domain/Verdict"
import { Clock, Context, Effect, References, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

import { ApiKeys } from "../accounts/ApiKeys.ts"
import type { KeyHolder } from "../accounts/ApiKeys.ts"
import { CurrentActivity } from "../activity/CurrentActivity.ts"
import { RateLimits } from "../limits/RateLimits.ts"
import { Config } from "../platform/Config.ts"
import { errorResponse } from "./errorResponse.ts"
import { verifyOne } from "./handlers/verification.ts"
import { respond } from "./middleware/idempotent.ts"
import { modeRefusalOf, refusalOf } from "./middleware/permissions.ts"
import { isDecodable } from "./middleware/queryText.ts"
import { withStanding } from "./middleware/rateLimit.ts"
import { finishing, withoutDefects } from "./responses.ts"

const endpoint = Api.groups.Verification.endpoints.verify
const { method, path } = endpoint
const permission = Context.get(endpoint.annotations, Requires)
const prefix = `${path}?email=`

const decode = (mode: { readonly mode?: Mode }): VerifyQuery =>
  Schema.decodeUnknownSync(VerifyQuery)({ email: "ann@example.org", ...mode })

/** The query with which an address is checked, by the mode that is sent. */
const settings: ReadonlyMap<string | undefined, VerifyQuery> = new Map([
  [undefined, decode({})],
  ["fast", decode({ mode: "fast" })],
  ["deep", decode({ mode: "deep" })]
])

/** An address in visible ASCII without & and #, which end it, and a mode. */
const restOfQuery = /^([!"$%'-~]*)(?:&mode=(fast|deep))?$/

/** `undefined`: another form of request, or an address that is refused. */
const queryIn = (url: string): VerifyQuery | undefined => {
  if (!url.startsWith(prefix)) return undefined
  const [, sent, mode] = restOfQuery.exec(url.slice(prefix.length)) ?? []
  const others = settings.get(mode)
  if (sent === undefined || others === undefined) return undefined
  const isEscaped = sent.includes("%") || sent.includes("+")
  if (isEscaped && !isDecodable(sent)) return undefined
  // URL Standard §5.1, as in middleware/queryText.ts.
  const email = isEscaped ? new URLSearchParams(`email=${sent}`).get("email")! : sent
  return unverifiable(email) === undefined ? { ...others, email } : undefined
}

interface Admitted {
  readonly caller: KeyHolder
  readonly query: VerifyQuery
}

interface Admission {
  readonly keys: ApiKeys["Service"]
  readonly limits: RateLimits["Service"]
  readonly finished: ReturnType<typeof finishing>
}

/**
 * Checks in the order of `secured` (api). Wrong keys are not counted: this one is known to be right, and
 * such a key always passes (limits/KeyGuessLimiter.ts).
 */
const admit = (
  { keys, limits }: Admission,
  request: HttpServerRequest.HttpServerRequest,
  clock: Clock.Clock
): Admitted | undefined => {
  if (request.method !== method) return undefined
  const query = queryIn(request.url)
  if (query === undefined) return undefined
  const { "x-api-key": key, "idempotency-key": idempotencyKey, traceparent } = request.headers
  if (key === undefined || idempotencyKey !== undefined) return undefined
  // The general route names the caller's trace in its log lines.
  if (traceparent !== undefined) return undefined
  const caller = keys.knownHolderOf(key, clock)
  if (caller === undefined || refusalOf(permission, caller) !== undefined) return undefined
  // Its terms are checked on the general route, and its credits counted there.
  if (caller.terms) return undefined
  if (modeRefusalOf(query.mode, caller) !== undefined) return undefined
  return limits.takeNow(caller.accountId, 1) ? { caller, query } : undefined
}

const withoutCredits = errorResponse(insufficientCreditsStatus, insufficientCredits.error)

const answer = ({ limits, finished }: Admission, { caller, query }: Admitted) => {
  const requestId = randomUUIDv7()
  return verifyOne(caller, query, { requestId })(undefined).pipe(
    Effect.map(({ body }) => respond(200, spokenText(body, "en"))),
    Effect.catch(() => Effect.succeed(withoutCredits)),
    withoutDefects({ requestId, method, route: path }),
    Effect.map((response) =>
      withStanding(finished(response, requestId), limits.standing(caller.accountId))
    ),
    Effect.interruptible
  )
}

type Response<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

type Verifying = Effect.Services<ReturnType<typeof answer>>

/**
 * The middleware of the fast path. It runs inside the limit of requests in flight, and outside of everything
 * else.
 */
export const verifyFastPath = Effect.gen(function* () {
  const { publicUrl } = yield* Config
  const finished = finishing(publicUrl)
  const admission = { keys: yield* ApiKeys, limits: yield* RateLimits, finished }
  return <E, R>(handle: Response<E, R>): Response<E, R | Verifying> =>
    Effect.withFiber((fiber): Response<E, R | Verifying> => {
      // A traced request shows the stages of the general route.
      if (fiber.getRef(References.TracerEnabled)) return handle
      const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      const admitted = admit(admission, request, fiber.getRef(Clock.Clock))
      if (admitted === undefined) return handle
      const draft = fiber.getRef(CurrentActivity)
      if (draft !== undefined) draft.caller = admitted.caller
      return answer(admission, admitted)
    })
})
