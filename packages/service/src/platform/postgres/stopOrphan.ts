/**
 * Stops a Postgres that outlived its Node: the kernel could not stop it (no setpriv), or it is still
 * shutting down. This process holds the lock of the data, so any server on the data is an orphan.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { Duration, Effect, Schedule } from "effect"

/** A fast shutdown writes a checkpoint: with 128 MB of buffers a slow disk needs seconds. */
const endWaitMax = Duration.seconds(10)
const pollInterval = Duration.millis(50)

/** The first line of postmaster.pid, which stays behind after a kill -9. */
const pidIn = (cluster: string): number | undefined => {
  try {
    const [pid] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")
    return Number(pid) > 1 ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/** Empty if the process has ended or is a zombie. */
const commandOf = (pid: number): string => {
  if (!existsSync("/proc/self/cmdline")) {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    return ""
  }
}

/** The process id may be reused by now: it counts only if the command line is that of our server. */
const orphanOn = (cluster: string): number | undefined => {
  const pid = pidIn(cluster)
  return pid !== undefined && commandOf(pid).includes(`-D ${cluster} `) ? pid : undefined
}

const isGone = (cluster: string) => Effect.sync(() => orphanOn(cluster) === undefined)

/** Waits until it has ended or time is up. In the latter case the following start reports the error. */
export const stopOrphan = Effect.fnUntraced(function* (cluster: string) {
  const pid = orphanOn(cluster)
  if (pid === undefined) return
  yield* Effect.logInfo(`Postgres (process ${pid}) outlived its service; stopping it first`)
  yield* Effect.try(() => process.kill(pid, "SIGINT")).pipe(Effect.ignore)
  yield* isGone(cluster).pipe(
    Effect.repeat({ until: (gone) => gone, schedule: Schedule.spaced(pollInterval) }),
    Effect.timeoutOption(endWaitMax)
  )
})
