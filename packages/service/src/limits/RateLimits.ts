/**
 * The rate limit of an account over all nodes. A node leases tokens from Postgres in blocks and ahead of
 * need, so that most requests need no statement (see TokenLease.ts).
 *
 * While Postgres does not respond, each node enforces the limit by itself: no request fails because of
 * that.
 */
import { randomUUID } from "node:crypto"

import { Context, Deferred, Duration, Effect, Exit, Layer, Schema } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import * as BoundedMap from "../platform/BoundedMap.ts"
import { Config } from "../platform/Config.ts"
import type { RateLimit } from "../platform/config/parse.ts"
import { readTimeout } from "../platform/readTimeout.ts"
import * as TokenLease from "./TokenLease.ts"

export class RateLimitExceeded extends Schema.TaggedError<RateLimitExceeded>()(
  "RateLimitExceeded",
  { retryAfterSeconds: Schema.Int }
) {}

/** The state of an account's limit, as far as this node knows. */
export interface Standing {
  /** The number of requests that may be made at once. */
  readonly burst: number
  readonly remaining: number
  /** The time at which the bucket is full again without further requests, in epoch seconds. */
  readonly fullAt: number
}

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Takes `cost` tokens, all or none. A cost above a full bucket takes a full bucket. */
    readonly take: (account: string, cost: number) => Effect.Effect<void, RateLimitExceeded>
    /**
     * Takes the tokens and returns true if they are here and no lease has to be requested. If it returns false,
     * nothing was taken, and only `take` can decide.
     */
    readonly takeNow: (account: string, cost: number) => boolean
    /** Returns `undefined` if there is no limit. */
    readonly standing: (account: string) => Standing | undefined
  }
>()("@rcpt/service/limits/RateLimits") {}

/**
 * A lease takes 1 ms. This wait, the look-up of the key and the ledger stay below 5 s together
 * (test/service/limits.test.ts).
 */
export const leaseWaitMax = Duration.millis(300)

const unreachable =
  "The database does not respond: until it does, this node enforces rate limits by itself"

/** Milliseconds between two attempts while the database does not respond. */
const retryAfter = 1_000

/** An account takes some 400 octets, and costs one statement after it was evicted. */
const accountsMax = 10_000

interface AccountLimit {
  readonly account: string
  lease: TokenLease.TokenLease
  /** The lease that is being requested. It is done when the lease is granted or has failed. */
  pending: Deferred.Deferred<void> | undefined
  /** The summed cost of the requests that wait for it. */
  waiting: number
}

const unlimited = RateLimits.of({
  take: () => Effect.void,
  takeNow: () => true,
  standing: () => undefined
})

type RequestLease = (of: AccountLimit) => Effect.Effect<void, unknown>

/** Requests leases, one at a time per account, and notes whether the database responds. */
const makeLessee = (requestLease: RequestLease, scope: Scope.Scope) => {
  /** The time of the next attempt; `undefined` while the database responds. */
  let retryAt: number | undefined

  /** Requests a lease in a fiber of its own, so a client that disconnects does not stop it for the others. */
  const request = (of: AccountLimit): Effect.Effect<void> =>
    Effect.suspend(() => {
      const done = (of.pending = Deferred.makeUnsafe<void>())
      return requestLease(of).pipe(
        Effect.onExit((exit) => {
          const isNews = retryAt === undefined && Exit.isFailure(exit)
          retryAt = Exit.isSuccess(exit) ? undefined : performance.now() + retryAfter
          of.pending = undefined
          Deferred.doneUnsafe(done, Effect.void)
          return isNews ? Effect.logWarning(unreachable) : Effect.void
        }),
        Effect.catchCause((cause) => Effect.logDebug("Rate limit tokens not leased", cause)),
        Effect.forkIn(scope, { startImmediately: true }),
        Effect.asVoid
      )
    })

  /**
   * Tells whether to request a lease. While the database does not respond, one account tries for all of them, once
   * per `retryAfter`.
   */
  const isDue = (lease: TokenLease.TokenLease, now: number): boolean => {
    if (retryAt === undefined) return TokenLease.isLow(lease, now)
    if (now < retryAt) return false
    retryAt = now + retryAfter
    return true
  }

  return {
    isAlone: () => retryAt !== undefined,
    /** Ends when a lease was granted, or has failed. */
    wait: (of: AccountLimit, cost: number): Effect.Effect<void> =>
      Effect.suspend(() => {
        of.waiting += cost
        const requested = of.pending === undefined ? request(of) : Effect.void
        return requested.pipe(
          Effect.andThen(() => (of.pending ? Deferred.await(of.pending) : Effect.void)),
          Effect.ensuring(Effect.sync(() => (of.waiting -= cost)))
        )
      }),
    /** Requests a lease before the tokens are spent, so that no request has to wait. */
    requestAhead: (of: AccountLimit, now: number): Effect.Effect<void> =>
      of.pending === undefined && isDue(of.lease, now) ? request(of) : Effect.void
  }
}

