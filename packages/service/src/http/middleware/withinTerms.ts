/**
 * Refuses a request that is outside of the terms of its API key: after its end, from another network or website, by a
 * visitor who has asked too often. What is refused costs nothing, is no activity of the account, and stands in
 * its security events.
 */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { OpenToBrowsers, WithinTerms } from "@rcpt/api/Permissions"
import {
  browserKeyOnly,
  creditLimitReached,
  keyEnded,
  maxAgeRefused,
  networkRefused,
  originRefused,
  tooManyByVisitor
} from "@rcpt/api/Problem"
import type { BadRequest, Forbidden, TooManyRequests } from "@rcpt/api/Problem"
import type { RefusalKind } from "@rcpt/api/Security"
import { isBrowserKey, isOriginAllowed, noTerms } from "@rcpt/domain/KeyTerms"
import type { KeyTerms } from "@rcpt/domain/KeyTerms"
import { isWithin } from "@rcpt/verifier/dns/reservedNetworks"
import { Clock, Context, Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest } from "effect/http"

import { Refusals } from "../../accounts/security/Refusals.ts"
import { addressLabel } from "../../accounts/security/requestOrigin.ts"
import { CurrentActivity } from "../../activity/CurrentActivity.ts"
import { CreditLimitReached, withinCreditLimit } from "../../ledger/keySpending.ts"
import * as visitorLimits from "../../limits/visitorLimits.ts"
import type { VisitorStanding } from "../../limits/visitorLimits.ts"
import { Config } from "../../platform/Config.ts"
import { processes } from "../../platform/processes/Processes.ts"
import { clientAddress, countedAs } from "./clientAddress.ts"
import { permit } from "./permissions.ts"
import { withStanding } from "./rateLimit.ts"

type Caller = CurrentAccount["Service"]
type Refusal = readonly [kind: RefusalKind, error: Forbidden | TooManyRequests]

/** The tests of networks, by the lists of holders, which are made anew about once a second. */
const tests = new WeakMap<ReadonlyArray<string>, (address: string) => boolean>()

const isInside = (networks: ReadonlyArray<string>, address: string): boolean => {
  const known = tests.get(networks) ?? isWithin(networks)
  tests.set(networks, known)
  return known(address)
}

interface Asked {
  readonly terms: KeyTerms
  readonly networks: Caller["networks"]
  readonly address: string
  /** As it was sent. */
  readonly origin: string | undefined
  readonly isOpenToBrowsers: boolean
  /** Epoch milliseconds. */
  readonly now: number
}

/** `undefined`: within the terms, as far as they are the same for all visitors. */
export const termsRefusalOf = (asked: Asked): Refusal | undefined => {
  const { terms, networks, address, origin, isOpenToBrowsers, now } = asked
  if (isBrowserKey(terms) && !isOpenToBrowsers) return ["forbidden", browserKeyOnly]
  if (terms.expiresAt !== undefined && terms.expiresAt <= now) return ["ended_key_used", keyEnded]
  if (networks && !isInside(networks, address)) return ["network_refused", networkRefused]
  if (terms.origins === undefined) return undefined
  return origin !== undefined && isOriginAllowed(terms.origins, origin)
    ? undefined
    : ["origin_refused", originRefused]
}

const noteRefusal = (caller: Caller, kind: RefusalKind) =>
  Refusals.use(({ note }) => {
    const { accountId: account, addressKey, keyId = "" } = caller
    return note(kind, { _tag: "Account", account, addressKey, keyId })
  })

/** Everybody has a browser key: they could fill the account's list of activity by what is refused. */
const noActivity = Effect.withFiber((fiber) => {
  const draft = fiber.getRef(CurrentActivity)
  if (draft !== undefined) draft.caller = undefined
  return Effect.void
})

const refuse = (caller: Caller, [kind, error]: Refusal) =>
  Effect.andThen(Effect.andThen(noteRefusal(caller, kind), noActivity), Effect.fail(error))

/** Instead of those of the account, which are none of a visitor's business. */
const withVisitorStanding = ({ limit, remaining, resetAt }: VisitorStanding) => {
  const standing = { burst: limit, remaining, fullAt: Math.ceil(resetAt / 1_000) }
  return HttpEffect.withPreResponseHandler((_request, response) =>
    Effect.succeed(withStanding(response, standing))
  )
}

export const layer: Layer.Layer<WithinTerms, never, Config | Refusals> = Layer.effect(
  WithinTerms,
  Effect.gen(function* () {
    const { trustedProxies } = yield* Config
    const refusals = yield* Refusals
    const addressOf = clientAddress(trustedProxies)
    const visitors = visitorLimits.make((yield* processes).siblings)

    return (handle, { endpoint }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const { terms, networks, keyId = "" } = caller
        if (!terms) return yield* handle
        const request = yield* HttpServerRequest.HttpServerRequest
        const now = yield* Clock.currentTimeMillis
        const address = addressOf(request)
        const { origin } = request.headers
        const isOpenToBrowsers = Context.get(endpoint.annotations, OpenToBrowsers)
        const refusal = termsRefusalOf({ terms, networks, address, origin, isOpenToBrowsers, now })
        if (refusal !== undefined) return yield* refuse(caller, refusal)
        if (terms.visitorLimit === undefined) return yield* handle
        const standing = visitors.take(keyId, countedAs(address), terms.visitorLimit, now)
        const { limit, resetAt, isOver } = standing
        const seconds = Math.max(1, Math.ceil((resetAt - now) / 1_000))
        const error = tooManyByVisitor({ retryAfterSeconds: seconds, limit })
        const visitor = addressLabel(caller.addressKey, countedAs(address))
        // A refusal fails, so that the request is not handled.
        const allowed = isOver ? refuse(caller, ["visitor_limit_reached", error]) : Effect.void
        return yield* Effect.andThen(allowed, handle).pipe(
          Effect.provideService(CurrentAccount, { ...caller, visitor }),
          withVisitorStanding(standing)
        )
      }).pipe(Effect.provideService(Refusals, refusals))
  })
)

/** A result that was found before is the account's data: only for callers that may read it. */
export const permitKnown = (
  maxAge: number | undefined
): Effect.Effect<void, BadRequest, CurrentAccount> =>
  maxAge === undefined ? Effect.void : Effect.mapError(permit("read"), () => maxAgeRefused)

const iso = (millis: number) => new Date(millis).toISOString().replace(".000Z", "Z")

/** A visitor is told of no credits of the account: for one, the limit is that of visitors. */
const limitOf = ({ visitorLimit, creditLimit }: KeyTerms): number =>
  visitorLimit?.perDay ?? creditLimit?.credits ?? 0

/** Says that the limit is reached, and to the account that a request was refused for it. */
export const refuseOverLimit = ({ until, retryAfterSeconds }: CreditLimitReached) =>
  Effect.flatMap(CurrentAccount, (caller) => {
    const resetAt = Math.ceil(until / 1_000)
    const refused = { retryAfterSeconds, limit: limitOf(caller.terms ?? noTerms), resetAt }
    return refuse(caller, ["credit_limit_reached", creditLimitReached(iso(until), refused)])
  })

/** `withinCreditLimit` of the ledger for the key of the request, with the refusals of the API. */
export const withinCredits = <A, E, R>(
  caller: Caller,
  most: number,
  use: (spent: (credits: number) => void) => Effect.Effect<A, E, R>
) =>
  Effect.catchIf(
    withinCreditLimit(caller, most, use),
    (error): error is CreditLimitReached => error instanceof CreditLimitReached,
    refuseOverLimit
  )
