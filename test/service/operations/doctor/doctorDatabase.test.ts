import { createServer } from "node:net"
import type { AddressInfo, Socket } from "node:net"
import { TLSSocket } from "node:tls"

import { selfSigned } from "@rcpt/lab/smtp/selfSigned"
import { learnDatabase } from "@rcpt/service/operations/doctor/database"
import { Config, load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

/** `AuthenticationOk` and `ReadyForQuery`: a session begins. */
const ready = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1")

const portOf = (serve: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ port: number; close: () => void }>((resume) => {
      const server = createServer(serve)
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ port, close: () => server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ port }) => port))

/** The port of a Postgres that lets clients in, and then says nothing. */
const mutePostgres = portOf((socket) => {
  socket.once("data", () => socket.write(ready))
  socket.on("error", () => {})
})

const hour = 3_600_000

/** Agrees to encryption, and has a certificate that it signed itself. */
const untrustedPostgres = portOf((socket) => {
  const validity = { from: new Date(Date.now() - hour), until: new Date(Date.now() + hour) }
  const certificate = selfSigned("db.example", validity)
  socket.on("error", () => {})
  socket.once("data", () => {
    socket.write("S")
    new TLSSocket(socket, { isServer: true, ...certificate }).on("error", () => {})
  })
})

const learn = (port: number, query = "") =>
  Effect.gen(function* () {
    const RCPT_DATABASE_URL = `postgres://rcpt@127.0.0.1:${port}/rcpt${query}`
    const { config } = yield* load({}, { RCPT_DATABASE_URL })
    return yield* Effect.provideService(learnDatabase, Config, config)
  })

describe("A database, as the doctor sees it,", () => {
  it.live("is out of reach when it does not answer", function* () {
    const learnt = yield* learn(yield* mutePostgres)
    assert.deepStrictEqual(learnt, {
      _tag: "unreachable",
      why: "The database does not answer: start it, or correct RCPT_DATABASE_URL."
    })
  })

  it.live("is out of reach when nothing listens there, and says why", function* () {
    const learnt = yield* learn(1)
    if (learnt._tag !== "unreachable") return assert.fail(learnt._tag)
    assert.match(learnt.why, /^No Postgres answers at 127\.0\.0\.1:1: start it, or correct/)
  })

  it.live("says of a certificate that is not trusted what the start says", function* () {
    const learnt = yield* learn(yield* untrustedPostgres, "?sslmode=verify-full&sslrootcert=system")
    if (learnt._tag !== "unreachable") return assert.fail(learnt._tag)
    assert.match(
      learnt.why,
      /^The certificate of Postgres at 127\.0\.0\.1:\d+ is not signed by .* RCPT_DATABASE_CA_FILE\.$/
    )
  })
})
