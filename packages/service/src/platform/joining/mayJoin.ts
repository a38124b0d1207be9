/** Decides whether this program, on this machine, may work on a database. */
import { sessionsNeeded } from "./connectFailures.ts"

/** `server_version_num` of the oldest Postgres that we are tested on. */
export const versionMin = 150_000

/**
 * Clocks may differ by so many seconds before an operator is told, and before a node may not take part. Holds
 * live ten minutes and receivers of webhooks allow five; an HTTP date has whole seconds and travels for one
 * or two.
 */
export const clockSkewMax = 5
export const clockSkewHarmful = 60

/** The last migrations of a program, or those that it must have at least. */
export interface Level {
  readonly service: number
  readonly store: number
}

export interface Database {
  /** The version as `server_version_num`, such as 180004. */
  readonly versionNumber: number
  readonly version: string
  /** Process ids that one connection was told in several questions, and those that another one was told meanwhile. */
  readonly processIds: readonly [ReadonlyArray<number>, ReadonlyArray<number>]
  /** Whether the timeouts that we asked for hold in our sessions. */
  readonly keepsSettings: boolean
  /** Whether a restore of a backup was begun there and did not end. */
  readonly isHalfRestored: boolean
  /** Our clock minus the database's, in milliseconds. */
  readonly clockAhead: number
  /** Whether its migrations have the numbers from before 1.0.0. */
  readonly isOldNumbering: boolean
  /** The oldest program that may run on the tables; `undefined` if they name none. */
  readonly oldest: Level | undefined
}

/** SQL: whether the tables have the numbers of migrations from before 1.0.0, whose first ones had other names. */
export const oldNumberingQuery = `
  select exists (select from service_migrations where migration_id = 1 and name <> 'baseline') as "isOld"`

/** The last commit with the migrations that 1.0.0 made one of. */
export const lastOfOldNumbering = "7634075"

const oldNumbering =
  `The tables of the database are of a program from before 1.0.0, of which commit ${lastOfOldNumbering} was the last: ` +
  "write a backup with `rcpt backup`, and restore it into a new database with `rcpt restore`."

/** Tells whether several clients share sessions, as a pooler with a pool per transaction makes them do. */
const areShared = ([ours, theirs]: Database["processIds"]): boolean =>
  new Set(ours).size > 1 || ours.some((id) => theirs.includes(id))

export const lag = (ahead: number): string =>
  `${Math.abs(ahead / 1_000).toFixed(0)} s ${ahead > 0 ? "ahead of" : "behind"}`

/** Whether a program is too old for tables that name the oldest which may run on them. */
export const isExcluded = (program: Level, oldest: Level | undefined): oldest is Level =>
  oldest !== undefined && (program.service < oldest.service || program.store < oldest.store)

const levelText = ({ service, store }: Level): string => `service ${service}, store ${store}`

/** All reasons for a refusal, in the order in which they are told, one at a time. */
const refusals: ReadonlyArray<(database: Database, program: Level) => string | undefined> = [
  ({ versionNumber, version }) =>
    versionNumber < versionMin
      ? `The database is Postgres ${version}, which is too old: bring it to version 15 or newer.`
      : undefined,
  ({ processIds, keepsSettings }) =>
    areShared(processIds) || !keepsSettings ? sessionsNeeded : undefined,
  ({ isHalfRestored }) =>
    isHalfRestored
      ? "A backup is being restored into the database, or a restore was broken off: run `rcpt restore` again."
      : undefined,
  ({ isOldNumbering }) => (isOldNumbering ? oldNumbering : undefined),
  ({ oldest }, program) =>
    isExcluded(program, oldest)
      ? `The tables of the database are for newer programs (${levelText(oldest)} at least) than this ` +
        `one (${levelText(program)}): update this installation.`
      : undefined,
  ({ clockAhead }) =>
    Math.abs(clockAhead) > clockSkewHarmful * 1_000
      ? `The clock of this machine is ${lag(clockAhead)} the database's: let NTP set both (chrony, ` +
        "systemd-timesyncd), then start again."
      : undefined
]

/** Returns a sentence that says why not; `undefined` if the program may. */
export const refusalOf = (database: Database, program: Level): string | undefined => {
  for (const refuse of refusals) {
    const sentence = refuse(database, program)
    if (sentence !== undefined) return sentence
  }
  return undefined
}
