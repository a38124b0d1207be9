/**
 * rcpt beside other verifiers (test/bench/peers), in one run, on one lab, in a network of its own:
 * what a check costs each of them, and how often each is right. Only when asked for by name, because
 * it fetches and builds the others.
 */
import { join } from "node:path"

import runtime from "../../packages/cli/bin/runtime.json" with { type: "json" }
import { obstacle, runInOwnNetwork } from "../support/bench/peers/ownNetwork.ts"
import { buildPeers } from "../support/bench/peers/PeerBuild.ts"

const comparison = join(import.meta.dirname, "../support/bench/peers/comparison.ts")

const bench = async (): Promise<number> => {
  const missing = obstacle()
  if (missing !== undefined) {
    console.log(`peers is left out: ${missing}.`)
    return 0
  }
  const peers = JSON.stringify(buildPeers())
  return runInOwnNetwork([process.execPath, ...runtime.flags, comparison, peers])
}

process.exitCode = await bench()
