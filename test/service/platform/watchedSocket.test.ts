import { once } from "node:events"
import { connect } from "node:net"
import { Worker } from "node:worker_threads"

import { watched } from "@rcpt/service/platform/watchedSocket"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

/** In a thread of its own, since the tests block theirs. */
const serverCode = `
  const { createServer } = require("node:net")
  const { parentPort, workerData } = require("node:worker_threads")
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
  const server = createServer((client) =>
    client.on("data", () => { if (workerData.answers) client.write(ready) }))
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))
`

const silenceMax = 300

/** Connected to a server that answers each message at once with `ReadyForQuery`, or never. */
const connected = (answers: boolean) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = new Worker(serverCode, { eval: true, workerData: { answers } })
      const [port] = (await once(server, "message")) as [number]
      const socket = watched(connect({ host: "127.0.0.1", port, noDelay: true }), silenceMax)
      await once(socket, "connect")
      return { server, socket }
    }),
    ({ server, socket }) =>
      Effect.promise(() => {
        socket.destroy()
        return server.terminate()
      })
  )

const block = (millis: number) => {
  const end = performance.now() + millis
  while (performance.now() < end);
}

const turn = () => new Promise((resume) => setTimeout(resume, 20))

describe("A watched connection", () => {
  it.live("breaks if the server is silent during a statement", () =>
    Effect.gen(function* () {
      const { socket } = yield* connected(false)
      const error = yield* Effect.promise(async () => {
        socket.write("statement")
        const [thrown] = (await once(socket, "error")) as [Error]
        return thrown
      })
      assert.strictEqual(error.message, `Postgres has been silent for ${silenceMax} ms`)
    }).pipe(Effect.scoped)
  )

  for (const blockedFor of [silenceMax * 1.1, silenceMax * 3])
    it.live(`stays if this process was busy for ${blockedFor} ms while the reply came`, () =>
      Effect.gen(function* () {
        const { socket } = yield* connected(true)
        yield* Effect.promise(async () => {
          socket.on("error", () => {})
          // As in a callback of another connection: timers come next, and reading after them.
          await new Promise<void>((resume) =>
            setImmediate(() => {
              socket.write("statement")
              block(blockedFor)
              resume()
            })
          )
          await turn()
        })
        assert.isFalse(socket.destroyed)
      }).pipe(Effect.scoped)
    )
})
