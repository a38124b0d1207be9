/**
 * The endpoint to which services send their events: `POST /in/<secret>`. The secret is moved to a header before anything
 * else reads the request, so that log, traces, metrics and activity see the path `/in` alone.
 */
import { inletNotFound } from "@rcpt/api/Problem"
import { ByteSize, Clock, Effect } from "effect"
import {
  Headers,
  HttpIncomingMessage,
  HttpRouter,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"

import { bodyOctetsMax, NotTaken, storeAway, TakeEvents } from "../inlets/TakeEvents.ts"
import * as KeyGuessLimiter from "../limits/KeyGuessLimiter.ts"
import { Config } from "../platform/Config.ts"
import { readTimeout, readWaitMax } from "../platform/readTimeout.ts"
import { inletPath } from "./allowedMethods.ts"
import { RequestPlace } from "./inflightLimit.ts"
import { clientAddress, clientScheme, countedAs } from "./middleware/clientAddress.ts"
import { refuse } from "./refuse.ts"

const secretHeader = "x-inlet-secret"

type Response<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** One of the outermost middlewares. A header of this name that a client has sent counts for nothing. */
export const inletSecret = <E, R>(
  handle: Response<E, R>
): Response<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    if (!request.url.startsWith(`${inletPath}/`)) return handle
    const [secret = ""] = request.url.slice(inletPath.length + 1).split(/[?#]/, 1)
    const placed = request.modify({
      url: inletPath,
      headers: Headers.set(Headers.remove(request.headers, "cookie"), secretHeader, secret)
    })
    return handle.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, placed),
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bodyOctetsMax))
    )
  })

const baseOf = Effect.gen(function* () {
  const { publicUrl, trustedProxies } = yield* Config
  const request = yield* HttpServerRequest.HttpServerRequest
  const own = `${clientScheme(trustedProxies)(request)}://${request.headers["host"] ?? "localhost"}`
  return publicUrl === undefined ? own : new URL(publicUrl).origin
})

/** The URL to paste into the service. */
export const inletUrl = (secret: string) =>
  Effect.map(baseOf, (base) => `${base}${inletPath}/${secret}`)

const notFound = refuse(404, inletNotFound.error)

const tooLarge = () =>
  new NotTaken({
    status: 400,
    sentence: `the body must have at most ${bodyOctetsMax / 1024 / 1024} MiB`
  })

const answerOf = ({ status, sentence, retryAfter }: NotTaken) =>
  refuse(status, sentence, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) })

/** Services ask for a URL before they save it, and send events by POST. */
const isAsked = (method: string): boolean => method !== "POST"

const taking = Effect.gen(function* () {
  const { trustedProxies } = yield* Config
  const addressOf = clientAddress(trustedProxies)
  const guesses = KeyGuessLimiter.make()
  const { find, take } = yield* TakeEvents

  /** Wrong secrets are limited by address, as wrong API keys are. */
  const known = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    secret: string
  ) {
    const clock = yield* Clock.clockWith(Effect.succeed)
    const now = Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
    const guess = guesses.begin(countedAs(addressOf(request)), secret, now)
    if (!("end" in guess))
      return yield* new NotTaken({
        status: 429,
        sentence: "rate limit exceeded",
        retryAfter: guess.retryAfterSeconds
      })
    let verdict: KeyGuessLimiter.Verdict = "unknown"
    return yield* find(secret).pipe(
      readTimeout(readWaitMax),
      Effect.tap((target) =>
        Effect.sync(() => (verdict = target === undefined ? "wrong" : "right"))
      ),
      Effect.ensuring(Effect.sync(() => guess.end(verdict)))
    )
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const secret = request.headers[secretHeader] ?? ""
    const target = yield* known(request, secret)
    if (target === undefined) return notFound
    if (isAsked(request.method)) return HttpServerResponse.empty({ status: 200 })
    yield* (yield* RequestPlace).authenticated
    const body = yield* Effect.mapError(request.arrayBuffer, tooLarge)
    const sent = {
      headers: request.headers,
      body: new Uint8Array(body),
      url: yield* inletUrl(secret)
    }
    const events = yield* take(target, sent).pipe(
      Effect.catchDefect((defect) =>
        Effect.andThen(Effect.logError("Events of an inlet were not taken", defect), storeAway())
      )
    )
    return HttpServerResponse.jsonUnsafe({ events })
  }).pipe(Effect.catchTag("NotTaken", (refused) => Effect.succeed(answerOf(refused))))
})

export const inletLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const handle = yield* taking
    yield* router.add("POST", inletPath, handle)
    yield* router.add("GET", inletPath, handle)
  })
)
