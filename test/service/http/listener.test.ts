/** The timeouts of the listener. */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

import { createListener } from "@rcpt/service/http/listener"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { exchange, isProblem } from "./rawHttp.ts"

describe("A listener", () => {
  const listen = (timeouts: Parameters<typeof createListener>[0]) =>
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const server = createListener(timeouts).on("request", (request, response) =>
          request.resume().on("end", () => response.end("{}"))
        )
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))

  const slowRequests = [
    [
      "its headers",
      ["GET / HTTP/1.1\r\n", "Host: x\r\n", ...Array.from({ length: 99 }, () => "A: b\r\n")]
    ],
    [
      "its body",
      [
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
        ...Array.from({ length: 99 }, () => "x")
      ]
    ]
  ] as const
  for (const [says, pieces] of slowRequests)
    it.live(`refuses a client that is too slow with ${says}`, () =>
      Effect.gen(function* () {
        const timeouts = { headersTimeout: 300, requestTimeout: 300, keepAliveTimeout: 1_000 }
        const base = yield* listen(timeouts)
        isProblem(yield* exchange(base, pieces, 200), 408, "request was not sent in time")
      }).pipe(Effect.scoped)
    )

  const head =
    "POST /api/v1/verify/bulk HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n"
  const timeouts = { headersTimeout: 600, requestTimeout: 600, keepAliveTimeout: 1_000 }

  it.live("accepts an upload that takes long, but not one that falls silent", () =>
    Effect.gen(function* () {
      const base = yield* listen(timeouts)
      const slow = yield* exchange(base, [head, "1", "2", "3", "4", "5"], 250)
      assert.strictEqual(slow.status, 200)
      isProblem(yield* exchange(base, [head, "1", "2"], 250), 408, "request was not sent in time")
    }).pipe(Effect.scoped)
  )
})
