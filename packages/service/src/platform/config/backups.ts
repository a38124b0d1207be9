/** The settings of backups of the embedded database. */
import * as parse from "./parse.ts"
import { optional, setting } from "./Setting.ts"

export const backups = {
  backupEvery: setting(
    "RCPT_BACKUP_EVERY",
    "1d",
    parse.orWord("off", parse.days(1, 90)),
    "how often the embedded database is backed up; off: never; a server's database is its operator's"
  ),
  backupKeep: setting(
    "RCPT_BACKUP_KEEP",
    "7",
    parse.whole(1, 1_000),
    "how many of these backups are kept; an older one goes once a new one is whole"
  ),
  backupFolder: optional(
    "RCPT_BACKUP_FOLDER",
    parse.text,
    "where they are; best on another disk; without it backups in RCPT_DATA_DIR"
  )
}
