/**
 * The cluster entity of one domain: every real-time probe of its addresses passes through it, from
 * every node. It limits how many local parts an account can try, and joins concurrent probes of the
 * same address into one.
 */
import { print } from "@rcpt/domain/Address"
import { notChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Effect } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../platform/Cluster.ts"
import { Config } from "../platform/Config.ts"
import { egressOf } from "../platform/config/Egress.ts"
import { askGuard } from "./askGuard.ts"
import { EnumerationLimits } from "./domains/EnumerationLimits.ts"
import { DomainMessage, fromMessage } from "./GuardedProbe.ts"
import type { DomainProbe, GuardedProbe } from "./GuardedProbe.ts"
import { hostGroups } from "./hostGroups.ts"
import { guardIdleMax, LocalGuards } from "./LocalGuards.ts"
import { guardId, MxGuard } from "./MxGuard.ts"
import { asking } from "./overLines.ts"
import { makeSharedRuns } from "./SharedRuns.ts"

export const DomainGuard = Entity.make("DomainGuard", [
  Rpc.make("Ask", { payload: DomainMessage, success: SmtpEvidence })
]).annotate(ClusterSchema.ShardGroup, () => shardGroups.domains)

const limits = {
  /** Probes wait in the queue of their mail hosts, not here. */
  concurrency: "unbounded",
  /** The same as that of `MxGuard`. */
  mailboxCapacity: 10_000,
  /** A new instance needs no state of the old one. */
  maxIdleTime: guardIdleMax,
  disableFatalDefects: true
} as const

/**
 * A caller that joins a running probe gets its result by that probe's deadline, so only callers with
 * deadlines this close share one. Milliseconds.
 */
const deadlineWindow = 2_000

export const layer = DomainGuard.toLayer(
  Effect.gen(function* () {
    const { entityId } = yield* Entity.CurrentAddress
    const { egresses } = yield* Config
    const enumeration = (yield* EnumerationLimits).of(entityId)
    const groups = yield* hostGroups
    const guards = yield* MxGuard.client
    const send = yield* asking<GuardedProbe>(MxGuard.type, (id) => guards(id).Ask)
    const { domains, mailHosts } = yield* LocalGuards
    const clock = yield* Clock.Clock

    const forward = Effect.fnUntraced(function* (request: GuardedProbe) {
      const [first] = request.question.hosts
      const group = yield* groups.of(first?.host ?? entityId, request.deadline)
      const id = guardId({ group, egress: egressOf(entityId, egresses).id })
      return yield* askGuard(mailHosts, id, { ...request, group }, send(id))
    })

    const running = yield* makeSharedRuns<SmtpEvidence>()

    const joinOrStart = (request: GuardedProbe) => {
      const window = Math.floor(request.deadline / deadlineWindow)
      return running.join(`${window} ${print(request.question.address)}`, forward(request))
    }

    const answer = Effect.fnUntraced(function* ({ isShared, ...request }: DomainProbe) {
      const { localPart } = request.question.address
      const now = yield* Clock.currentTimeMillis
      return isShared || enumeration.allow(request.account, localPart, now)
        ? yield* joinOrStart(request)
        : notChecked("smtp_abuse_throttled")
    })
    const answerMessage = yield* domains.register(entityId, answer, () =>
      clock.currentTimeMillisUnsafe()
    )
    return DomainGuard.of({
      Ask: ({ payload }) => Effect.flatMap(fromMessage(payload), answerMessage)
    })
  }),
  limits
)
