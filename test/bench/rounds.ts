/**
 * How long a check of a new domain waits for DNS: a name server at several distances, also with lost datagrams and
 * beside a silent one; ours beside AfterShip's and Reacher's verifiers.
 */
import { join } from "node:path"

import { runBesidePeers } from "../support/bench/peers/besidePeers.ts"

process.exitCode = await runBesidePeers(
  join(import.meta.dirname, "../support/bench/rounds/comparison.ts")
)
