/** A server that answers each request as the next line of a script says, and keeps what it was asked. */
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

import { Effect } from "effect"

export interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** `reset` breaks the connection; `silent` never answers. */
export type Line =
  | "reset"
  | "silent"
  | readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]

const answer = (line: Line, response: ServerResponse): void => {
  if (line === "silent") return
  if (line === "reset") return void response.socket?.destroy()
  const [status, body, headers = {}] = line
  const text = typeof body === "string" ? body : JSON.stringify(body)
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text)
}

/** After the last line of the script it goes on with that one. */
export const scripted = (script: ReadonlyArray<Line>) =>
  Effect.gen(function* () {
    const seen: Array<Seen> = []
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const { method, url, headers } = request
      const body = (await buffer(request)).toString("latin1")
      const line = script[Math.min(seen.length, script.length - 1)]!
      seen.push({ method, url, headers, body })
      answer(line, response)
    }
    const server = createServer((request, response) => void take(request, response))
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    )
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
  })
