/**
 * Runs requests that carry an Idempotency-Key: of all attempts at a request one is charged, and all get
 * its exact bytes. For any endpoint that costs something.
 *
 * The command makes this safe, not the lease. All attempts at one request share a command id, the reply
 * is stored in the transaction of the charge, and the store keeps one reply per command. The lease only
 * lets later attempts be refused as "in flight", which saves the work. An attempt that outlives its lease,
 * dead or frozen, loses nothing else.
 */
import { randomUUID, randomUUIDv7 } from "node:crypto"

import * as replies from "@rcpt/store/replies"
import { whenConnected } from "@rcpt/store/unavailable"
import { Cause, Context, Duration, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { keepRenewed, leases } from "../../platform/leasedRows.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import * as claims from "./claims.ts"
import type { IdempotentRequest } from "./claims.ts"
import type { IdempotentCommand, StoredReply } from "./Reply.ts"

interface IdempotentReply {
  readonly _tag: "Reply"
  readonly body: string
  /** True: an earlier attempt made it. */
  readonly replay: boolean
}

/** "InFlight": another attempt is running. "Reused": the key was used for a different request. */
interface Refusal {
  readonly _tag: "InFlight" | "Reused"
}

/**
 * The wait for a claim: together with the look-up of the API key, below the 5 s in which every request is
 * answered.
 */
export const claimWaitMax = Duration.seconds(3)

/** Another request can take or free the key between two statements; then the claim is repeated. */
const claimAttemptsMax = 5

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Does the work, unless another attempt has done it or is doing it. Work may only fail before it
     * has had any effect; after that it must die.
     */
    readonly once: <E, R>(
      request: IdempotentRequest,
      work: (command: IdempotentCommand) => Effect.Effect<StoredReply, E, R>
    ) => Effect.Effect<IdempotentReply | Refusal, E, R>
  }
>()("@rcpt/service/ledger/idempotency/Idempotency") {}

type Statement<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

interface Database {
  readonly run: <A>(statement: Statement<A>) => Effect.Effect<A>
  readonly runInBackground: (statement: Statement<void>) => Effect.Effect<void>
}

export const layer: Layer.Layer<Idempotency, never, WriteSql> = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const write = yield* WriteSql
    const scope = yield* Effect.scope
    const run: Database["run"] = (statement) =>
      statement.pipe(
        Effect.provideService(SqlClient.SqlClient, write),
        (claim) => whenConnected(claim),
        readTimeout(claimWaitMax),
        Effect.orDie
      )
    const runInBackground: Database["runInBackground"] = (statement) =>
      run(statement).pipe(Effect.catchCause(logUnreleased), Effect.forkIn(scope), Effect.asVoid)
    const database = { run, runInBackground }
    return Idempotency.of({
      once: (request, work) =>
        Effect.gen(function* () {
          const claimed = yield* claim(database, request)
          if (claimed._tag === "Taken") return yield* attempt(database, claimed, work)
          if (claimed._tag === "Answered") return reply(claimed.body, true)
          return claimed
        })
    })
  })
)

const reply = (body: string, replay: boolean): IdempotentReply => ({
  _tag: "Reply",
  body,
  replay
})

const claim = ({ run }: Database, request: IdempotentRequest) =>
  Effect.gen(function* () {
    const lease = randomUUID()
    for (let tries = 0; tries < claimAttemptsMax; tries++) {
      const claimed = yield* run(claims.take(request, { lease, commandId: randomUUIDv7() }))
      if (claimed !== "gone") return claimed
    }
    return { _tag: "InFlight" } as const
  })

const attempt = <E, R>(
  database: Database,
  claimed: claims.TakenClaim,
  work: (command: IdempotentCommand) => Effect.Effect<StoredReply, E, R>
): Effect.Effect<IdempotentReply, E, R> =>
  Effect.gen(function* () {
    const renewer = yield* Effect.forkChild(keepLease(database, claimed))
    return yield* work(claimed.command).pipe(
      Effect.flatMap((stored) => replyOf(database, claimed.command, stored)),
      Effect.onExit((exit) =>
        Effect.andThen(Fiber.interrupt(renewer), release(database, claimed, exit))
      )
    )
  })

const keepLease = ({ run }: Database, claimed: claims.TakenClaim) =>
  keepRenewed(run(claims.renew(claimed)), leases.idempotency.renewed, (cause) =>
    Effect.logWarning("The lease of an idempotency key could not be renewed", cause)
  )

/**
 * A first attempt that was refused had no effect: its key is free again before the client gets the
 * refusal. An attempt that died may have been charged, so the next attempt uses the same command. That
 * release runs in the background, because it may be the database that failed.
 */
const release = (
  { run, runInBackground }: Database,
  claimed: claims.TakenClaim,
  exit: Exit.Exit<unknown, unknown>
) => {
  if (Exit.isSuccess(exit)) return Effect.void
  if (!exit.cause.reasons.every(Cause.isFailReason))
    return runInBackground(claims.endLease(claimed))
  return Effect.catchCause(
    run(claimed.isFirst ? claims.free(claimed) : claims.endLease(claimed)),
    logUnreleased
  )
}

/** The lease then ends by itself, within a minute. */
const logUnreleased = (cause: Cause.Cause<never>) =>
  Effect.logWarning("The lease of an idempotency key could not be ended", cause)

/** The stored body: of this attempt, or of another one that was faster. */
const replyOf = (
  { run }: Database,
  { commandId }: IdempotentCommand,
  { body, kept }: StoredReply
) =>
  Effect.gen(function* () {
    if (kept === "yes") return reply(body, false)
    if (kept === "no") yield* run(replies.keep(commandId, body))
    const stored = yield* run(replies.find(commandId))
    if (stored === undefined) return yield* Effect.die(new Error("a stored reply is missing"))
    return reply(stored, stored !== body)
  })
