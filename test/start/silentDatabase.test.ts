/** A service whose database is not there, at its start or in the middle of it, says so in one sentence. */
import { PgConnection } from "@effect/sql-pg"
import { Config, load } from "@rcpt/service/platform/Config"
import { freePort } from "@rcpt/service/platform/freePort"
import { joinDatabase } from "@rcpt/service/platform/joining/joinDatabase"
import { Duration, Effect, Layer, Redacted, References } from "effect"

import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import * as tcpProxy from "../support/tcpProxy.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { refuses, withUrl } from "./support/refuses.ts"

describe("A service whose database is not up", () => {
  it.live("waits for it, and then says so", function* () {
    const port = yield* freePort
    const url = Redacted.make(`postgres://ann@127.0.0.1:${port}/rcpt`)
    const { config } = yield* load({}, {})
    const { message } = yield* joinDatabase(url, Duration.seconds(2)).pipe(
      Effect.scoped,
      Effect.provide(Layer.succeed(Config, config)),
      Effect.provideService(References.MinimumLogLevel, "None"),
      Effect.flip
    )
    assert.strictEqual(
      message,
      `No Postgres answers at 127.0.0.1:${port}: start it, or correct RCPT_DATABASE_URL.`
    )
  })
})

describe("A service whose database falls silent while it starts", () => {
  it.live("ends with a sentence", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const { hostname, port } = new URL(databaseUrl)
      const proxy = yield* tcpProxy.start({ host: hostname, port: Number(port) })
      // The pool of writers is opened once the node has joined.
      yield* proxy.silenceAt("rcpt write")
      yield* refuses(
        { RCPT_DATABASE_URL: withUrl((url) => (url.port = String(proxy.port)), databaseUrl) },
        /^The database was lost while the service started \(.+\): start it again\.\n$/
      )
    }).pipe(Effect.scoped)
  )
})

describe("A node whose database falls silent", () => {
  it.live("ends in time when it is told to stop, and says what has not", () =>
    Effect.gen(function* () {
      const direct = yield* freshDatabase()
      const { hostname, port } = new URL(direct)
      const proxy = yield* tcpProxy.start({ host: hostname, port: Number(port) })
      const databaseUrl = withUrl((url) => (url.port = String(proxy.port)), direct)
      const running = yield* service.start({ isNode: true, databaseUrl })
      yield* proxy.silence
      const { code } = yield* running.kill("SIGTERM")
      assert.strictEqual(code, 1)
      assert.match(
        running.output(),
        /The service has not stopped within 14s, and still closes its \w+; it ends now.*Timeout/
      )
    }).pipe(Effect.scoped)
  )
})

describe("A service whose database answers too late while it starts", () => {
  it.live("ends with a sentence", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const operator = yield* PgConnection.make({ url: Redacted.make(databaseUrl) })
      yield* operator.query("begin")
      yield* operator.query("lock table account in access exclusive mode")
      yield* refuses(
        { RCPT_DATABASE_URL: databaseUrl },
        "The database did not answer in time while the service started " +
          "(canceling statement due to lock timeout): start it again."
      )
    }).pipe(Effect.scoped)
  )
})
