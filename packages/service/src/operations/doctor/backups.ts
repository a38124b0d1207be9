/** Whether the embedded database is backed up: by the age of the newest file. */
import { existsSync } from "node:fs"
import { join } from "node:path"

import { Clock, Duration, Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import { folderOf, newestIn } from "../backup/backupFiles.ts"
import { note, ok, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

interface BackupsLearnt {
  readonly folder: string
  /** Milliseconds between two; `undefined`: switched off. */
  readonly every: number | undefined
  /** Milliseconds of the epoch; `undefined`: there is none. */
  readonly newest: number | undefined
  readonly now: number
}

/** `undefined` where the database is a server's, or where there is none yet. */
export const learnBackups: Effect.Effect<BackupsLearnt | undefined, never, Config> = Effect.gen(
  function* () {
    const config = yield* Config
    const { backupEvery, databaseUrl, dataDir } = config
    if (databaseUrl !== undefined || !existsSync(join(dataDir, "postgres", "PG_VERSION"))) return
    const folder = folderOf(config)
    return {
      folder,
      every: backupEvery === "off" ? undefined : Duration.toMillis(backupEvery),
      newest: yield* Effect.promise(() => newestIn(folder).catch(() => undefined)),
      now: yield* Clock.currentTimeMillis
    }
  }
)

const day = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Times the interval: one may have failed, or the machine was off. */
const lateFactor = 2

export const judgeBackups = (learnt: BackupsLearnt | undefined): ReadonlyArray<Finding> => {
  if (learnt === undefined) return []
  const { every, folder, newest, now } = learnt
  if (every === undefined)
    return [note("db.backup", "The embedded database is not backed up by itself.")]
  if (newest === undefined)
    return [
      note("db.backup", `There is no backup in ${folder} yet; the service makes the first one.`)
    ]
  return now - newest <= every * lateFactor
    ? [ok("db.backup", `The newest backup is of ${day(newest)}.`)]
    : [
        warning(
          "db.backup",
          `The newest backup in ${folder} is of ${day(newest)}.`,
          "The log has the reason why newer ones failed. Make one now: `rcpt backup`."
        )
      ]
}
