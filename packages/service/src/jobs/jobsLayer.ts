/** Jobs as they stand in the database: what reads and writes them, wherever the work is done. */
import { Effect, Layer } from "effect"

import { Config } from "../platform/Config.ts"
import * as ProbeQueue from "../probing/queue/ProbeQueue.ts"
import * as Chunks from "./Chunks.ts"
import * as Jobs from "./Jobs.ts"
import * as Progress from "./Progress.ts"
import * as Settlements from "./Settlements.ts"
import * as Uploads from "./Uploads.ts"

const probeQueue = Layer.unwrap(
  Effect.map(Config, ({ greylistRetries }) => ProbeQueue.layer(greylistRetries))
)

export const layer = Layer.mergeAll(Chunks.layer, Progress.layer, Settlements.layer).pipe(
  Layer.provideMerge(Jobs.layer),
  Layer.provideMerge(Uploads.layer),
  Layer.provideMerge(probeQueue)
)
