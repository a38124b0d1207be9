/** The probing of mail servers: the guards that this node runs, and the prober that sends to guards. */
import { Effect, Layer } from "effect"

import * as Cluster from "../platform/Cluster.ts"
import { NodeLease } from "../platform/NodeLease.ts"
import * as ClusterProber from "./ClusterProber.ts"
import { EnumerationLimits } from "./domains/EnumerationLimits.ts"
import * as GuardRecords from "./GuardRecords.ts"
import * as GuardRegistry from "./GuardRegistry.ts"
import { LocalGuards } from "./LocalGuards.ts"
import * as MxGuard from "./MxGuard.ts"
import { answerOverLines } from "./overLines.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"
import * as SmtpClients from "./SmtpClients.ts"
import { Suspects } from "./Suspects.ts"
import * as wakeGuards from "./wakeGuards.ts"

/** When this node stops, its leased rows become due at once. */
const releaseRows = Layer.effectDiscard(
  Effect.acquireRelease(Effect.all([ProbeQueue, NodeLease]), ([queue, { holder }]) =>
    Effect.suspend(() => queue.releaseHolder(holder())).pipe(
      Effect.timeoutOption("2 seconds"),
      Effect.catchCause((cause) => Effect.logDebug("Rows could not be released", cause))
    )
  )
)

/** Questions of other nodes, from the time when the guards are there. */
const overLines = Layer.effectDiscard(answerOverLines)

const entities = MxGuard.layer.pipe(
  Layer.provide(releaseRows),
  Layer.provideMerge(GuardRegistry.layer),
  Layer.provide([EnumerationLimits.layer, GuardRecords.layer, SmtpClients.layer])
)

const waking = Layer.effectDiscard(Effect.forkScoped(wakeGuards.run))

/** Probes the rows of the queue as they become due. */
export const actors = Layer.mergeAll(waking, overLines, entities).pipe(
  Layer.provide(Suspects.layer)
)

/** Also serves real-time probes. */
export const layer = Layer.merge(ClusterProber.layer, actors).pipe(
  Layer.provide(LocalGuards.layer),
  Layer.provideMerge(Cluster.layer)
)
