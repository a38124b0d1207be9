/**
 * The client of NATS, with one repair. When the server ends a connection, the client ends it as well, and what
 * is written in between fails as an error event of the socket. If the connection is closed in that moment, the
 * listeners are gone by then, and an error event without a listener ends the process: seen with 3.4.0 when a
 * server stopped while hints were sent. Destroyed at once, the socket takes no writes and has no error.
 */
import type { ConnectionOptions, NatsConnection } from "nats"

/** Loaded only where it is used: most installations have no NATS. */
const load = async () => {
  const [client, { NodeTransport, nodeResolveHost }] = await Promise.all([
    import("nats"),
    import("nats/lib/node_transport.js")
  ])
  class Transport extends NodeTransport {
    override setupHandlers(): void {
      super.setupHandlers()
      const { socket } = this
      socket.removeAllListeners("end").once("end", () => socket.destroy())
    }
  }
  return { client, factory: () => new Transport(), dnsResolveFn: nodeResolveHost }
}

/** As `connect` of the client, which would set its own transport at each call. */
export const connect = async (options: ConnectionOptions): Promise<NatsConnection> => {
  const { client, ...transport } = await load()
  client.setTransportFactory(transport)
  return client.NatsConnectionImpl.connect(options)
}

/** `text` of a `.creds` file. */
export const authenticating = async (text: string): Promise<ConnectionOptions> => {
  const { credsAuthenticator } = await import("nats")
  // The client wants the line break behind the last line, which settings have lost.
  return { authenticator: credsAuthenticator(new TextEncoder().encode(`${text}\n`)) }
}
