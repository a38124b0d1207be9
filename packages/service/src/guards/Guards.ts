/** Everything that asks mail servers for this node, and for others of its cluster. */
import { Effect, Layer } from "effect"

import * as Cluster from "../cluster/Cluster.ts"
import { Enumerations } from "../domains/Enumerations.ts"
import { nodeName } from "../nodeName.ts"
import { ProbeQueue } from "../probes/ProbeQueue.ts"
import * as DomainGuard from "./DomainGuard.ts"
import * as guardedProber from "./guardedProber.ts"
import * as GuardRecords from "./GuardRecords.ts"
import * as LiveGuards from "./LiveGuards.ts"
import * as MxGuard from "./MxGuard.ts"
import * as Outside from "./Outside.ts"
import * as wakeGuards from "./wakeGuards.ts"

/** Rows that this node has in hand when it stops are due again at once, not when their leases end. */
const handBack = Layer.effectDiscard(
  Effect.acquireRelease(ProbeQueue, (queue) =>
    Effect.ignore(Effect.timeoutOption(queue.giveBack(nodeName), "2 seconds"))
  )
)

const entities = Layer.mergeAll(MxGuard.layer, DomainGuard.layer).pipe(
  Layer.provide(handBack),
  Layer.provideMerge(LiveGuards.layer),
  Layer.provide([Enumerations.layer, GuardRecords.layer, Outside.layer])
)

const waking = Layer.effectDiscard(Effect.forkScoped(wakeGuards.run))

/** Rows of the queue are asked as they come due. */
export const actors = Layer.mergeAll(waking, entities)

/** Answers questions of real time too. */
export const layer = Layer.merge(guardedProber.layer, actors).pipe(
  Layer.provideMerge(Cluster.layer)
)
