/** A real PgBouncer between a service and its Postgres. The service has sessions of its own, or does not start. */
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { sessionsNeeded } from "@rcpt/service/platform/joining/connectFailures"
import { Effect } from "effect"

import { rcpt } from "../cli/rcpt.ts"
import * as daemon from "../interop/support/daemon.ts"
import { asSuperuser, emptyDatabase } from "../support/freshDatabase.ts"
import { describeWith, pgbouncer } from "../support/needs.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, it } from "../support/vitest.ts"
import { query } from "./world.ts"

const ip = "127.0.0.1"

/** EX_UNAVAILABLE */
const unavailable = 69

/** As an operator writes it who finds our settings refused. Whatever it ignores does not reach Postgres. */
const ignoring = [
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "tcp_keepalives_idle",
  "tcp_keepalives_interval",
  "tcp_keepalives_count",
  "extra_float_digits"
]

/** The URL by which the database is reached through it, with a pool for each transaction. */
const pooled = Effect.fnUntraced(function* (databaseUrl: string, more: string) {
  const folder = yield* tempFolder()
  const port = yield* freePort
  const url = new URL(databaseUrl)
  const { hostname, port: serverPort, username, password } = url
  const file = join(folder, "pgbouncer.ini")
  const server = `host=${hostname} port=${serverPort} user=${username} password=${password}`
  writeFileSync(
    file,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = ${ip}
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
${more}
`
  )
  // It does not run as root: it becomes this user, who has to read the file.
  for (const path of [folder, file]) chmodSync(path, 0o755)
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  const args = [...asUser, file]
  yield* daemon.start({ program: "/usr/sbin/pgbouncer", args, on: [{ ip, port }] })
  url.port = String(port)
  return url.href
})

describeWith(pgbouncer, "A service behind PgBouncer with a pool per transaction", () => {
  for (const [which, more] of [
    ["as it is installed", ""],
    ["that ignores our settings", `ignore_startup_parameters = ${ignoring.join(", ")}`],
    [
      "with one connection for all",
      `ignore_startup_parameters = ${ignoring.join(", ")}\ndefault_pool_size = 1`
    ]
  ] as const)
    it.live(`${which} is refused with a sentence, and makes nothing`, () =>
      Effect.gen(function* () {
        const databaseUrl = yield* emptyDatabase()
        const { code, stdout, stderr } = yield* rcpt(["start"], {
          RCPT_DASHBOARD: "off",
          RCPT_PORT: "0",
          RCPT_PROCESSES: "1",
          RCPT_LOG: "error",
          RCPT_DATABASE_URL: yield* pooled(databaseUrl, more)
        })
        assert.strictEqual(stderr, `${sessionsNeeded}\n`)
        assert.strictEqual(stdout, "")
        assert.strictEqual(code, unavailable)
        const tables = yield* query(
          asSuperuser(databaseUrl),
          "select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"
        )
        assert.isEmpty(tables)
      }).pipe(Effect.scoped)
    )
})
