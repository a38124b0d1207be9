/** The client of NATS, where its server ends a connection that is written to. */
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const program = join(import.meta.dirname, "endedByServer.ts")

/** Milliseconds. */
const connectionLasts = 100

const info = JSON.stringify({ server_id: "x", version: "2.9.10", max_payload: 1_048_576, proto: 1 })

/** As much of a NATS server as a client needs to be connected; then it ends the connection. */
const endingServer = Effect.acquireRelease(
  Effect.callback<ReturnType<typeof createServer>>((resume) => {
    const server = createServer((socket) => {
      socket.on("error", () => {})
      socket.on("data", (data) => {
        if (!data.includes("PING")) return
        socket.write("PONG\r\n")
        setTimeout(() => socket.end(), connectionLasts)
      })
      socket.write(`INFO ${info}\r\n`)
    }).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close())
).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const run = (args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number | null; readonly stderr: string }>((resume) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] })
    let stderr = ""
    child.stderr.on("data", (text) => (stderr += text))
    child.on("close", (code) => resume(Effect.succeed({ code, stderr })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

describe("The client of NATS", () => {
  it.live("survives a server that ends the connection while it writes and leaves", () =>
    Effect.gen(function* () {
      const ended = yield* run([program, String(yield* endingServer)])
      assert.deepStrictEqual(ended, { code: 0, stderr: "" })
    }).pipe(Effect.scoped)
  )
})
