/**
 * Backups of the embedded database by the clock, each by `rcpt backup` in a process of its own, at a lower
 * priority: requests do not wait for it. A database on a server is backed up by who runs the server.
 */
import { execFile } from "node:child_process"
import { constants, setPriority } from "node:os"

import { folderOf, newestIn } from "@rcpt/service/operations/backup/backupFiles"
import type { Config } from "@rcpt/service/platform/Config"
import { Clock, Duration, Effect, Schedule } from "effect"

import runtime from "../bin/runtime.json" with { type: "json" }
import { mainFile } from "./builds.ts"

/** After a start there is other work. */
const firstLook = Duration.minutes(5)
const lookEvery = Duration.minutes(10)

const run = (config: Config["Service"], folder: string): Effect.Effect<void, string> =>
  Effect.callback((resume) => {
    // `env` adds to the environment: the rest of the environment is that of this process.
    const start = [
      `RCPT_DATA_DIR=${config.dataDir}`,
      process.execPath,
      ...runtime.flags,
      mainFile()
    ]
    const args = ["backup", "-o", `${folder}/`, "--keep", String(config.backupKeep)]
    const child = execFile("env", [...start, ...args], (error, stdout, stderr) =>
      resume(
        error === null ? Effect.logInfo(`Backup: ${stdout.trim()}`) : Effect.fail(stderr.trim())
      )
    )
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    } catch {
      // The process has ended already, or the system has no priorities.
    }
    return Effect.sync(() => child.kill("SIGTERM"))
  })

/** One if the newest is older than the interval. */
export const backUpIfDue = (config: Config["Service"]): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { backupEvery } = config
    if (backupEvery === "off") return
    const folder = folderOf(config)
    const newest = yield* Effect.promise(() => newestIn(folder).catch(() => undefined))
    const age = (yield* Clock.currentTimeMillis) - (newest ?? -Infinity)
    if (age < Duration.toMillis(backupEvery)) return
    yield* Effect.catch(run(config, folder), (why) =>
      Effect.logError(`The backup has failed; the next attempt is in ten minutes. ${why}`)
    )
  })

/** For ever. */
export const keepBackups = (config: Config["Service"]): Effect.Effect<void> =>
  config.databaseUrl !== undefined || config.backupEvery === "off"
    ? Effect.void
    : Effect.sleep(firstLook).pipe(
        Effect.andThen(Effect.repeat(backUpIfDue(config), Schedule.spaced(lookEvery))),
        Effect.asVoid
      )
