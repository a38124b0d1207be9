/**
 * A Postgres with certificates, as managed ones are: each `sslmode` against a real server, and every program of ours that
 * uses the URL against one that takes nothing in the clear.
 */
import { writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"

import { PgConnection } from "@effect/sql-pg"
import { selfSigned } from "@rcpt/lab/smtp/selfSigned"
import { judgeDatabase, learnDatabase } from "@rcpt/service/operations/doctor/database"
import { badConfigCode, Config, load } from "@rcpt/service/platform/Config"
import { connectionTo } from "@rcpt/service/platform/databaseLine"
import { failureOf } from "@rcpt/service/platform/joining/connectFailures"
import { postgresSource } from "@rcpt/service/schedules/adapters/postgres/postgresSource"
import { Effect, Redacted, Stream } from "effect"
import type { SqlError } from "effect/sql"

import { rcpt } from "../cli/rcpt.ts"
import { worldOn } from "../service/schedules/adapterWorld.ts"
import { emptyDatabase } from "../support/freshDatabase.ts"
import * as plainPostgres from "../support/plainPostgres.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { refuses } from "./support/refuses.ts"
import { query } from "./world.ts"

const hour = 3_600_000
const validity = { from: new Date(Date.now() - hour), until: new Date(Date.now() + hour) }
const here = selfSigned("localhost", validity)
const elsewhere = selfSigned("db.example", validity)
const client = selfSigned("rcpt_service", validity)

const everybody = "host all all 127.0.0.1/32 scram-sha-256"
const nobodyInTheClear = "hostnossl all all 127.0.0.1/32 reject"
const onlyEncrypted = `hostssl all all 127.0.0.1/32 scram-sha-256\n${nobodyInTheClear}`
const onlyKnown = `hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n${nobodyInTheClear}`

/** A new server with this certificate, and who may come in. Returns a file with its certificate, and URLs to it. */
const serverWith = Effect.fnUntraced(function* (certificate: typeof here, doors: string) {
  const running = yield* plainPostgres.create()
  // The key is a file of the user of Postgres, which no one else may read.
  for (const [name, text] of [
    ["server.crt", certificate.cert],
    ["server.key", certificate.key],
    ["clients.crt", client.cert],
    ["pg_hba.conf", doors]
  ] as const)
    yield* query(
      running.superuserUrl,
      `copy (select unnest(string_to_array($text$${text.trimEnd()}$text$, chr(10))))
        to program 'umask 077; cat > ${name}'`
    )
  yield* query(running.superuserUrl, "alter system set ssl_ca_file = 'clients.crt'")
  yield* query(running.superuserUrl, "alter system set ssl = on")
  yield* query(running.superuserUrl, "select pg_reload_conf()")
  const ca = join(yield* tempFolder(), "ca.pem")
  writeFileSync(ca, certificate.cert)
  return { ca, ...urlsOf(running) }
})

const urlsOf = ({ url, superuserUrl }: plainPostgres.PlainPostgres) => {
  const change = (text: string, parameters: string) =>
    `${text.replace("@127.0.0.1:", "@localhost:")}?${parameters}`
  return {
    at: (parameters: string) => change(url, parameters),
    asSuperuser: (parameters: string) => change(superuserUrl, parameters)
  }
}

/** The version of TLS of a new connection, `null` in the clear, or the sentence about its failure. */
const encryptionAt = (url: string) =>
  PgConnection.make(connectionTo(Redacted.make(url))).pipe(
    Effect.flatMap((connection) =>
      connection.query("select version from pg_stat_ssl where pid = pg_backend_pid()")
    ),
    Effect.map(({ rows }) => rows[0]?.["version"]),
    Effect.scoped,
    Effect.catchTag("SqlError", (error: SqlError.SqlError) =>
      Effect.succeed(failureOf(error, url).sentence)
    )
  )

const holds = Effect.fnUntraced(function* (
  at: (parameters: string) => string,
  rows: Readonly<Record<string, RegExp | null>>
) {
  for (const [parameters, expected] of Object.entries(rows)) {
    const seen = yield* encryptionAt(at(parameters))
    if (expected === null) assert.isNull(seen, parameters)
    else assert.match(String(seen), expected, parameters)
  }
})

const encrypted = /^TLSv1\.[23]$/
const notTrusted = /is not signed by an authority that is trusted .*RCPT_DATABASE_CA_FILE/

/** A folder with the socket of a server, which leads to its port. */
const socketFolder = ({ port }: plainPostgres.PlainPostgres) =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const server = createServer((client) => {
      const inner = connect(port, "127.0.0.1")
      client.pipe(inner).pipe(client)
      for (const socket of [client, inner]) socket.on("error", () => {})
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>(
        (resume) => void server.listen(join(folder, ".s.PGSQL.5432"), () => resume(Effect.void))
      ),
      () => Effect.sync(() => server.close())
    )
    return folder
  })

