/** Whether the database is safe to keep a ledger in. */
import { partitionSize } from "@rcpt/store/partitions"

import { isExcluded, lastOfOldNumbering, versionMin } from "../../platform/joining/mayJoin.ts"
import { plainRole } from "../../platform/postgres/serviceRole.ts"
import { note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import type { DatabaseLearnt, Reached } from "./learnDatabase.ts"
import { connectionsFreeMin } from "./limits.ts"

const versionOf = ({ versionNumber, version }: Reached): Finding =>
  versionNumber >= versionMin
    ? ok("db.version", `It is Postgres ${version}.`)
    : problem(
        "db.version",
        `It is Postgres ${version}, which is too old.`,
        "Bring it to version 15 or newer."
      )

const migrationsOf = ({
  migrations: { service, store },
  isOldNumbering,
  oldest
}: Reached): Finding => {
  if (isOldNumbering)
    return problem(
      "db.migrations",
      `Its tables are of a program from before 1.0.0, of which commit ${lastOfOldNumbering} was the last.`,
      "Write a backup with `rcpt backup`, and restore it into a new database with `rcpt restore`."
    )
  const both = [service, store]
  if (both.every(({ applied }) => applied === 0))
    return note("db.migrations", "It is empty: a service makes its tables when it first starts.")
  const states = `service ${service.applied} of ${service.latest}, store ${store.applied} of ${store.latest}`
  if (both.some(({ applied, latest }) => applied > latest))
    return isExcluded({ service: service.latest, store: store.latest }, oldest)
      ? problem(
          "db.migrations",
          `Its tables are of a newer release, which this program must not write to (${states}).`,
          "Update this installation: it does not start on them."
        )
      : warning(
          "db.migrations",
          `Its tables are of a newer release, beside which this program still runs (${states}).`,
          "Update this installation too."
        )
  if (both.some(({ applied, latest }) => applied < latest))
    return warning(
      "db.migrations",
      `Its tables are of an older release (${states}).`,
      "Start the service: it brings them up to date."
    )
  return ok("db.migrations", `Its tables are up to date (${states}).`)
}

const durabilityOf = ({ fsync, synchronousCommit }: Reached): Finding => {
  if (fsync !== "on")
    return problem(
      "db.durability",
      "fsync is off: a power failure can destroy the ledger.",
      "Set fsync = on in postgresql.conf, and reload it."
    )
  return synchronousCommit === "off"
    ? warning(
        "db.durability",
        "synchronous_commit is off: a crash can undo charges that were already answered for.",
        "Set synchronous_commit = on, for the server or for this database."
      )
    : ok("db.durability", "It keeps what it has confirmed (fsync and synchronous_commit are on).")
}

const connectionsOf = ({ connectionsMax, connectionsUsed }: Reached): Finding => {
  const free = connectionsMax - connectionsUsed
  return free >= connectionsFreeMin
    ? ok("db.connections", `${free} of ${connectionsMax} connections are free.`)
    : warning(
        "db.connections",
        `Only ${free} of ${connectionsMax} connections are free; a node wants about twenty.`,
        "Raise max_connections, or find out which programs hold so many."
      )
}

const retentionOf = ({ overdue }: Reached): Finding =>
  overdue.length === 0
    ? ok("db.retention", "No table has rows that should have gone.")
    : warning(
        "db.retention",
        `Rows that should have gone a day ago are still in ${overdue.join(", ")}.`,
        "See in the log why they could not be deleted; a database that is too slow is one reason."
      )

const partitionsOf = ({ commitsFree }: Reached): Finding | ReadonlyArray<Finding> => {
  if (commitsFree === undefined) return []
  const free = `${commitsFree.toLocaleString("en")} more commits`
  return commitsFree >= partitionSize
    ? ok("db.partitions", `The partitions of its log have room for ${free}.`)
    : warning(
        "db.partitions",
        `The partitions of its log have room for only ${free}, and then nothing can be written.`,
        "See in the log why the next one could not be made; the role must own the tables of schema es."
      )
}

/** What the role is called that a superuser is replaced by. */
const plainRoleName = "rcpt_app"

const roleOf = ({ isSuperuser, database }: Reached): Finding =>
  isSuperuser
    ? warning(
        "db.role",
        "We use it as a superuser: a mistake of ours could do anything on that server.",
        `Have a superuser run these statements in it, and name ${plainRoleName} in RCPT_DATABASE_URL.`,
        plainRole(plainRoleName, database).join("; ")
      )
    : ok("db.role", "We use it as a role without special rights.")

const judges = [
  versionOf,
  migrationsOf,
  durabilityOf,
  connectionsOf,
  retentionOf,
  partitionsOf,
  roleOf
]

export const judgeDatabase = (learnt: DatabaseLearnt): ReadonlyArray<Finding> => {
  switch (learnt._tag) {
    case "notRunning":
      return [
        note("db", "No service runs here, and neither does its database: it was not looked at.")
      ]
    case "unreachable":
      return [
        problem(
          "db",
          `The database cannot be reached: ${learnt.why}`,
          "Start it, or correct RCPT_DATABASE_URL."
        )
      ]
    case "reached":
      return [
        ok("db", learnt.isEmbedded ? "The embedded database answers." : "The database answers."),
        ...judges.flatMap((judge) => judge(learnt))
      ]
  }
}
