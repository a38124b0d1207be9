/**
 * Delivers what is due, on every node. A row that one node has leased is skipped by the others until the
 * lease ends. If a node dies with a lease, another one tries again: at least once, never lost.
 */
import { EventStore } from "@rcpt/store/EventStore"
import { Hints } from "@rcpt/store/Hints"
import { unavailable } from "@rcpt/store/unavailable"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Cause, Duration, Effect, Semaphore } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { deleteRows } from "../platform/deleteRows.ts"
import { inPlaces, leasedRows, leases, workForEver } from "../platform/leasedRows.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { NodeLease } from "../platform/NodeLease.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { SecretBox } from "../platform/SecretBox.ts"
import { claimDeliveries, isAnyPending } from "./claimDeliveries.ts"
import type { Claimed } from "./claimDeliveries.ts"
import { answerWaitMax, bodyWaitMax, post, requestHeaders } from "./post.ts"
import type { Posted } from "./post.ts"
import { settleDelivery } from "./settleDelivery.ts"
import type { Attempt } from "./settleDelivery.ts"
import { signedHeaders } from "./signature.ts"
import type { Network } from "./target.ts"

/**
 * Concurrent attempts of this node. An attempt costs little more than a socket, and six accounts, all of whose
 * ten endpoints hang, leave room for others.
 */
const attemptsAtOnceMax = 256

/** The delay of an attempt, at most. A poll costs one index lookup. */
const pollEvery = Duration.millis(500)

/**
 * The poll while nothing waits and no hint comes. The hint may be lost, or another process may have been
 * asked to send again.
 */
const idlePollEvery = Duration.seconds(1.5)
const troubleWait = Duration.seconds(1)

/** The time for storing the result of an attempt in a slow database: what the lease has left. */
const settleWaitMax = Duration.subtract(
  leases.webhook_delivery.lasts,
  Duration.sum(answerWaitMax, bodyWaitMax)
)

const unreadable = "the secret cannot be read any more: rotate it"

const sweptMax = 1_000

/** `none`: no answer, or the attempt was not even made. */
const statusClass = (status: number | null): string =>
  status === null ? "none" : `${Math.floor(status / 100)}xx`

/** Signs what is claimed, sends it, and tells what came of it. */
const attempting = (network: Network, box: SecretBox) => {
  const signed = (claimed: Claimed): Posted | undefined => {
    const { id, account, body, claimedAt: at, url, secret, previousSecret } = claimed
    const current = box.open(account, secret)
    if (current === undefined) return undefined
    const previous = previousSecret === null ? undefined : box.open(account, previousSecret)
    const secrets = [current, ...(previous === undefined ? [] : [previous])]
    return { url, headers: signedHeaders({ id, at, body }, secrets), body }
  }

  const sent = (posted: Posted | undefined) =>
    (posted === undefined ? Effect.fail(unreadable) : post(network, posted)).pipe(
      Effect.match({
        onSuccess: ({ status, text }) => ({ status, failure: null, answer: text }),
        onFailure: (failure) => ({ status: null, failure, answer: "" })
      })
    )

  return (claimed: Claimed) =>
    Effect.gen(function* () {
      const posted = signed(claimed)
      const [duration, outcome] = yield* Effect.timed(sent(posted))
      metricTable.webhookAttempts.add({ status: statusClass(outcome.status) })
      const headers = posted === undefined ? null : requestHeaders(posted)
      return { ...outcome, headers, millis: Duration.toMillis(duration) } satisfies Attempt
    })
}

export const make = Effect.gen(function* () {
  const box = yield* ofPurpose("webhook secrets")
  const store = yield* EventStore
  const write = yield* WriteSql
  const { holder } = yield* NodeLease
  const { a, aaaa } = yield* Resolver
  const { unsafeNetworks, webhookAllowedHosts: allowedHosts } = yield* Config
  const network = { dns: { a, aaaa }, isPublic: publicAddresses(unsafeNetworks), allowedHosts }
  // However many attempts end at once, they use one of the connections that write the ledger.
  const inTurn = yield* Semaphore.make(1)

  const claim = (limit: number) =>
    Effect.suspend(() => claimDeliveries(write, { limit, holder: holder() }))

  const attemptOf = attempting(network, box)

  const kept = (claimed: Claimed, attempt: Attempt) =>
    settleDelivery(claimed, attempt).pipe(
      Effect.provideService(EventStore, store),
      Effect.provideService(SqlClient.SqlClient, write),
      write.withTransaction,
      // Turns the defect of a lost database into an error, so that it is retried too.
      unavailable,
      inTurn.withPermits(1),
      Effect.retry({ times: 2 }),
      Effect.timeout(settleWaitMax)
    )

  const { handBack, releaseEnded } = leasedRows(write, "webhook_delivery")

  /** If the result cannot be stored, the lease ends and the delivery is sent again. */
  const deliver = (claimed: Claimed) =>
    attemptOf(claimed).pipe(
      Effect.flatMap((attempt) => kept(claimed, attempt)),
      Effect.onInterrupt(() => handBack(claimed)),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : Effect.logWarning("A delivery's result could not be stored", claimed.id, cause)
      )
    )

  return { claim, deliver, releaseEnded }
})

/** Delivers what is due now and waits for it. Returns the number of attempts. */
export const round = Effect.gen(function* () {
  const { claim, deliver, releaseEnded } = yield* make
  yield* releaseEnded
  const claimed = yield* claim(attemptsAtOnceMax)
  yield* Effect.forEach(claimed, deliver, { concurrency: "unbounded", discard: true })
  return claimed.length
})

/** Runs for ever. */
export const run = Effect.gen(function* () {
  const write = yield* WriteSql
  const { claim, deliver, releaseEnded } = yield* make
  // If it fails, what is due goes out all the same.
  const release = releaseEnded.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Lost deliveries could not be released", cause))
  )
  // The delivery of an event is put in with it, or by the view that follows it.
  const waitForHint = (yield* Hints).listen("sealed", "due")
  return yield* workForEver({
    isAny: isAnyPending(write),
    work: Effect.andThen(release, inPlaces(attemptsAtOnceMax, claim, deliver)),
    every: pollEvery,
    rest: waitForHint(idlePollEvery),
    troubleWait,
    trouble: "Due webhook deliveries could not be read"
  })
}).pipe(Effect.scoped)

const removeOldOf = (table: "webhook_delivery" | "account_message", retention: Duration.Duration) =>
  WriteSql.use((sql) =>
    deleteRows(sql, {
      table,
      where: sql`
        created_at <= now() - make_interval(secs => ${Duration.toSeconds(retention)}::float8)
        order by created_at`,
      atOnce: sweptMax
    })
  ).pipe(Effect.orDie)

/** Deletes what is older than the retention of jobs. Returns how many rows, of the table with more. */
export const removeOld = (retention: Duration.Duration) =>
  Effect.zipWith(
    removeOldOf("webhook_delivery", retention),
    removeOldOf("account_message", retention),
    Math.max
  )
