/**
 * Deep lists at the speed of the wire: mail servers at several distances, with and without PIPELINING; ours beside
 * AfterShip's and Reacher's verifiers with as many connections to each host. With the others it runs in a network of
 * its own, since they ask no other ports than 53 and 25. Where they cannot be had, ours runs alone.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

import runtime from "../../packages/cli/bin/runtime.json" with { type: "json" }
import { obstacle, runInOwnNetwork } from "../support/bench/peers/ownNetwork.ts"
import { buildPeers } from "../support/bench/peers/PeerBuild.ts"
import { isSmoke } from "../support/bench/smoke.ts"

const comparison = join(import.meta.dirname, "../support/bench/wire/comparison.ts")
const command = [process.execPath, ...runtime.flags, comparison] as const

/** The two that open a connection for each address and tell what the server said. */
const peers = ["aftership", "reacher"]

const bench = async (): Promise<number> => {
  // Fetching and building takes minutes.
  const missing = isSmoke ? "this is a short look" : obstacle()
  if (missing !== undefined) {
    console.log(`AfterShip and Reacher are left out: ${missing}.`)
    const [program, ...args] = [...command, "[]", "0", "0"]
    return spawnSync(program ?? "", args, { stdio: "inherit" }).status ?? 1
  }
  return runInOwnNetwork([...command, JSON.stringify(buildPeers(peers)), "53", "25"])
}

process.exitCode = await bench()
