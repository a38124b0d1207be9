/**
 * Publishes and leaves in the moment in which the client, whose server has ended the connection, ends it as
 * well: that moment lasts microseconds, and is held here where it begins. Run by connect.test.ts.
 */
import type { Socket } from "node:net"

import { connect } from "@rcpt/service/platform/nats/Nats"

const [port] = process.argv.slice(2)
const connection = await connect({ servers: `127.0.0.1:${port}`, reconnect: false })
const { socket } = Object(connection).protocol.transport as { readonly socket: Socket }
const end = socket.end.bind(socket)
socket.end = () => {
  end()
  connection.publish("rcpt.hints.sealed")
  queueMicrotask(() => void connection.close())
  return socket
}
await connection.closed()
