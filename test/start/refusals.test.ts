/** A service that cannot start says why in one sentence, and has made nothing. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import { badConfigCode, Config, load } from "@rcpt/service/platform/Config"
import { freePort } from "@rcpt/service/platform/freePort"
import { joinDatabase } from "@rcpt/service/platform/joining/joinDatabase"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Effect, Layer, Redacted } from "effect"

import { asSuperuser, emptyDatabase, freshDatabase } from "../support/freshDatabase.ts"
import { describeWith } from "../support/needs.ts"
import { mountRight, ownDisk } from "../support/ownDisk.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { refuses, withUrl } from "./support/refuses.ts"
import { query } from "./world.ts"

/**
 * A port that another program has. Not any that the system gives: below it may be one by which another test
 * has connected somewhere, and a node of two processes looks at both.
 */
const takenPort = Effect.acquireRelease(
  Effect.flatMap(freePort, (port) =>
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer().listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    })
  ),
  (server) => Effect.sync(() => server.close())
).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

describe("A start is refused, and nothing is made,", () => {
  for (const processes of ["1", "2"]) {
    it.live(`when another program has the port of ${processes} processes`, () =>
      Effect.gen(function* () {
        const folder = join(yield* tempFolder(), "data")
        const port = yield* takenPort
        yield* refuses(
          { RCPT_PORT: String(port), RCPT_DATA_DIR: folder, RCPT_PROCESSES: processes },
          `The service cannot listen: another program already listens on 127.0.0.1:${port}. ` +
            "Stop the other program, or set RCPT_PORT or RCPT_HOST."
        )
        assert.isFalse(existsSync(folder))
      }).pipe(Effect.scoped)
    )

    it.live(`when another program has a cluster port of ${processes} processes`, () =>
      Effect.gen(function* () {
        const databaseUrl = yield* emptyDatabase()
        const port = yield* takenPort
        yield* refuses(
          {
            RCPT_DATABASE_URL: databaseUrl,
            RCPT_CLUSTER_HOST: "127.0.0.1",
            RCPT_CLUSTER_PORT: String(port + 1 - Number(processes)),
            RCPT_SECRET: "a secret that all nodes of this test have",
            RCPT_PROCESSES: processes
          },
          new RegExp(
            `another program already listens on 127\\.0\\.0\\.1:${port}.*RCPT_CLUSTER_PORT`
          )
        )
        const tables = yield* query(databaseUrl, "select from pg_class where relname = 'account'")
        assert.lengthOf(tables, 0)
      }).pipe(Effect.scoped)
    )
  }

  it.live("when the address is not one of this machine", () =>
    // TEST-NET-1 (RFC 5737)
    refuses({ RCPT_HOST: "192.0.2.1", RCPT_PORT: "8080" }, /192\.0\.2\.1:8080 is not an address of/)
  )

  it.live("when the data folder cannot be made", () =>
    Effect.gen(function* () {
      const file = join(yield* tempFolder(), "file")
      writeFileSync(file, "")
      yield* refuses(
        { RCPT_DATA_DIR: join(file, "data") },
        /^The data folder \S+ cannot be used: .*\. Make it writable for this user, or name another one in/
      )
    }).pipe(Effect.scoped)
  )

  for (const { what, write } of [
    { what: "cannot be read", write: () => {} },
    { what: "is empty", write: (file: string) => writeFileSync(file, "\n") }
  ])
    it.live(`when the file of a secret ${what}`, () =>
      Effect.gen(function* () {
        const folder = yield* tempFolder()
        const file = join(folder, "secret")
        write(file)
        const dataDir = join(folder, "data")
        const sentence = `RCPT_SECRET_FILE names ${file}, which ${what}.`
        yield* refuses({ RCPT_SECRET_FILE: file, RCPT_DATA_DIR: dataDir }, sentence, badConfigCode)
        assert.isFalse(existsSync(dataDir))
      }).pipe(Effect.scoped)
    )

  for (const { what, damage, sentence } of [
    {
      what: "the key of its ledger is damaged",
      damage: (path: string) => writeFileSync(path, "half a key"),
      sentence: /^The key of the ledger cannot be read: \S+ledger\.key does not have 32 octets/
    },
    {
      what: "the key of its ledger cannot be read",
      damage: (path: string) => mkdirSync(path),
      sentence: /^The key of the ledger cannot be read: \S+ledger\.key gives EISDIR/
    },
    {
      what: "what it has published cannot be read",
      damage: () => {},
      sentence: /^RCPT_CHECKPOINT_FILE cannot be read: \S+ gives EISDIR/
    }
  ])
    it.live(`when ${what}`, () =>
      Effect.gen(function* () {
        const dataDir = yield* tempFolder()
        yield* Effect.scoped(EmbeddedPostgres.start({ dataDir, durable: false }))
        damage(join(dataDir, "ledger.key"))
        yield* refuses({ RCPT_DATA_DIR: dataDir, RCPT_CHECKPOINT_FILE: dataDir }, sentence)
      }).pipe(Effect.scoped)
    )

  it.live("when there is no such database", () =>
    refuses(
      { RCPT_DATABASE_URL: withUrl((url) => (url.pathname = "nowhere")) },
      /^Postgres at 127\.0\.0\.1:\d+ has no database "nowhere": create it, or correct RCPT_DATABASE_URL\.\n/
    )
  )

  for (const password of ["wrong", ""])
    it.live(`when the password is "${password}"`, () =>
      refuses(
        { RCPT_DATABASE_URL: withUrl((url) => (url.password = password)) },
        /^Postgres at 127\.0\.0\.1:\d+ refuses the password of "\w+": correct RCPT_DATABASE_URL\.\n/
      )
    )

  it.live("when the server lets nobody in from here", () =>
    Effect.gen(function* () {
      const dataDir = yield* tempFolder()
      const { url, superuserUrl } = yield* EmbeddedPostgres.start({ dataDir, durable: false })
      const rules = join(dataDir, "postgres", "pg_hba.conf")
      const { username } = new URL(url)
      writeFileSync(rules, `host all ${username} all reject\n${readFileSync(rules, "utf8")}`)
      yield* query(superuserUrl, "select pg_reload_conf()")
      yield* refuses({ RCPT_DATABASE_URL: url }, /does not let "\w+" in \(pg_hba\.conf rejects/)
    }).pipe(Effect.scoped)
  )

  it.live("when the tables have the numbers from before 1.0.0", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      yield* query(
        asSuperuser(databaseUrl),
        "update service_migrations set name = 'accounts' where migration_id = 1"
      )
      yield* refuses(
        { RCPT_DATABASE_URL: databaseUrl },
        "The tables of the database are of a program from before 1.0.0, of which commit 7634075 was the last: " +
          "write a backup with `rcpt backup`, and restore it into a new database with `rcpt restore`."
      )
    }).pipe(Effect.scoped)
  )

  it.live("when the tables are for newer programs", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      yield* query(asSuperuser(databaseUrl), "update oldest_program set service = 9999")
      yield* refuses(
        { RCPT_DATABASE_URL: databaseUrl },
        /^The tables of the database are for newer programs \(service 9999, store \d+ at least\)/
      )
    }).pipe(Effect.scoped)
  )
})

describeWith(mountRight, "On a disk that nobody can write to", () => {
  it.live("a start is refused, also where the data folder would have to be made", () =>
    Effect.gen(function* () {
      const disk = yield* ownDisk(1)
      execFileSync("mount", ["-o", "remount,ro", disk])
      for (const dataDir of [disk, join(disk, "data")])
        yield* refuses(
          { RCPT_DATA_DIR: dataDir },
          /^The data folder \S+ cannot be used: .*\. Make it writable for this user, or name another one in/
        )
    }).pipe(Effect.scoped)
  )
})

describe("A database with newer tables", () => {
  it.live("serves an older program that it does not exclude", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const newer = "insert into service_migrations (migration_id, name) values (9999, 'newer')"
      yield* query(asSuperuser(databaseUrl), newer)
      const { config } = yield* load({}, {})
      yield* joinDatabase(Redacted.make(databaseUrl)).pipe(
        Effect.scoped,
        Effect.provide(Layer.succeed(Config, config))
      )
    }).pipe(Effect.scoped)
  )
})
