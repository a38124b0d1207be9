/**
 * The cluster entity that probes one group of mail hosts from one egress. There is one in the whole
 * cluster, so the pace holds for callers on all nodes. The verifier's `MxQueue` does the probing.
 *
 * Real-time probes arrive as messages. Rows of bulk jobs wait in `probe_queue`; wakeGuards.ts wakes the
 * guard when there are any, and it takes them as fast as its `MxQueue` has room.
 */
import { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { makeMxQueue } from "@rcpt/verifier/pacing/MxQueue"
import type { MxQueue } from "@rcpt/verifier/pacing/MxQueue"
import { probePolicyOf } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Clock, Effect, Scope, Semaphore } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../platform/Cluster.ts"
import { makeDrain } from "./drainQueue.ts"
import { GuardedProbe } from "./GuardedProbe.ts"
import { GuardRecords } from "./GuardRecords.ts"
import { GuardRegistry } from "./GuardRegistry.ts"
import { guardIdleMax, LocalGuards } from "./LocalGuards.ts"
import type { ProbeQueueKey, QueuedProbe } from "./queue/ProbeRow.ts"
import { SmtpClients } from "./SmtpClients.ts"

export const MxGuard = Entity.make("MxGuard", [
  Rpc.make("Ask", { payload: GuardedProbe, success: SmtpEvidence }),
  /** Rows are due in the probe queue. */
  Rpc.make("Wake")
]).annotate(ClusterSchema.ShardGroup, () => shardGroups.domains)

/** Neither groups nor egresses contain a space. */
const separator = " "
export const guardId = ({ group, egress }: ProbeQueueKey): string => group + separator + egress
const keyOf = (id: string): ProbeQueueKey => {
  const at = id.indexOf(separator)
  return { group: id.slice(0, at), egress: id.slice(at + 1) }
}

const limits = {
  /** Probes wait in the `MxQueue`, which is fair and has deadlines; a mailbox has neither. */
  concurrency: "unbounded",
  /** At the slowest provider, the last of so many times out as throttled long before its turn. */
  mailboxCapacity: 10_000,
  /** An idle guard is dropped and started again on demand: its pace is stored in a table. */
  maxIdleTime: guardIdleMax,
  disableFatalDefects: true
} as const

interface RunningQueue {
  readonly mxQueue: MxQueue
  readonly answerMessage: (request: GuardedProbe) => Effect.Effect<SmtpEvidence>
}

const answerBy =
  (mxQueue: MxQueue) =>
  ({ question, ...request }: GuardedProbe): Effect.Effect<SmtpEvidence> =>
    mxQueue.probe({ ...question, ...request, urgency: "realTime" })

export const layer = MxGuard.toLayer(
  Effect.gen(function* () {
    const { entityId } = yield* Entity.CurrentAddress
    const key = keyOf(entityId)
    const clients = yield* SmtpClients
    const records = yield* GuardRecords
    const registry = yield* GuardRegistry
    const dns = yield* Resolver
    const knowledge = yield* DomainKnowledge
    const scope = yield* Effect.scope
    const { mailHosts } = yield* LocalGuards
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe()
    const creation = Semaphore.makeUnsafe(1)
    let running: RunningQueue | undefined

    const createQueue = Effect.fnUntraced(function* (host: string) {
      const created = yield* makeMxQueue({
        group: key.group,
        policy: probePolicyOf(host),
        pace: clients.pace,
        client: clients.clientOf(key.egress),
        connections: clients.connections,
        dns,
        knowledge,
        storage: { load: records.load(key), save: (pace) => records.save(key, pace) },
        onAlarm: clients.onAlarm
      })
      yield* registry.register(key, created)
      // After the queue, so that at the end calls are finished before it closes.
      const answerMessage = yield* mailHosts.register(entityId, answerBy(created), now)
      running = { mxQueue: created, answerMessage }
      return running
    }, Scope.provide(scope))

    /** The name of any host determines the policy of the group: the first probe has one. */
    const runningFor = ({ hosts: [first] }: QueuedProbe) =>
      creation.withPermits(1)(
        Effect.suspend(() =>
          running ? Effect.succeed(running) : createQueue(first?.host ?? key.group)
        )
      )
    const mxQueueFor = (probe: QueuedProbe) =>
      Effect.map(runningFor(probe), ({ mxQueue }) => mxQueue)

    const wake = yield* makeDrain({ ...key, mxQueueFor })

    return MxGuard.of({
      Ask: ({ payload }) =>
        Effect.flatMap(runningFor(payload.question), ({ answerMessage }) => answerMessage(payload)),
      Wake: () => wake
    })
  }),
  limits
)
