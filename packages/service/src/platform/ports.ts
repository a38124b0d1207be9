/**
 * Whether our ports are free, asked before anything else is done: a start that ends because of a port
 * has created nothing then, and shown no secret.
 */
import { createServer } from "node:net"

import { Effect } from "effect"

import { Config } from "./Config.ts"
import { StartRefused } from "./StartRefused.ts"

/** Reasons by error code of the system. */
const reasons: Readonly<Record<string, (at: string) => string>> = {
  EADDRINUSE: (at) => `another program already listens on ${at}`,
  EADDRNOTAVAIL: (at) => `${at} is not an address of this machine`,
  EACCES: (at) => `this user may not listen on ${at}; ports below 1024 need rights`,
  ENOTFOUND: (at) => `${at} has no address`
}

interface Port {
  readonly host: string
  readonly port: number
  /** The settings that name this port. */
  readonly settings: string
}

const shown = ({ host, port }: Port): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`

/** Says why a port cannot be used, for an operator. */
export const notListening = (port: Port, cause: unknown): StartRefused => {
  const { code = "", message } = Object(cause) as NodeJS.ErrnoException
  const why = reasons[code]?.(shown(port)) ?? message
  return new StartRefused({
    sentence: `The service cannot listen: ${why}. Stop the other program, or set ${port.settings}.`
  })
}

const tryPort = (port: Port): Effect.Effect<void, StartRefused> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.on("error", (cause) => resume(Effect.fail(notListening(port, cause))))
    // Exclusive: a worker must not ask its supervisor for the port.
    server.listen({ host: port.host, port: port.port, exclusive: true }, () =>
      server.close(() => resume(Effect.void))
    )
  })

export const httpSettings = "RCPT_PORT or RCPT_HOST"
export const clusterSettings = "RCPT_CLUSTER_PORT or RCPT_CLUSTER_LISTEN"

/** Tries the ports of all processes of this node, and fails with the first that is taken. */
export const portsFree: Effect.Effect<void, StartRefused, Config> = Effect.gen(function* () {
  const { host, port, processes, clusterHost, clusterListen, clusterPort } = yield* Config
  const members = Array.from({ length: clusterHost === undefined ? 0 : processes }, (_, n) => ({
    host: clusterListen ?? clusterHost!,
    port: clusterPort + n,
    settings: clusterSettings
  }))
  yield* Effect.forEach([{ host, port, settings: httpSettings }, ...members], tryPort)
})
