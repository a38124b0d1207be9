/**
 * Runs a measurement beside the two verifiers that open a connection for each address and tell what the server said.
 * With them it runs in a network of its own, since they ask no other ports than 53 and 25. Where they cannot be had,
 * ours runs alone. The measurement gets the peers as JSON, and the ports of DNS and of the mail servers.
 */
import { spawnSync } from "node:child_process"

import runtime from "../../../../packages/cli/bin/runtime.json" with { type: "json" }
import { isSmoke } from "../smoke.ts"
import { obstacle, runInOwnNetwork } from "./ownNetwork.ts"
import { buildPeers } from "./PeerBuild.ts"

const peers = ["aftership", "reacher"]

/** Resolves with the exit code. */
export const runBesidePeers = async (measurement: string): Promise<number> => {
  const command = [process.execPath, ...runtime.flags, measurement] as const
  // Fetching and building takes minutes.
  const missing = isSmoke ? "this is a short look" : obstacle()
  if (missing !== undefined) {
    console.log(`AfterShip and Reacher are left out: ${missing}.`)
    const [program, ...args] = [...command, "[]", "0", "0"]
    return spawnSync(program ?? "", args, { stdio: "inherit" }).status ?? 1
  }
  return runInOwnNetwork([...command, JSON.stringify(buildPeers(peers)), "53", "25"])
}
