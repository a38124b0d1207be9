/**
 * Loaded before a library: it can dial the service of the test and nothing else, whatever it does. Each address that it
 * dials is written down first, by name, before DNS is asked.
 */
import { appendFileSync } from "node:fs"
import { Socket } from "node:net"

const { ALLOWED, DIALLED } = process.env
const connect = Socket.prototype.connect

/** `net` and `tls` hand over an object, or an array that begins with one. */
Socket.prototype.connect = function (...args) {
  const { host = "localhost", port, path } = Object([args[0]].flat()[0])
  const address = path ?? `${host}:${port}`
  appendFileSync(DIALLED, `${address}\n`)
  if (address !== ALLOWED) throw new Error(`not the service of the test: ${address}`)
  return connect.apply(this, args)
}
