/**
 * Questions to guards of other nodes over lines, in place of messages of the cluster. Whoever answers is the
 * guard that a message would reach: the node there answers only for shards that it has, and calls a guard
 * only where one may be called (LocalGuards.ts); else it sends the message itself, which starts the guard.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Effect } from "effect"
import type { Fiber } from "effect"
import { EntityId, Sharding } from "effect/cluster"

import { shardGroups } from "../platform/Cluster.ts"
import type { Question } from "../platform/lines/frames.ts"
import type { AskedOutcome } from "../platform/lines/Line.ts"
import { Lines } from "../platform/lines/Lines.ts"
import { currentSpan } from "../platform/spans.ts"
import { endsBy, refused } from "./askGuard.ts"
import type { GuardError } from "./askGuard.ts"
import { fromMessage, toMessage } from "./GuardedProbe.ts"
import type { GuardedProbe, GuardMessage } from "./GuardedProbe.ts"
import { LocalGuards } from "./LocalGuards.ts"
import { MxGuard } from "./MxGuard.ts"

/** Sends a message to the guard with this id. */
type Send = (id: string) => (message: GuardMessage) => Effect.Effect<SmtpEvidence, GuardError>

const actor = MxGuard.type

const shardOf = ({ getShardId }: Sharding.Sharding["Service"], id: string) =>
  getShardId(EntityId.make(id), shardGroups.domains)

const spanOf = (fiber: Fiber.Fiber<unknown, unknown>): Question["span"] => {
  const span = currentSpan(fiber)
  return span?.sampled === true ? { traceId: span.traceId, spanId: span.spanId } : undefined
}

/** A node that is about to end takes no message for a guard: whoever asks is to ask the next one. */
const refusedHere = (error: GuardError): Effect.Effect<SmtpEvidence> =>
  error._tag === "MailboxFull" ? refused(error) : Effect.interrupt

/** From now on this node answers over lines for its guards. */
export const answerOverLines = Effect.gen(function* () {
  const local = yield* LocalGuards
  const guards = yield* MxGuard.client
  const sharding = yield* Sharding.Sharding
  const lines = yield* Lines
  lines.answer(actor, (id, message) =>
    sharding.hasShardId(shardOf(sharding, id))
      ? Effect.flatMap(fromMessage(message as GuardMessage), (request) => {
          const call = local.find(id, endsBy(request))
          return call === undefined
            ? Effect.catch(Effect.flatMap(toMessage(request), guards(id).Ask), refusedHere)
            : call(request)
        })
      : undefined
  )
})

/** How a guard is asked that is not here. */
export const asking = Effect.fnUntraced(function* (send: Send) {
  const sharding = yield* Sharding.Sharding
  const lines = yield* Lines
  return (id: string) =>
    (request: GuardedProbe): Effect.Effect<SmtpEvidence, GuardError> =>
      Effect.withFiber((fiber) => {
        const shard = shardOf(sharding, id)
        const line = lines.to(shard)
        const byMessage = Effect.suspend(() => Effect.flatMap(toMessage(request), send(id)))
        if (line === undefined) return byMessage
        const settled = (outcome: AskedOutcome): Effect.Effect<SmtpEvidence, GuardError> => {
          if (outcome.kind === "answer") return Effect.succeed(outcome.value as SmtpEvidence)
          if (outcome.kind === "ended") return Effect.interrupt
          if (outcome.kind === "failed") return Effect.die(new Error(outcome.error))
          lines.forget(shard)
          return byMessage
        }
        return Effect.flatMap(toMessage(request), (message) =>
          Effect.flatMap(line.ask({ actor, name: id, message, span: spanOf(fiber) }), settled)
        )
      })
})
