import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

import { assert, describe, it } from "@effect/vitest"
import { learnDatabase } from "@rcpt/service/operations/doctor/database"
import { Config, load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

/** `AuthenticationOk` and `ReadyForQuery`: a session begins. */
const ready = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1")

/** The port of a Postgres that lets clients in, and then says nothing. */
const mutePostgres = Effect.acquireRelease(
  Effect.callback<{ port: number; close: () => void }>((resume) => {
    const server = createServer((socket) => {
      socket.once("data", () => socket.write(ready))
      socket.on("error", () => {})
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed({ port, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
).pipe(Effect.map(({ port }) => port))

const learn = (port: number) =>
  Effect.gen(function* () {
    const RCPT_DATABASE_URL = `postgres://rcpt@127.0.0.1:${port}/rcpt`
    const { config } = yield* load({}, { RCPT_DATABASE_URL })
    return yield* Effect.provideService(learnDatabase, Config, config)
  })

describe("A database, as the doctor sees it,", () => {
  it.live("is out of reach when it does not answer", () =>
    Effect.gen(function* () {
      const learnt = yield* learn(yield* mutePostgres)
      assert.deepStrictEqual(learnt, { _tag: "unreachable", why: "it does not answer" })
    })
  )

  it.live("is out of reach when nothing listens there, and says why", () =>
    Effect.gen(function* () {
      const learnt = yield* learn(1)
      if (learnt._tag !== "unreachable") return assert.fail(learnt._tag)
      assert.match(learnt.why, /ECONNREFUSED/)
    })
  )
})