describe("The line to a Postgres", () => {
  it.live("without TLS is in the clear where the URL allows that, and nowhere else", () =>
    Effect.gen(function* () {
      const { at } = urlsOf(yield* plainPostgres.create())
      const none = /does not offer encryption/
      yield* holds(at, {
        "sslmode=disable": null,
        "sslmode=prefer": null,
        "sslmode=require": none,
        "ssl=true": none,
        "sslmode=verify-full": none
      })
      yield* refuses(
        { RCPT_DATABASE_URL: at("sslmode=require") },
        /^Postgres at localhost:\d+ does not offer encryption, which RCPT_DATABASE_URL asks for/
      )
    }).pipe(Effect.scoped)
  )

  it.live("at a Unix socket needs no host in the URL, and is never said to be encrypted", () =>
    Effect.gen(function* () {
      const running = yield* plainPostgres.create()
      const { username, password, pathname } = new URL(running.url)
      const folder = yield* socketFolder(running)
      const url = `postgres://${username}:${password}@${pathname}?host=${folder}`
      assert.isNull(yield* encryptionAt(url))
      yield* refuses(
        { RCPT_DATABASE_URL: `${url}&sslmode=require` },
        "RCPT_DATABASE_URL must be a URL without sslmode and certificates: a Unix socket is never encrypted.",
        badConfigCode
      )
    }).pipe(Effect.scoped)
  )

  it.live("that may be encrypted is so, and verified as far as asked", () =>
    Effect.gen(function* () {
      const { at, ca } = yield* serverWith(here, everybody)
      const strange = join(yield* tempFolder(), "strange.pem")
      writeFileSync(strange, elsewhere.cert)
      yield* holds(at, {
        "sslmode=disable": null,
        "sslmode=prefer": encrypted,
        "sslmode=require": encrypted,
        "ssl=true": encrypted,
        "sslmode=verify-full": notTrusted,
        "sslmode=verify-full&sslrootcert=system": notTrusted,
        [`sslrootcert=${ca}`]: encrypted,
        [`sslmode=verify-full&sslrootcert=${ca}`]: encrypted,
        [`sslmode=verify-ca&sslrootcert=${ca}`]: encrypted,
        [`sslmode=require&sslrootcert=${strange}`]: notTrusted,
        [`sslmode=verify-ca&sslrootcert=${strange}`]: notTrusted,
        [`sslmode=verify-full&sslrootcert=${strange}`]: notTrusted
      })
    }).pipe(Effect.scoped)
  )

  it.live("with a certificate for another name is verified without the name alone", () =>
    Effect.gen(function* () {
      const { at, ca } = yield* serverWith(elsewhere, everybody)
      yield* holds(at, {
        [`sslmode=verify-ca&sslrootcert=${ca}`]: encrypted,
        [`sslmode=verify-full&sslrootcert=${ca}`]: /is for another name .*verify-ca/
      })
    }).pipe(Effect.scoped)
  )

  it.live("that asks for a certificate of the client's is given one", () =>
    Effect.gen(function* () {
      const { at } = yield* serverWith(here, onlyKnown)
      const folder = yield* tempFolder()
      for (const name of ["key", "cert"] as const) writeFileSync(join(folder, name), client[name])
      yield* holds(at, {
        "sslmode=require": /client certificate/,
        [`sslmode=require&sslcert=${folder}/cert&sslkey=${folder}/key`]: encrypted
      })
    }).pipe(Effect.scoped)
  )

  it.live("is encrypted for the service, its processes and each command", () =>
    Effect.gen(function* () {
      const { at, asSuperuser, ca } = yield* serverWith(here, onlyEncrypted)
      const superuser = asSuperuser("sslmode=require")
      const env = { RCPT_DATABASE_CA_FILE: ca, RCPT_PROCESSES: "2" }
      const databaseUrl = at("sslmode=verify-full")
      const running = yield* service.start({ databaseUrl, env, isNode: true })
      assert.strictEqual((yield* running.get("/api/v1/account")).status, 200)
      const lines = yield* PgConnection.make(connectionTo(Redacted.make(superuser))).pipe(
        Effect.flatMap((connection) =>
          connection.query(
            `select ssl, count(*)::int as lines from pg_stat_activity join pg_stat_ssl using (pid)
             where application_name like 'rcpt%' group by ssl`
          )
        ),
        Effect.map(({ rows }) => rows),
        Effect.scoped
      )
      assert.lengthOf(lines, 1)
      assert.isTrue(lines[0]?.["ssl"])
      assert.isAbove(Number(lines[0]?.["lines"]), 10)

      const own = { RCPT_DATABASE_URL: databaseUrl, RCPT_DATABASE_CA_FILE: ca }
      for (const args of [
        ["ledger", "verify"],
        ["nodes"],
        ["backup", "--output", join(yield* tempFolder(), "b")]
      ]) {
        const finished = yield* rcpt(args, own)
        assert.strictEqual(finished.code, 0, `${args.join(" ")}: ${finished.stderr}`)
      }

      const lineSeen = Effect.fnUntraced(function* (given: Readonly<Record<string, string>>) {
        const { config } = yield* load({}, given)
        const learnt = yield* Effect.provideService(learnDatabase, Config, config)
        const found = judgeDatabase(learnt).find(({ id }) => id === "db.line")
        return `${found?.severity}: ${found?.says}`
      })
      assert.match(
        yield* lineSeen(own),
        /^ok: .* the server was verified \(TLSv1\.\d, sslmode=verify-full\)/
      )
      const unverified = yield* lineSeen({ RCPT_DATABASE_URL: at("sslmode=require") })
      assert.match(unverified, /^warning: .*encrypted, but the server was not verified/)
    }).pipe(Effect.scoped)
  )

  it.live(
    "is used by a schedule, which verifies the name that its URL has at the address that was checked",
    () =>
      Effect.gen(function* () {
        const { at } = yield* serverWith(here, onlyEncrypted)
        const world = yield* worldOn(yield* emptyDatabase(), { RCPT_SOURCES_PRIVATE: "localhost" })
        const read = Effect.fnUntraced(
          function* (parameters: string) {
            const sources = yield* postgresSource
            const settings = { query: "select 'ann@acme.test' as email, 1 as key" }
            const read = yield* sources
              .open({ account: "acc_1", settings, secret: at(parameters) })
              .read(null)
            return read.isUnchanged ? [] : (yield* Stream.runCollect(read.contacts)).flat()
          },
          Effect.scoped,
          Effect.provide(world)
        )
        const trusting = (certificate: string) =>
          `sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`
        assert.deepStrictEqual(yield* read(trusting(here.cert)), [
          { email: "ann@acme.test", key: "1" }
        ])
        const { sentence } = yield* Effect.flip(read(trusting(elsewhere.cert)))
        assert.match(
          sentence,
          /The connection to Postgres at localhost:\d+ failed.*self.signed certificate/
        )
      }).pipe(Effect.scoped)
  )
})
