/** Everything that works at jobs on this node, for itself and for others of its cluster. */
import { Effect, Layer } from "effect"

import * as ChunkWork from "./ChunkWork.ts"
import * as JobRun from "./JobRun.ts"
import * as wakeJobs from "./wakeJobs.ts"

const waking = Layer.effectDiscard(Effect.forkScoped(wakeJobs.run))

export const layer = Layer.mergeAll(waking, JobRun.layer, ChunkWork.layer)
