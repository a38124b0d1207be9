/** Composes what reads and writes jobs in the database, and what works on them. */
import { Effect, Layer } from "effect"

import { Config } from "../platform/Config.ts"
import * as ProbeQueue from "../probing/queue/ProbeQueue.ts"
import * as ChunkWork from "./actors/ChunkWork.ts"
import { keepFinishing } from "./actors/finishJobs.ts"
import * as JobRun from "./actors/JobRun.ts"
import * as Chunks from "./Chunks.ts"
import * as Jobs from "./Jobs.ts"
import * as Progress from "./Progress.ts"
import * as Settlements from "./Settlements.ts"
import * as Uploads from "./Uploads.ts"

const probeQueue = Layer.unwrap(
  Effect.map(Config, ({ greylistRetries }) => ProbeQueue.layer(greylistRetries))
)

/** Jobs as the database has them, whichever node works on them. */
export const jobsLayer = Layer.mergeAll(Chunks.layer, Progress.layer, Settlements.layer).pipe(
  Layer.provideMerge(Jobs.layer),
  Layer.provideMerge(Uploads.layer),
  Layer.provideMerge(probeQueue)
)

const notifying = Layer.effectDiscard(Effect.forkScoped(JobRun.keepNotifying))

const finishing = Layer.effectDiscard(Effect.forkScoped(keepFinishing))

/** Everything that runs jobs on this node, for itself and for the other nodes of its cluster. */
export const jobWorkLayer = Layer.mergeAll(notifying, finishing, JobRun.layer, ChunkWork.layer)
