/**
 * One per group of mail hosts and egress, in the whole cluster: it keeps the pace with them, for
 * whoever asks and from whichever node. What it does stands in `MxLine`; here is what makes it one.
 *
 * Real-time questions are messages. Rows of bulk jobs wait in `probe_queue`; somebody wakes the guard
 * when there are any, and it takes them as fast as its line has room.
 */
import { SmtpEvidence } from "@rcpt/domain/Smtp"
import { DomainMemory } from "@rcpt/verifier/DomainMemory"
import { makeMxLine } from "@rcpt/verifier/mx/MxLine"
import type { MxLine } from "@rcpt/verifier/mx/MxLine"
import { Resolver } from "@rcpt/verifier/Resolver"
import { probePolicyOf } from "@rcpt/verifier/rules/probePolicies"
import { Duration, Effect, Schema, Scope, Semaphore } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../cluster/Cluster.ts"
import { ProbeQuestion } from "../probes/ProbeRow.ts"
import type { Line } from "../probes/ProbeRow.ts"
import { makeDrain } from "./drain.ts"
import { GuardRecords } from "./GuardRecords.ts"
import { LiveGuards } from "./LiveGuards.ts"
import { Outside } from "./Outside.ts"

export const GuardQuestion = Schema.Struct({
  question: ProbeQuestion,
  account: Schema.String,
  /** Epoch milliseconds: for a conversation to begin, and for the answer. */
  waitUntil: Schema.Int,
  deadline: Schema.Int
})
export type GuardQuestion = typeof GuardQuestion.Type

export const MxGuard = Entity.make("MxGuard", [
  Rpc.make("Ask", { payload: GuardQuestion, success: SmtpEvidence }),
  /** Rows wait in the queue. */
  Rpc.make("Wake")
]).annotate(ClusterSchema.ShardGroup, () => shardGroups.domains)

/** Neither host names nor egresses have a blank in them. */
const separator = " "
export const guardId = ({ group, egress }: Line): string => group + separator + egress
const lineOf = (id: string): Line => {
  const at = id.indexOf(separator)
  return { group: id.slice(0, at), egress: id.slice(at + 1) }
}

const limits = {
  /** Questions wait in the line, which is fair and has deadlines; a mailbox is neither. */
  concurrency: "unbounded",
  /** At the slowest provider this many are answered "throttled" long before their turn. */
  mailboxCapacity: 10_000,
  /** Its pace is kept in a table: a guard that nobody needs is made anew when somebody does. */
  maxIdleTime: Duration.minutes(2),
  disableFatalDefects: true
} as const

export const layer = MxGuard.toLayer(
  Effect.gen(function* () {
    const { entityId } = yield* Entity.CurrentAddress
    const name = lineOf(entityId)
    const outside = yield* Outside
    const records = yield* GuardRecords
    const live = yield* LiveGuards
    const dns = yield* Resolver
    const domains = yield* DomainMemory
    const scope = yield* Effect.scope
    const oneAtATime = Semaphore.makeUnsafe(1)
    let made: MxLine | undefined

    const makeLine = Effect.fnUntraced(function* (host: string) {
      const line = yield* makeMxLine({
        group: name.group,
        policy: probePolicyOf(host),
        pace: outside.pace,
        caller: outside.callerOf(name.egress),
        places: outside.places,
        dns,
        domains,
        memory: { load: records.load(name), save: (pace) => records.save(name, pace) },
        onAlarm: outside.onAlarm
      })
      yield* live.register(name, line)
      made = line
      return line
    }, Scope.provide(scope))

    /** What the group allows is known by the name of any of its hosts: the first question tells. */
    const lineFor = ({ hosts: [first] }: ProbeQuestion) =>
      oneAtATime.withPermits(1)(
        Effect.suspend(() => (made ? Effect.succeed(made) : makeLine(first?.host ?? name.group)))
      )

    const wake = yield* makeDrain({ ...name, lineFor })

    return MxGuard.of({
      Ask: Effect.fnUntraced(function* ({ payload: { question, ...asked } }) {
        const line = yield* lineFor(question)
        return yield* line.ask({ ...question, ...asked, urgency: "realTime" })
      }),
      Wake: () => wake
    })
  }),
  limits
)
