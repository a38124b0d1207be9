/** A request that sends its path unchanged and returns the response body undecoded. */
import { request } from "node:http"
import type { IncomingHttpHeaders } from "node:http"

import { Effect } from "effect"

export interface Fetched {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export const fetchRaw = (
  base: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET"
): Effect.Effect<Fetched> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(base)
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Array<Buffer> = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("end", () =>
        resume(
          Effect.succeed({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts)
          })
        )
      )
    })
    sent.on("error", (cause) => resume(Effect.die(cause)))
    sent.end()
  })
