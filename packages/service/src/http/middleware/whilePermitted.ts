/**
 * Ends an answer that goes on for longer than its caller may ask for it: a stream of events, or a download. Key or
 * session, its terms, role and scopes are looked at before each part that is sent, as at a new request. So a caller is
 * told nothing later than `cacheLifetime` after any of them has changed, on every node. Notifications only make an
 * answer end at once where it has nothing to send.
 *
 * A look is no use of the credential: a page that is left open does not keep its session from becoming idle.
 */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import { OpenToBrowsers, Requires } from "@rcpt/api/Permissions"
import { noTerms } from "@rcpt/domain/KeyTerms"
import { Clock, Context, Duration, Effect, Schema, Stream } from "effect"
import { HttpBody, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"

import { ApiKeys } from "../../accounts/ApiKeys.ts"
import { Revocations, revocationWait } from "../../accounts/Revocations.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { Config } from "../../platform/Config.ts"
import { hashOf } from "../../platform/config/apiKeyFormat.ts"
import { clientAddress } from "./clientAddress.ts"
import { refusalOf } from "./permissions.ts"
import { termsRefusalOf } from "./withinTerms.ts"

type Caller = CurrentAccount["Service"]
type Endpoint = Pick<HttpApiEndpoint.Top, "annotations">

/** While the database is away, nothing is known of a caller, and nothing is sent. */
const lookAgainEvery = Duration.seconds(1)

/** An answer with nothing to send is looked at this often, because a notification may be lost. A look is a cached read. */
const lookAtLeastEvery = Duration.seconds(5)

/** Waits for notifications of this node, by the credential that they name. */
const makeNotices = Effect.gen(function* () {
  const { subscribe } = yield* Revocations
  const waiting = new Map<string, Set<() => void>>()
  yield* subscribe((credential) => {
    // Whoever is woken may wait again at once: not in this round.
    for (const wake of new Set(waiting.get(credential))) wake()
  })
  return (credential: string): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const all = waiting.get(credential) ?? new Set()
      const wake = () => resume(Effect.void)
      waiting.set(credential, all.add(wake))
      return Effect.sync(() => {
        all.delete(wake)
        if (all.size === 0 && waiting.get(credential) === all) waiting.delete(credential)
      })
    })
})

/** The caller's key or session, as it is now, with the name by which notifications call it. */
const makeCredentialOf = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const sessions = yield* Sessions
  return ({ sessionId }: Caller, { headers }: HttpServerRequest.HttpServerRequest) => {
    const key = headers["x-api-key"] ?? ""
    const look: Effect.Effect<Caller | undefined> =
      sessionId === undefined ? keys.holderNow(key) : sessions.holderNow(sessionId)
    return { name: sessionId ?? hashOf(key), look }
  }
})

const untilKnown = <A>(look: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.catchDefect(look, () => Effect.delay(untilKnown(look), lookAgainEvery))

interface Standing {
  /** The caller as they are now; `undefined`: they may not ask for the same now. */
  readonly permitted: Effect.Effect<Caller | undefined>
  /** Returns when it is time to look again: at a notification, or after `wait` at the latest. */
  readonly change: (caller: Caller, wait: Duration.Duration) => Effect.Effect<"told" | "waited">
}

/**
 * Returns when the caller is not permitted any more. A look right after a notification may still find what was looked up
 * before, so the next one comes when nothing of that is used any more.
 */
const untilRefused = (
  standing: Standing,
  caller: Caller,
  wait = lookAtLeastEvery
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const why = yield* standing.change(caller, wait)
    const now = yield* standing.permitted
    if (now === undefined) return
    yield* untilRefused(standing, now, why === "told" ? revocationWait : lookAtLeastEvery)
  })

class CutOff extends Schema.TaggedError<CutOff>()("CutOff", {}) {}

/** An event stream ends as it does when the node stops. A file that is not whole must not look whole: it is cut off. */
const bodyWhile = (body: HttpBody.Stream, standing: Standing, caller: Caller): HttpBody.Stream => {
  const isWhole = !body.contentType.startsWith("text/event-stream")
  const refused = Effect.andThen(untilRefused(standing, caller), new CutOff())
  const parts = body.stream.pipe(
    Stream.mapArrayEffect((part) =>
      Effect.flatMap(standing.permitted, (now) =>
        now === undefined ? new CutOff() : Effect.succeed(part)
      )
    ),
    Stream.interruptWhen(refused),
    Stream.catchIf(
      (error) => error instanceof CutOff,
      () => (isWhole ? Stream.fromEffect(Effect.interrupt) : Stream.empty)
    )
  )
  return HttpBody.stream(parts, body.contentType, body.contentLength)
}

export const makeWhilePermitted = Effect.gen(function* () {
  const { trustedProxies } = yield* Config
  const addressOf = clientAddress(trustedProxies)
  const credentialOf = yield* makeCredentialOf
  const notice = yield* makeNotices

  const standingOf = (
    caller: Caller,
    request: HttpServerRequest.HttpServerRequest,
    { annotations }: Endpoint
  ): Standing => {
    const credential = credentialOf(caller, request)
    const permission = Context.get(annotations, Requires)
    const isOpenToBrowsers = Context.get(annotations, OpenToBrowsers)
    const asked = {
      address: addressOf(request),
      origin: request.headers["origin"],
      isOpenToBrowsers
    }
    const permitted = Effect.gen(function* () {
      const holder = yield* untilKnown(credential.look)
      if (holder?.accountId !== caller.accountId) return undefined
      const { terms, networks } = holder
      const now = yield* Clock.currentTimeMillis
      const isWithin = !terms || termsRefusalOf({ ...asked, terms, networks, now }) === undefined
      return isWithin && refusalOf(permission, holder) === undefined ? holder : undefined
    })
    const change: Standing["change"] = ({ terms }, wait) =>
      Effect.gen(function* () {
        const { expiresAt = Infinity } = terms ?? noTerms
        const left = expiresAt - (yield* Clock.currentTimeMillis)
        const until = Duration.min(Duration.millis(Math.max(0, left)), wait)
        return yield* Effect.raceFirst(
          Effect.as(notice(credential.name), "told" as const),
          Effect.as(Effect.sleep(until), "waited" as const)
        )
      })
    return { permitted, change }
  }

  return (response: HttpServerResponse.HttpServerResponse, caller: Caller, endpoint: Endpoint) =>
    Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
      const { body } = response
      if (body._tag !== "Stream") return response
      const standing = standingOf(caller, request, endpoint)
      return HttpServerResponse.setBody(response, bodyWhile(body, standing, caller))
    })
})
