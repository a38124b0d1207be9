/**
 * Requests as an HTTP client makes them: over a connection that is kept, and with what became of each, so
 * that it can be told whether its connection was cut.
 */
import { Agent, request } from "node:http"

export interface Asked {
  readonly path: string
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

export interface Attempt {
  /** Epoch milliseconds. */
  readonly sentAt: number
  readonly endedAt: number
  /** The status, or why there is none: Node's code of the error, or `timeout`. */
  readonly outcome: number | string
  readonly text: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** An earlier request had gone over the same connection. */
  readonly reused: boolean
  /** Octets of an answer had come. */
  readonly answered: boolean
}

/** One connection at a time to each host. `close` ends them. */
export interface Connections {
  readonly ask: (base: string, asked: Asked) => Promise<Attempt>
  readonly close: () => void
}

/** `waitMax`: milliseconds without an octet. */
export const connections = (waitMax: number): Connections => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask: Connections["ask"] = (base, { path, method = "GET", headers, body }) =>
    new Promise((resolve) => {
      const sentAt = Date.now()
      let text = ""
      let status: number | undefined
      let received: Attempt["headers"] = {}
      const sent = request(base + path, { agent, method, headers, timeout: waitMax })
      const end = (outcome: number | string) =>
        resolve({
          sentAt,
          endedAt: Date.now(),
          outcome,
          text,
          headers: received,
          reused: sent.reusedSocket,
          answered: status !== undefined
        })
      sent.on("response", (response) => {
        status = response.statusCode ?? 0
        received = response.headers
        response.setEncoding("utf8").on("data", (data: string) => (text += data))
        response.on("end", () => end(status ?? 0))
        response.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
      })
      sent.on("timeout", () => sent.destroy(Object.assign(new Error(), { code: "timeout" })))
      sent.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
      sent.end(body)
    })
  return { ask, close: () => agent.destroy() }
}
