/** NATS as the service uses it: hints between nodes, TLS and credentials, and what is said when it is away. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { createUser } from "@nats-io/nkeys"
import { selfSigned } from "@rcpt/lab/smtp/selfSigned"
import { Config, load } from "@rcpt/service/platform/Config"
import * as nats from "@rcpt/service/platform/nats/Nats"
import * as natsHints from "@rcpt/service/platform/nats/natsHints"
import { Hints } from "@rcpt/store/Hints"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as natsServer from "../../../support/natsServer.ts"
import { describeWith, natsServer as need } from "../../../support/needs.ts"
import * as service from "../../../support/service.ts"
import { tempFolder } from "../../../support/tempFolder.ts"
import { assert, it } from "../../../support/vitest.ts"

const hints = (url: string) =>
  Layer.unwrap(
    Effect.map(load({ RCPT_NATS_URL: url }, {}), ({ config }) =>
      natsHints.layer.pipe(
        Layer.provideMerge(nats.layer),
        Layer.provide(Layer.succeed(Config, config))
      )
    )
  ).pipe(Layer.fresh, Layer.build)

const day = 86_400_000
const validity = { from: new Date(Date.now() - day), until: new Date(Date.now() + day) }

const seconds = (count: number) => ({ times: count * 10, schedule: Schedule.spaced("100 millis") })

/** Whether a hint of one arrives at the other, within so many seconds. */
const hears = (from: Context.Context<Hints>, to: Context.Context<Hints>, within: number) =>
  Effect.suspend(() => {
    const wait = Context.get(to, Hints).listen("sealed")
    const sending = Effect.repeat(Context.get(from, Hints).notify("sealed"), seconds(within))
    return Effect.raceFirst(Effect.as(wait("1 hour"), true), Effect.as(sending, false))
  })

const stateOf = ({ get }: service.Running) =>
  Effect.map(get("/readyz?verbose"), ({ status, json }) => {
    assert.strictEqual(status, 200)
    return Object(json).nats as nats.NatsState
  })

const untilState = (running: service.Running, wanted: nats.NatsState) =>
  Effect.repeat(stateOf(running), { ...seconds(60), until: (state) => state === wanted }).pipe(
    Effect.map((state) => assert.strictEqual(state, wanted))
  )

const untilSaid = (running: service.Running, words: RegExp) =>
  Effect.repeat(Effect.sync(running.output), {
    ...seconds(60),
    until: (output) => words.test(output)
  }).pipe(Effect.map((output) => assert.match(output, words)))

const verifies = ({ get }: service.Running, name: string) =>
  Effect.map(get(`/api/v1/verify?mode=deep&email=${name}@acme.test`), ({ status, text }) =>
    assert.strictEqual(status, 200, text)
  )

/** Connections that listen for hints of Postgres. */
const listeners = (url: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly query: string }>`
      select query from pg_stat_activity
      where datname = current_database() and query ilike 'listen%rcpt_sealed%'`
  ).pipe(
    Effect.map((rows) => rows.length),
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
  )

/** A user of a server without accounts is its key; the token is only looked at by servers that have them. */
const credentialsOf = (user: ReturnType<typeof createUser>) => {
  const part = (name: string, text: string) =>
    `-----BEGIN NATS ${name}-----\n${text}\n------END NATS ${name}------\n`
  const seed = new TextDecoder().decode(user.getSeed())
  return `${part("USER JWT", "e30.e30.e30")}\n${part("USER NKEY SEED", seed)}`
}

describeWith(need, "NATS", () => {
  it.live("carries hints between nodes, also after it was killed", () =>
    Effect.gen(function* () {
      const server = yield* natsServer.create()
      const pair = [yield* hints(server.url), yield* hints(server.url)] as const
      yield* natsServer.during(server, ({ pid }) =>
        Effect.gen(function* () {
          assert.isTrue(yield* hears(...pair, 30))
          process.kill(pid, "SIGKILL")
        })
      )
      assert.isFalse(yield* hears(...pair, 1))
      yield* server.start
      assert.isTrue(yield* hears(...pair, 30))
    }).pipe(Effect.scoped)
  )

  it.live("is down without a node being unready, and takes the place of LISTEN", () =>
    Effect.gen(function* () {
      const server = yield* natsServer.create()
      const env = { RCPT_NATS_URL: server.url }
      const running = yield* service.start({ lab: true, env })
      yield* untilState(running, "down")
      yield* untilSaid(
        running,
        /NATS at 127\.0\.0\.1:\d+ cannot be used, and is tried again every second: .+ See RCPT_NATS_URL/
      )
      yield* verifies(running, "ann")
      yield* natsServer.during(server, () =>
        Effect.gen(function* () {
          yield* untilState(running, "up")
          yield* verifies(running, "bob")
        })
      )
      yield* untilState(running, "down")
      yield* verifies(running, "joe")
      assert.strictEqual(yield* listeners(running.databaseUrl!), 0)
      // The sentence is said once, and not at every attempt.
      assert.isBelow(running.output().split("cannot be used").length, 5)
    }).pipe(Effect.scoped)
  )

  it.live("is reached over TLS with credentials, and says what is wrong with them", () =>
    Effect.gen(function* () {
      const folder = yield* tempFolder()
      const { key, cert } = selfSigned("localhost", validity)
      const files = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") }
      writeFileSync(files.key, key)
      writeFileSync(files.cert, cert)
      const [user, stranger] = [createUser(), createUser()]
      const server = yield* natsServer.started(`
        tls { key_file: "${files.key}", cert_file: "${files.cert}" }
        authorization { users: [ { nkey: "${user.getPublicKey()}" } ] }`)
      const credentialsFile = join(folder, "rcpt.creds")
      writeFileSync(credentialsFile, credentialsOf(user))
      const env = {
        RCPT_NATS_URL: `tls://localhost:${server.port}`,
        RCPT_NATS_CREDENTIALS_FILE: credentialsFile,
        RCPT_NATS_CA_FILE: files.cert
      }
      yield* untilState(yield* service.start({ env }), "up")
      const { RCPT_NATS_CA_FILE: _, ...untrusted } = env
      yield* untilSaid(
        yield* service.start({ env: untrusted }),
        /self-signed certificate.*RCPT_NATS_CA/
      )
      const wrong = {
        RCPT_NATS_CREDENTIALS_FILE: "",
        RCPT_NATS_CREDENTIALS: credentialsOf(stranger)
      }
      yield* untilSaid(
        yield* service.start({ env: { ...env, ...wrong } }),
        /refuses us: see RCPT_NATS_CREDENTIALS/
      )
    }).pipe(Effect.scoped)
  )
})
