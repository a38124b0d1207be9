/**
 * Deep lists at the speed of the wire: mail servers at several distances, with and without PIPELINING; ours beside
 * AfterShip's and Reacher's verifiers with as many connections to each host.
 */
import { join } from "node:path"

import { runBesidePeers } from "../support/bench/peers/besidePeers.ts"

process.exitCode = await runBesidePeers(
  join(import.meta.dirname, "../support/bench/wire/comparison.ts")
)
