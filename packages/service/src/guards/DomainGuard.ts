/**
 * One per domain: every real-time question about it passes here, whichever node the caller is at. It
 * keeps one account from trying names until some fit, and lets callers who ask about the same address
 * at the same time share one conversation.
 */
import { print } from "@rcpt/domain/Address"
import { notChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import { mailHostGroup } from "@rcpt/verifier/smtp/Prober"
import { Clock, Duration, Effect, Fiber, RcMap, Schema } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../cluster/Cluster.ts"
import { Config } from "../Config.ts"
import { Enumerations } from "../domains/Enumerations.ts"
import { askInTime } from "./askInTime.ts"
import { egressOf } from "./Egress.ts"
import { guardId, GuardQuestion, MxGuard } from "./MxGuard.ts"

const DomainQuestion = Schema.Struct({
  ...GuardQuestion.fields,
  /** Strangers share the domain: whose names are tried there, nobody can say. */
  isShared: Schema.Boolean
})

export const DomainGuard = Entity.make("DomainGuard", [
  Rpc.make("Ask", { payload: DomainQuestion, success: SmtpEvidence })
]).annotate(ClusterSchema.ShardGroup, () => shardGroups.domains)

const limits = {
  /** Questions wait for each other in the line of the mail hosts, not here. */
  concurrency: "unbounded",
  /** As many as a guard of mail hosts takes. */
  mailboxCapacity: 10_000,
  /** Nothing is kept here that another one would need. */
  maxIdleTime: Duration.minutes(2),
  disableFatalDefects: true
} as const

/**
 * Who joins somebody else's question has the answer by the other's deadline, so only those whose
 * deadlines are this close share one. Milliseconds.
 */
const sharedWithin = 2_000

export const layer = DomainGuard.toLayer(
  Effect.gen(function* () {
    const { entityId } = yield* Entity.CurrentAddress
    const { egresses } = yield* Config
    const names = (yield* Enumerations).of(entityId)
    const guards = yield* MxGuard.client
    const asked = new Map<string, GuardQuestion>()

    const ask = (asked: GuardQuestion) => {
      const [first] = asked.question.hosts
      const group = mailHostGroup(first?.host ?? entityId)
      const guard = guards(guardId({ group, egress: egressOf(entityId, egresses).id }))
      return askInTime(guard.Ask(asked), asked.deadline)
    }

    /** Ends with the last who waits for it, not with the first. */
    const flights = yield* RcMap.make({
      lookup: (key: string) =>
        Effect.suspend(() => Effect.forkScoped(ask(asked.get(key)!), { startImmediately: true }))
    })

    const share = (question: GuardQuestion) => {
      const window = Math.floor(question.deadline / sharedWithin)
      const key = `${window} ${print(question.question.address)}`
      asked.set(key, question)
      return Effect.scoped(Effect.flatMap(RcMap.get(flights, key), Fiber.join)).pipe(
        Effect.ensuring(Effect.sync(() => asked.delete(key)))
      )
    }

    return DomainGuard.of({
      Ask: Effect.fnUntraced(function* ({ payload: { isShared, ...question } }) {
        const { localPart } = question.question.address
        const now = yield* Clock.currentTimeMillis
        return isShared || names.allow(question.account, localPart, now)
          ? yield* share(question)
          : notChecked("smtp_abuse_throttled")
      })
    })
  }),
  limits
)
