/** Finds the backups in a folder by their names: the newest, and those that are old enough to go. */
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"

import { ending } from "./archive.ts"

/** The name of a backup: `rcpt-2026-11-24T021500Z.rcpt-backup`. */
const pattern = /^rcpt-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.rcpt-backup$/

export const nameOf = (epochMillis: number): string =>
  `rcpt-${new Date(epochMillis).toISOString().replace(/:|\.\d+/g, "")}${ending}`

/** The time in a name, in epoch milliseconds; `undefined`: the file is not one of ours. */
export const timeOf = (name: string): number | undefined => {
  const [, date, hour, minute, second] = pattern.exec(name) ?? []
  return date === undefined ? undefined : Date.parse(`${date}T${hour}:${minute}:${second}Z`)
}

/** The names of backups, newest first. */
const backupsIn = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .filter((name) => timeOf(name) !== undefined)
    .toSorted()
    .toReversed()

const list = (folder: string): Promise<ReadonlyArray<string>> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? [] : Promise.reject(error)
  )

/** The time of the newest backup, in epoch milliseconds. */
export const newestIn = async (folder: string): Promise<number | undefined> => {
  const [newest] = backupsIn(await list(folder))
  return newest === undefined ? undefined : timeOf(newest)
}

/** Removes old backups. It runs only after a new one is whole, so there is always one. */
export const removeOld = async (folder: string, keep: number): Promise<ReadonlyArray<string>> => {
  const old = backupsIn(await list(folder)).slice(keep)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}

/** The folder of scheduled backups. */
export const folderOf = (config: {
  readonly backupFolder: string | undefined
  readonly dataDir: string
}): string => config.backupFolder ?? join(config.dataDir, "backups")
