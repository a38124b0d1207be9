/** Everything that runs jobs on this node, for itself and for the other nodes of its cluster. */
import { Effect, Layer } from "effect"

import * as ChunkWork from "./ChunkWork.ts"
import * as JobRun from "./JobRun.ts"
import * as wakeJobs from "./wakeJobs.ts"

const notifying = Layer.effectDiscard(Effect.forkScoped(wakeJobs.run))

export const layer = Layer.mergeAll(notifying, JobRun.layer, ChunkWork.layer)
