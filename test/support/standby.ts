/**
 * A streaming standby of a `plainPostgres`, made by hand because npm has no pg_basebackup: between
 * `pg_backup_start` and `pg_backup_stop` the files are copied, and the write-ahead log comes by streaming
 * from a slot. The primary waits for it with each commit, so that a fail-over loses none.
 */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted, Schedule } from "effect"
import type { Scope } from "effect"

import { clusterOf, serve } from "./plainPostgres.ts"
import type { PlainPostgres } from "./plainPostgres.ts"

export interface Standby extends PlainPostgres {
  /** It becomes a primary. The old one must not run any more. Returns when it takes writes. */
  readonly promote: Effect.Effect<void>
}

const slot = "standby"

const connect = ({ superuserUrl }: PlainPostgres) =>
  PgConnection.make({ url: Redacted.make(superuserUrl) })

/** Of what the primary has, not its own state: the standby writes that itself. */
const notCopied = ["pg_wal", "pg_replslot", "postmaster.pid", "postmaster.opts"]

/** Files may vanish meanwhile: what they were is in the log that is replayed. */
const copyCluster = (from: string, to: string): void => {
  const skipped = notCopied.map((name) => `--exclude=./${name}`)
  const pack = `tar -C "$0" ${skipped.join(" ")} --warning=no-file-changed -cf - . ; true`
  spawnSync("sh", ["-c", `{ ${pack}; } | tar -C "$1" -xpf -`, from, to], { stdio: "ignore" })
}

/** With the owner and the mode that Postgres asks for, as the folder has them. */
const makeLike = (folder: string, cluster: string): void => {
  mkdirSync(cluster, { recursive: true })
  for (const args of [
    ["chown", `--reference=${folder}`, cluster],
    ["chmod", `--reference=${folder}`, cluster]
  ])
    spawnSync(args[0]!, args.slice(1), { stdio: "ignore" })
}

const writeLike = (folder: string, file: string, text: string): void => {
  writeFileSync(file, text, { mode: 0o600 })
  spawnSync("chown", [`--reference=${folder}`, file], { stdio: "ignore" })
}

/** The copy of a running primary. */
const baseBackup = (primary: PlainPostgres, dataDir: string) =>
  Effect.gen(function* () {
    const source = clusterOf(primary.dataDir)
    const cluster = clusterOf(dataDir)
    const connection = yield* connect(primary)
    yield* connection.query(
      `select slot_name::text from pg_create_physical_replication_slot('${slot}', true)`
    )
    yield* connection.query(`select pg_backup_start('${slot}', true)::text`)
    makeLike(source, cluster)
    copyCluster(source, cluster)
    const { rows } = yield* connection.query(
      "select labelfile from pg_backup_stop(wait_for_archive => false)"
    )
    for (const folder of ["pg_wal", "pg_wal/archive_status", "pg_wal/summaries", "pg_replslot"])
      makeLike(join(source, folder), join(cluster, folder))
    writeLike(source, join(cluster, "backup_label"), String(Object(rows[0]).labelfile))
    writeLike(source, join(cluster, "standby.signal"), "")
  }).pipe(Effect.scoped)

/** Commits wait for the standby from now on. */
const waitForStandby = (primary: PlainPostgres) =>
  Effect.gen(function* () {
    const connection = yield* connect(primary)
    const streams = "select from pg_stat_replication where state = 'streaming'"
    yield* connection.query(streams).pipe(
      Effect.repeat({
        until: ({ rows }) => rows.length === 1,
        schedule: Schedule.spaced("50 millis")
      }),
      Effect.timeout("60 seconds")
    )
    yield* connection.query("alter system set synchronous_standby_names = '*'")
    yield* connection.query("select pg_reload_conf()")
  }).pipe(Effect.scoped)

/** Below a folder of its own, empty or not yet there. */
export const start = (
  primary: PlainPostgres,
  dataDir: string
): Effect.Effect<Standby, never, Scope.Scope> =>
  Effect.gen(function* () {
    rmSync(clusterOf(dataDir), { recursive: true, force: true })
    copyFileSync(join(primary.dataDir, "postgres.password"), join(dataDir, "postgres.password"))
    yield* baseBackup(primary, dataDir)
    const url = new URL(primary.superuserUrl)
    const source = `host=127.0.0.1 port=${primary.port} user=${url.username} password=${url.password}`
    const server = yield* serve(dataDir, {
      primary_conninfo: source,
      primary_slot_name: slot
    })
    yield* waitForStandby(primary)
    const promote = connect(server).pipe(
      Effect.flatMap((connection) => connection.query("select pg_promote()")),
      Effect.scoped,
      Effect.orDie
    )
    return { ...server, promote }
  }).pipe(Effect.orDie)
