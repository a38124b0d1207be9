/**
 * A load balancer without a memory: each request goes to the next node, and the answer is passed on as it
 * comes. So the requests of one client, of one session and of one job meet all nodes.
 */
import { Agent, createServer, request } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect } from "effect"
import type { Scope } from "effect"

/** `bases` without a trailing slash, as the result: `http://127.0.0.1:<port>`. */
export const start = (bases: ReadonlyArray<string>): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const agent = new Agent({ keepAlive: true })
    let turn = 0
    const pass = (from: IncomingMessage, to: ServerResponse) => {
      const base = bases[turn++ % bases.length]
      const { method, headers } = from
      const onward = request(base + (from.url ?? "/"), { agent, method, headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers)
        to.flushHeaders()
        answer.pipe(to)
        answer.on("error", () => to.destroy())
      })
      onward.on("error", () => {
        // The node closed the kept connection just then: as a client may, ask again (RFC 9110 §9.2.2).
        if (onward.reusedSocket && method === "GET" && !to.headersSent) pass(from, to)
        else to.destroy()
      })
      // A client that leaves a stream leaves the node, too.
      to.on("close", () => onward.destroy())
      from.pipe(onward)
    }
    const server = createServer(pass)
    // A connection that is kept is not closed while its client, in a busy process, sends on it.
    server.keepAliveTimeout = 0
    yield* Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
        agent.destroy()
      })
    )
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
