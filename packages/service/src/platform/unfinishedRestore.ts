/** A table that is in a database only while a backup is restored into it (operations/backup/restore.ts). */
export const unfinishedTable = "restore_unfinished"
