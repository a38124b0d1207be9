/** A member of the cluster that is reached over sockets, by messages and by lines (Lines.ts). */
import { Layer } from "effect"
import { RunnerServer, Runners, Sharding } from "effect/cluster"
import { RpcServer } from "effect/rpc"

import { clientOptions } from "../processes/runnerSockets.ts"
import type { Key } from "../processes/runnerSockets.ts"
import * as Lines from "./Lines.ts"

const runners = Lines.notingOwners.pipe(Layer.provide(Runners.layerRpc))

/** As `SocketRunner.layer` of Effect, with lines. */
export const layer = (key: Key) =>
  RunnerServer.layer.pipe(
    Layer.provideMerge(Sharding.layer),
    Layer.provide(runners),
    Layer.provide(RpcServer.layerProtocolSocketServer),
    Layer.provide(Lines.answering),
    Layer.provideMerge(Lines.layer((host, port) => clientOptions(host, port, key)))
  )
