/**
 * How fast an account may ask, all nodes together. Tokens are taken from Postgres on lease, in blocks
 * and ahead of need, so that most requests ask nobody (Share.ts says how).
 *
 * While Postgres does not answer, each node keeps the limit by itself: no request fails for that.
 */
import { randomUUID } from "node:crypto"

import { Context, Deferred, Duration, Effect, Exit, Layer, Schema } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import { answerWithin } from "../answerWithin.ts"
import { Config } from "../Config.ts"
import * as RecentMap from "./RecentMap.ts"
import * as Share from "./Share.ts"
import type { Limit } from "./TokenBucket.ts"

export class RateLimitExceeded extends Schema.TaggedError<RateLimitExceeded>()(
  "RateLimitExceeded",
  { retryAfterSeconds: Schema.Int }
) {}

/** How an account stands with its limit, as far as this node knows. */
export interface Standing {
  /** What may be spent at once. */
  readonly burst: number
  readonly remaining: number
  /** Epoch seconds: when all of it is there again, if nothing is asked until then. */
  readonly fullAt: number
}

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Takes as many tokens, all or none. More than a full bucket holds are never asked of anybody. */
    readonly take: (account: string, cost: number) => Effect.Effect<void, RateLimitExceeded>
    /** `undefined`: there is no limit. */
    readonly standing: (account: string) => Standing | undefined
  }
>()("@rcpt/service/limits/RateLimits") {}

/** A lease takes 1 ms. With the look-up of the key and the ledger, below 5 s (limits.test.ts). */
export const leaseWaitMax = Duration.millis(300)

const silence = "The database gives no leases: each node keeps rate limits by itself"

/** Milliseconds between two looks whether a silent database answers again. */
const silenceFor = 1_000

/** Some 400 octets each. Who is forgotten comes back with one statement. */
const accountsMax = 10_000

interface Entry {
  readonly account: string
  share: Share.Share
  /** The lease under way: done when it is there, or known not to come. */
  underWay: Deferred.Deferred<void> | undefined
  /** What the requests cost that wait for it. */
  waiting: number
}

const unlimited = RateLimits.of({ take: () => Effect.void, standing: () => undefined })

type Lease = (entry: Entry) => Effect.Effect<void, unknown>

/** Asks for leases, one at a time for each account, and knows whether anybody answers. */
const makeLender = (lease: Lease, scope: Scope.Scope) => {
  let silentUntil: number | undefined

  /** Belongs to nobody: a caller that goes away leaves it to the others. */
  const ask = (entry: Entry): Effect.Effect<void> =>
    Effect.suspend(() => {
      const done = (entry.underWay = Deferred.makeUnsafe<void>())
      return lease(entry).pipe(
        Effect.onExit((exit) => {
          const isNews = silentUntil === undefined && Exit.isFailure(exit)
          silentUntil = Exit.isSuccess(exit) ? undefined : performance.now() + silenceFor
          entry.underWay = undefined
          Deferred.doneUnsafe(done, Effect.void)
          return isNews ? Effect.logWarning(silence) : Effect.void
        }),
        Effect.catchCause((cause) => Effect.logDebug("No lease of tokens", cause)),
        Effect.forkIn(scope, { startImmediately: true }),
        Effect.asVoid
      )
    })

  /** While nobody answers, one account asks for all of them, now and then. */
  const isTime = (share: Share.Share, now: number): boolean => {
    if (silentUntil === undefined) return Share.isLow(share, now)
    if (now < silentUntil) return false
    silentUntil = now + silenceFor
    return true
  }

  return {
    isSilent: () => silentUntil !== undefined,
    /** Ends when there is news, of whichever kind. */
    wait: (entry: Entry, cost: number): Effect.Effect<void> =>
      Effect.suspend(() => {
        entry.waiting += cost
        const asked = entry.underWay === undefined ? ask(entry) : Effect.void
        return asked.pipe(
          Effect.andThen(() => (entry.underWay ? Deferred.await(entry.underWay) : Effect.void)),
          Effect.ensuring(Effect.sync(() => (entry.waiting -= cost)))
        )
      }),
    /** Before the tokens are spent, so that nobody need wait. */
    askAhead: (entry: Entry, now: number): Effect.Effect<void> =>
      entry.underWay === undefined && isTime(entry.share, now) ? ask(entry) : Effect.void
  }
}

const make = Effect.fnUntraced(function* (limit: Limit) {
  const lease = leasing(limit, randomUUID(), yield* SqlClient.SqlClient)
  const lender = makeLender(lease, yield* Effect.scope)
  const entries = RecentMap.make<string, Entry>(accountsMax)

  const entryOf = (account: string): Entry => {
    const known = entries.get(account)
    if (known !== undefined) return known
    const share = Share.make(limit, performance.now())
    const entry: Entry = { account, share, underWay: undefined, waiting: 0 }
    entries.set(account, entry)
    return entry
  }

  const spend = (entry: Entry, cost: number): Effect.Effect<void, RateLimitExceeded> =>
    Effect.suspend(() => {
      const now = performance.now()
      const spent = lender.isSilent() ? Share.spendOwn : Share.spend
      const after = spent(limit, entry.share, cost, now)
      if (after === "ask") return Effect.andThen(lender.wait(entry, cost), spend(entry, cost))
      if (after === "refused") {
        const millis = Share.millisUntil(limit, entry.share, cost, now)
        return Effect.fail(new RateLimitExceeded({ retryAfterSeconds: atLeastASecond(millis) }))
      }
      entry.share = after
      return lender.askAhead(entry, now)
    })

  return RateLimits.of({
    take: (account, cost) =>
      Effect.suspend(() => spend(entryOf(account), Math.min(cost, limit.burst))),
    standing: (account) => standingOf(limit, entryOf(account).share)
  })
})

const standingOf = (limit: Limit, share: Share.Share): Standing => {
  const left = Share.remaining(limit, share, performance.now())
  const full = Date.now() + ((limit.burst - left) / limit.perSecond) * 1000
  return { burst: limit.burst, remaining: Math.floor(left), fullAt: Math.ceil(full / 1000) }
}

const atLeastASecond = (millis: number): number => Math.max(1, Math.ceil(millis / 1000))

interface Row {
  readonly granted: number
  readonly level: number
}

/** One lease: the statement, and what it makes of the share. */
const leasing =
  (limit: Limit, node: string, sql: SqlClient.SqlClient) =>
  (entry: Entry): Effect.Effect<void, unknown> =>
    Effect.suspend(() => {
      const askedAt = performance.now()
      const { share, unspent, wanted } = Share.order(limit, entry.share, entry.waiting, askedAt)
      entry.share = share
      return sql<Row>`
        select granted, level from lease_tokens(
          ${entry.account}::uuid, ${node}::uuid, ${unspent}::int, ${wanted}::int,
          ${limit.perSecond}::float8, ${limit.burst}::float8,
          make_interval(secs => ${Share.leaseLifetime / 1000}::float8))`.pipe(
        answerWithin(leaseWaitMax),
        Effect.map(([row]) => {
          const lease = { wanted, askedAt, granted: row!.granted, level: row!.level }
          entry.share = Share.receive(limit, entry.share, lease, performance.now())
        })
      )
    })

export const layer: Layer.Layer<RateLimits, never, Config | SqlClient.SqlClient> = Layer.effect(
  RateLimits,
  Effect.flatMap(Config, ({ rateLimit }) =>
    rateLimit === "off" ? Effect.succeed(unlimited) : make(rateLimit)
  )
)
