/** Settings of one of several nodes of a database: where the others reach it. */
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"

export const inCluster = Effect.map(freePort, (port) => ({
  RCPT_CLUSTER_HOST: "127.0.0.1",
  RCPT_CLUSTER_PORT: String(port)
})).pipe(Effect.orDie)
