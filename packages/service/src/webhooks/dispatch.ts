/**
 * Delivers what is due. Every node does; a row that one has leased is left alone by the others until
 * the lease is over, and whoever died with it has it tried again: at least once, never lost.
 */
import { EventStore } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Cause, Clock, Duration, Effect, Schedule, Semaphore } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { claimDeliveries } from "./claimDeliveries.ts"
import type { Claimed } from "./claimDeliveries.ts"
import { answerWaitMax, bodyWaitMax, post } from "./post.ts"
import { ofSecrets } from "./SecretBox.ts"
import { settleDelivery } from "./settleDelivery.ts"
import type { Attempt } from "./settleDelivery.ts"
import { signedHeaders } from "./signature.ts"

/** Of this node. An attempt is a socket and little else. */
const attemptsAtOnceMax = 64

/** How late the first attempt may be. One probe of an index each time. */
const pollEvery = Duration.millis(500)
const troubleWait = Duration.seconds(1)

/** For keeping what came of it, on a database that is slow. */
const settleWaitMax = Duration.seconds(10)

export const leaseLasts = Duration.sum(Duration.sum(answerWaitMax, bodyWaitMax), settleWaitMax)

const unreadable = "the secret cannot be read any more: rotate it"

const sweepEvery = Duration.minutes(1)
const sweptMax = 1_000

export const make = Effect.gen(function* () {
  const box = yield* ofSecrets
  const store = yield* EventStore
  const write = yield* WriteSql
  const { a, aaaa } = yield* Resolver
  const { unsafeNetworks } = yield* Config
  const network = { dns: { a, aaaa }, isPublic: publicAddresses(unsafeNetworks) }
  // However many attempts end at once, they take one connection of those that carry the ledger.
  const inTurn = yield* Semaphore.make(1)

  const claim = (limit: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      claimDeliveries(write, { limit, now, leasedUntil: now + Duration.toMillis(leaseLasts) })
    )

  const statusOf = Effect.fnUntraced(function* (claimed: Claimed) {
    const { id, account, body, url, secret, previousSecret } = claimed
    const current = box.open(account, secret)
    if (current === undefined) return yield* Effect.fail(unreadable)
    const previous = previousSecret === null ? undefined : box.open(account, previousSecret)
    const secrets = [current, ...(previous === undefined ? [] : [previous])]
    const at = yield* Clock.currentTimeMillis
    return yield* post(network, { url, headers: signedHeaders({ id, at, body }, secrets), body })
  })

  /** Waits for the next attempt begin when this one has ended. */
  const attemptOf = Effect.fnUntraced(function* (claimed: Claimed) {
    const came = yield* statusOf(claimed).pipe(
      Effect.match({
        onSuccess: (status) => ({ status, failure: null }),
        onFailure: (failure) => ({ status: null, failure })
      })
    )
    const attempt: Attempt = { at: yield* Clock.currentTimeMillis, ...came }
    return attempt
  })

  const kept = (claimed: Claimed, attempt: Attempt) =>
    settleDelivery(claimed, attempt).pipe(
      Effect.provideService(EventStore, store),
      Effect.provideService(SqlClient.SqlClient, write),
      write.withTransaction,
      // A step that died of a lost database is tried again too.
      unavailable,
      inTurn.withPermits(1),
      Effect.retry({ times: 2 }),
      Effect.timeout(settleWaitMax)
    )

  /** Interrupted, we stop: another node, or we after the next start, need not wait for the lease. */
  const handBack = ({ id, lease }: Claimed) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      write`
        update webhook_delivery set lease = null, due_at = to_timestamp(${now / 1000}::float8)
        where delivery_id = ${id} and lease = ${lease}`.pipe(Effect.ignore)
    )

  /** When it cannot be kept, the lease runs out and it is delivered again. */
  const deliver = (claimed: Claimed) =>
    attemptOf(claimed).pipe(
      Effect.flatMap((attempt) => kept(claimed, attempt)),
      Effect.onInterrupt(() => handBack(claimed)),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : Effect.logWarning("What came of a webhook could not be kept", claimed.id, cause)
      )
    )

  return { claim, deliver }
})

/** All that is due now, waited for: answers how many attempts there were. */
export const round = Effect.gen(function* () {
  const { claim, deliver } = yield* make
  const claimed = yield* claim(attemptsAtOnceMax)
  yield* Effect.forEach(claimed, deliver, { concurrency: "unbounded", discard: true })
  return claimed.length
})

const dispatch = Effect.gen(function* () {
  const { claim, deliver } = yield* make
  let free = attemptsAtOnceMax

  const take = Effect.gen(function* () {
    const claimed = free === 0 ? [] : yield* claim(free)
    free -= claimed.length
    for (const one of claimed)
      yield* deliver(one).pipe(Effect.ensuring(Effect.sync(() => free++)), Effect.forkScoped)
    return claimed.length
  })

  return yield* Effect.repeat(take, { until: (count) => count === 0 }).pipe(
    Effect.andThen(Effect.sleep(pollEvery)),
    Effect.catchCause((cause) =>
      Effect.andThen(
        Effect.logWarning("Webhooks could not be looked for", cause),
        Effect.sleep(troubleWait)
      )
    ),
    Effect.forever
  )
}).pipe(Effect.scoped)

/** The log of deliveries goes as jobs do: answers how many went. */
export const removeOld = (retention: Duration.Duration) =>
  Effect.gen(function* () {
    const write = yield* WriteSql
    const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(retention)
    const gone = yield* write`
      delete from webhook_delivery where delivery_id in (
        select delivery_id from webhook_delivery
        where created_at <= to_timestamp(${before / 1000}::float8)
        order by created_at limit ${sweptMax})
      returning delivery_id`
    return gone.length
  }).pipe(Effect.orDie)

const sweep = (retention: Duration.Duration) =>
  Effect.repeat(removeOld(retention), { until: (count) => count < sweptMax }).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Old deliveries could not be removed", cause)),
    Effect.repeat(Schedule.spaced(sweepEvery))
  )

/** For ever. */
export const run = Effect.flatMap(Config, ({ retentionDays }) =>
  Effect.all([dispatch, sweep(Duration.days(retentionDays))], {
    concurrency: "unbounded",
    discard: true
  })
)