const make = Effect.fnUntraced(function* (limit: RateLimit) {
  const requestLease = makeRequestLease(limit, randomUUID(), yield* SqlClient.SqlClient)
  const lessee = makeLessee(requestLease, yield* Effect.scope)
  const accounts = BoundedMap.make<string, AccountLimit>(accountsMax)

  const limitOf = (account: string): AccountLimit => {
    const existing = accounts.get(account)
    if (existing !== undefined) return existing
    const lease = TokenLease.make(limit, performance.now())
    const added: AccountLimit = { account, lease, pending: undefined, waiting: 0 }
    accounts.set(account, added)
    return added
  }

  const spend = (of: AccountLimit, cost: number): Effect.Effect<void, RateLimitExceeded> =>
    Effect.suspend(() => {
      const now = performance.now()
      const spendFrom = lessee.isAlone() ? TokenLease.spendOwn : TokenLease.spend
      const after = spendFrom(limit, of.lease, cost, now)
      if (after === "exhausted") return Effect.andThen(lessee.wait(of, cost), spend(of, cost))
      if (after === "refused") {
        const millis = TokenLease.millisUntil(limit, of.lease, cost, now)
        return Effect.fail(new RateLimitExceeded({ retryAfterSeconds: atLeastASecond(millis) }))
      }
      of.lease = after
      return lessee.requestAhead(of, now)
    })

  return RateLimits.of({
    take: (account, cost) =>
      Effect.suspend(() => spend(limitOf(account), Math.min(cost, limit.burst))),
    takeNow: (account, cost) => {
      const of = limitOf(account)
      if (lessee.isAlone()) return false
      const now = performance.now()
      const after = TokenLease.spend(limit, of.lease, Math.min(cost, limit.burst), now)
      if (typeof after === "string") return false
      if (of.pending === undefined && TokenLease.isLow(after, now)) return false
      of.lease = after
      return true
    },
    standing: (account) => standingOf(limit, limitOf(account).lease)
  })
})

const standingOf = (limit: RateLimit, lease: TokenLease.TokenLease): Standing => {
  const left = TokenLease.remaining(limit, lease, performance.now())
  const full = Date.now() + ((limit.burst - left) / limit.perSecond) * 1000
  return { burst: limit.burst, remaining: Math.floor(left), fullAt: Math.ceil(full / 1000) }
}

const atLeastASecond = (millis: number): number => Math.max(1, Math.ceil(millis / 1000))

interface GrantRow {
  readonly granted: number
  readonly level: number
}

/** Requests one lease from Postgres, and applies what was granted. */
const makeRequestLease =
  (limit: RateLimit, node: string, sql: SqlClient.SqlClient) =>
  (of: AccountLimit): Effect.Effect<void, unknown> =>
    Effect.suspend(() => {
      const requestedAt = performance.now()
      const request = TokenLease.prepareRequest(limit, of.lease, of.waiting, requestedAt)
      const { lease, unspent, wanted } = request
      of.lease = lease
      return sql<GrantRow>`
        select granted, level from lease_tokens(
          ${of.account}::uuid, ${node}::uuid, ${unspent}::int, ${wanted}::int,
          ${limit.perSecond}::float8, ${limit.burst}::float8,
          make_interval(secs => ${TokenLease.leaseLifetime / 1000}::float8))`.pipe(
        readTimeout(leaseWaitMax),
        Effect.map(([row]) => {
          const grant = { wanted, requestedAt, granted: row!.granted, level: row!.level }
          of.lease = TokenLease.applyGrant(limit, of.lease, grant, performance.now())
        })
      )
    })

export const layer: Layer.Layer<RateLimits, never, Config | SqlClient.SqlClient> = Layer.effect(
  RateLimits,
  Effect.flatMap(Config, ({ rateLimit }) =>
    rateLimit === "off" ? Effect.succeed(unlimited) : make(rateLimit)
  )
)
