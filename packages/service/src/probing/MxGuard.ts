/**
 * The cluster entity that probes mail hosts from one egress: those of one group, or all groups of one
 * network, which have a ceiling together. There is one in the whole cluster, so paces and ceilings hold
 * for callers on all nodes. The verifier's `MxQueue`, one per group, does the probing.
 *
 * Real-time probes arrive as calls and messages (ClusterProber.ts). The guard limits how many names of a
 * domain an account can try, and joins concurrent probes of the same address into one. Rows of bulk jobs
 * wait in `probe_queue`; probingLayer.ts wakes the guard when there are any, and it takes them as fast as its
 * `MxQueue` has room.
 */
import { print } from "@rcpt/domain/Address"
import { notChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { makeHandoverLimit } from "@rcpt/verifier/pacing/HandoverLimit"
import { neighbourhoodOf } from "@rcpt/verifier/pacing/mailHostGroups"
import { makeMxQueue } from "@rcpt/verifier/pacing/MxQueue"
import { makeNetworkLimits } from "@rcpt/verifier/pacing/NetworkLimit"
import { makeOpenQueues } from "@rcpt/verifier/pacing/OpenQueues"
import type { ProbeRequest } from "@rcpt/verifier/pacing/Probe"
import { probePolicyOf } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Clock, Effect, Schema } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../platform/Cluster.ts"
import { other } from "../platform/metrics/Meter.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { EnumerationLimits, unlessGuessing } from "./domains/EnumerationLimits.ts"
import { makeDrains } from "./drainQueue.ts"
import { fromMessage, GuardMessage } from "./GuardedProbe.ts"
import type { GuardedProbe } from "./GuardedProbe.ts"
import { GuardRecords } from "./GuardRecords.ts"
import { GuardRegistry } from "./GuardRegistry.ts"
import { guardIdleMax, LocalGuards } from "./LocalGuards.ts"
import type { ProbeQueueKey } from "./queue/ProbeRow.ts"
import { makeSharedRuns } from "./SharedRuns.ts"
import { SmtpClients } from "./SmtpClients.ts"

export const MxGuard = Entity.make("MxGuard", [
  Rpc.make("Ask", { payload: GuardMessage, success: SmtpEvidence }),
  /** Rows are due in the probe queue. */
  Rpc.make("Wake", { payload: { group: Schema.String } })
]).annotate(ClusterSchema.ShardGroup, () => shardGroups.domains)

/** Neither groups nor egresses contain a space. */
const separator = " "
export const guardId = ({ group, egress }: ProbeQueueKey): string =>
  neighbourhoodOf(group) + separator + egress

const egressIn = (id: string): string => id.slice(id.indexOf(separator) + 1)

/** Addresses of a network whose queues stay open though they are idle. An idle queue is 2 kB. */
const queuesKeptMax = 16

const limits = {
  /** Probes wait in the `MxQueue`, which is fair and has deadlines; a mailbox has neither. */
  concurrency: "unbounded",
  /** At the slowest provider, the last of so many times out as throttled long before its turn. */
  mailboxCapacity: 10_000,
  /** An idle guard is dropped and started again on demand: its pace is stored in a table. */
  maxIdleTime: guardIdleMax,
  disableFatalDefects: true
} as const

/**
 * A caller that joins a running probe gets its result by that probe's deadline, so only callers with
 * deadlines this close share one. Milliseconds.
 */
const deadlineWindow = 2_000

/** Counts a probe. Its `provider` is known where a session took place. */
const countProbe = (smtp: SmtpEvidence): void => {
  const provider = (smtp.checked ? smtp.provider : undefined) ?? other
  metricTable.smtpProbes.add({ provider, status: smtp.status })
}

/** The queues of one guard, each opened by the first probe of its group. */
const makeQueues = Effect.fnUntraced(function* (egress: string) {
  const clients = yield* SmtpClients
  const records = yield* GuardRecords
  const registry = yield* GuardRegistry
  const dns = yield* Resolver
  const knowledge = yield* DomainKnowledge
  const { connections, pace, onAlarm } = clients
  const connectionsOf = yield* makeNetworkLimits(connections, pace !== undefined)

  return yield* makeOpenQueues({
    keptMax: queuesKeptMax,
    make: Effect.fnUntraced(function* (group, policy) {
      const key = { group, egress }
      const created = yield* makeMxQueue({
        group,
        policy,
        pace,
        client: clients.clientOf(egress),
        warmsSince: clients.warmsSince(egress),
        connections: yield* makeHandoverLimit(
          yield* connectionsOf(group),
          yield* records.predecessorFor(key)
        ),
        dns,
        knowledge,
        storage: { load: records.load(key), save: (state) => records.save(key, state) },
        onAlarm
      })
      yield* registry.register(key, created)
      return created
    })
  })
})

export const layer = MxGuard.toLayer(
  Effect.gen(function* () {
    const { entityId } = yield* Entity.CurrentAddress
    const egress = egressIn(entityId)
    const local = yield* LocalGuards
    const clock = yield* Clock.Clock
    const queues = yield* makeQueues(egress)
    const nameLimits = yield* EnumerationLimits

    /** Opens the queue of a group with the policy of its first host: the name of any of them determines it. */
    const probeIn = (group: string, request: ProbeRequest) =>
      Effect.tap(
        queues.probe(group, probePolicyOf(request.hosts[0]?.host ?? group), request),
        (smtp) => Effect.sync(() => countProbe(smtp))
      )
    const unlessItGuesses = (request: ProbeRequest, probe: Effect.Effect<SmtpEvidence>) =>
      unlessGuessing(nameLimits.guessesAt(request.address.domain), request, probe)

    const running = yield* makeSharedRuns<SmtpEvidence>()

    /** Only the question to the server is shared: what an account is refused for guessing, another one is not. */
    const joinOrStart = ({ request, group }: GuardedProbe) => {
      const window = Math.floor(request.deadline / deadlineWindow)
      const key = `${window} ${print(request.address)}`
      return unlessItGuesses(request, running.join(key, probeIn(group, request)))
    }

    const answer = (probe: GuardedProbe) =>
      Effect.suspend(() => {
        const { isShared, request } = probe
        const { domain, localPart } = request.address
        const now = clock.currentTimeMillisUnsafe()
        return isShared || nameLimits.allow(domain, localPart, request, now)
          ? joinOrStart(probe)
          : Effect.succeed(notChecked("smtp_abuse_throttled"))
      })
    // After the queues and runs, so that at the end calls are finished before these close.
    const answerMessage = yield* local.register(entityId, answer, () =>
      clock.currentTimeMillisUnsafe()
    )

    const startDrain = yield* makeDrains((group) => ({
      group,
      egress,
      opensAt: () => queues.paceOf(group).opensAt,
      servedAt: () => queues.paceOf(group).servedAt,
      probe: (request) => unlessItGuesses(request, probeIn(group, request))
    }))

    return MxGuard.of({
      Ask: ({ payload }) => Effect.flatMap(fromMessage(payload), answerMessage),
      Wake: ({ payload: { group } }) => startDrain(group)
    })
  }),
  limits
)
