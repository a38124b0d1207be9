/**
 * Requests that carry an Idempotency-Key: one of all attempts is answered and paid for, the others get
 * its very bytes. For any endpoint that costs something.
 *
 * What makes it safe is no lease but the command: all attempts at one request share its id, a reply is
 * kept with the charge in one transaction, and the store keeps one reply per command. The lease says
 * "in flight" to those who come meanwhile, and spares us the work; whoever holds it for too long, dead
 * or frozen, loses nothing but that.
 */
import { randomUUID, randomUUIDv7 } from "node:crypto"

import * as replies from "@rcpt/store/replies"
import { Cause, Context, Duration, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { answerWithin } from "../answerWithin.ts"
import { WriteSql } from "../Database.ts"
import * as claims from "./claims.ts"
import type { Question } from "./claims.ts"
import type { Command, Told } from "./Command.ts"

export interface Answer {
  readonly _tag: "Answer"
  readonly body: string
  /** True: it was given before. */
  readonly replay: boolean
}

/** "InFlight": it is being worked at. "Reused": the key came with another request. */
export interface Refusal {
  readonly _tag: "InFlight" | "Reused"
}

/** With the look-up of the key, below the 5 s in which every request is answered. */
export const claimWaitMax = Duration.seconds(3)

/** A third of the lease: one that comes late, or not at all, does no harm yet. */
export const renewEvery = Duration.seconds(20)

/** Somebody else takes or frees the key between two looks at it. Each time is another request. */
const claimsMax = 5

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Does the work, unless somebody has done it or does it now. Work that fails was refused before it
     * had any effect; what may have had one has to die.
     */
    readonly once: <E, R>(
      question: Question,
      work: (command: Command) => Effect.Effect<Told, E, R>
    ) => Effect.Effect<Answer | Refusal, E, R>
  }
>()("@rcpt/service/idempotency/Idempotency") {}

type Statement<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

interface Database {
  readonly ask: <A>(statement: Statement<A>) => Effect.Effect<A>
  /** Nobody waits for it. */
  readonly later: (statement: Statement<void>) => Effect.Effect<void>
}

export const layer: Layer.Layer<Idempotency, never, WriteSql> = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const write = yield* WriteSql
    const scope = yield* Effect.scope
    const ask: Database["ask"] = (statement) =>
      statement.pipe(
        Effect.provideService(SqlClient.SqlClient, write),
        answerWithin(claimWaitMax),
        Effect.orDie
      )
    const later: Database["later"] = (statement) =>
      ask(statement).pipe(Effect.catchCause(unreleased), Effect.forkIn(scope), Effect.asVoid)
    return Idempotency.of({
      once: (question, work) =>
        Effect.gen(function* () {
          const found = yield* claim({ ask, later }, question)
          if (found._tag === "Taken") return yield* attempt({ ask, later }, found, work)
          if (found._tag === "Answered") return answer(found.body, true)
          return found
        })
    })
  })
)

const answer = (body: string, replay: boolean): Answer => ({ _tag: "Answer", body, replay })

const claim = ({ ask }: Database, question: Question) =>
  Effect.gen(function* () {
    const lease = randomUUID()
    for (let turn = 0; turn < claimsMax; turn++) {
      const found = yield* ask(claims.take(question, { lease, commandId: randomUUIDv7() }))
      if (found !== "gone") return found
    }
    return { _tag: "InFlight" } as const
  })

const attempt = <E, R>(
  database: Database,
  taken: claims.Taken,
  work: (command: Command) => Effect.Effect<Told, E, R>
): Effect.Effect<Answer, E, R> =>
  Effect.gen(function* () {
    const renewer = yield* Effect.forkChild(renewing(database, taken))
    return yield* work(taken.command).pipe(
      Effect.flatMap((told) => settled(database, taken.command, told)),
      Effect.onExit((exit) =>
        Effect.andThen(Fiber.interrupt(renewer), release(database, taken, exit))
      )
    )
  })

const renewing = ({ ask }: Database, taken: claims.Taken) =>
  ask(claims.renew(taken)).pipe(
    Effect.catchCause((cause) => Effect.logWarning("A lease could not be renewed", cause)),
    Effect.delay(renewEvery),
    Effect.forever
  )

/**
 * A refusal, on the first attempt, had no effect and binds nobody: the key is free again, and is so
 * before the caller hears of it. What broke off may have been paid for all the same, so the next
 * attempt is one at the same command; nobody waits for that, for perhaps it was the database.
 */
const release = (
  { ask, later }: Database,
  taken: claims.Taken,
  exit: Exit.Exit<unknown, unknown>
) => {
  if (Exit.isSuccess(exit)) return Effect.void
  if (!exit.cause.reasons.every(Cause.isFailReason)) return later(claims.lapse(taken))
  return Effect.catchCause(
    ask(taken.isFirst ? claims.free(taken) : claims.lapse(taken)),
    unreleased
  )
}

/** The lease ends by itself, a minute later. */
const unreleased = (cause: Cause.Cause<never>) =>
  Effect.logWarning("A lease could not be ended", cause)

/** The body that counts: ours, or that of an attempt which was faster. */
const settled = ({ ask }: Database, { commandId }: Command, { body, kept }: Told) =>
  Effect.gen(function* () {
    if (kept === "yes") return answer(body, false)
    if (kept === "no") yield* ask(replies.keep(commandId, body))
    const found = yield* ask(replies.find(commandId))
    if (found === undefined) return yield* Effect.die(new Error("a reply that was kept is gone"))
    return answer(found, found !== body)
  })
